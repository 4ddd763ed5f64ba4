-- The statements of a write; all of one write run in one transaction that holds the archive's lock.

-- name: lock_archive
-- Let one write of an archive follow the other, so that counts and frequencies neither drift nor deadlock.
SELECT pg_advisory_xact_lock(%(key)s, hashtext(current_schema()))

-- name: insert_document
-- Make a document; nothing comes back when its public id is taken.
INSERT INTO document (
    id, path, name, collection, status, problem_code, problem_message, duplicate_of, size_bytes, modified,
    content_hash, text_hash, media_type, title, language, fingerprint, warnings, pages, chunks, characters,
    container_id, member_key, members_settled, attempt_hash, attempt_fingerprint, link_keys, addendum
)
VALUES (
    %(id)s, %(path)s, %(name)s, %(collection)s, %(status)s, %(problem_code)s, %(problem_message)s, %(duplicate_of)s,
    %(size_bytes)s, %(modified)s, %(content_hash)s, %(text_hash)s, %(media_type)s, %(title)s, %(language)s,
    %(fingerprint)s, %(warnings)s, %(pages)s, %(chunks)s, %(characters)s, %(container_id)s, %(member_key)s,
    %(members_settled)s, %(content_hash)s, %(attempt_fingerprint)s, %(link_keys)s, %(addendum)s
)
ON CONFLICT (id) DO NOTHING
RETURNING id

-- name: replace_document
-- Write a document anew under its public id.
UPDATE document
SET
    name = %(name)s,
    collection = %(collection)s,
    status = %(status)s,
    problem_code = %(problem_code)s,
    problem_message = %(problem_message)s,
    duplicate_of = %(duplicate_of)s,
    size_bytes = %(size_bytes)s,
    modified = %(modified)s,
    content_hash = %(content_hash)s,
    text_hash = %(text_hash)s,
    media_type = %(media_type)s,
    title = %(title)s,
    language = %(language)s,
    fingerprint = %(fingerprint)s,
    warnings = %(warnings)s,
    pages = %(pages)s,
    chunks = %(chunks)s,
    characters = %(characters)s,
    member_key = %(member_key)s,
    members_settled = %(members_settled)s,
    link_keys = %(link_keys)s,
    indexed_at = now(),
    attempts = CASE WHEN attempt_hash = %(content_hash)s THEN attempts + 1 ELSE 1 END,
    attempted_at = now(),
    attempt_hash = %(content_hash)s,
    attempt_fingerprint = %(attempt_fingerprint)s
WHERE id = %(id)s

-- name: mark_stale
-- Say why a newer version of an indexed file is not indexed.
UPDATE document
SET
    problem_code = %(problem_code)s,
    problem_message = %(problem_message)s,
    attempts = CASE WHEN attempt_hash = %(content_hash)s THEN attempts + 1 ELSE 1 END,
    attempted_at = now(),
    attempt_hash = %(content_hash)s,
    attempt_fingerprint = %(attempt_fingerprint)s
WHERE id = %(id)s

-- name: delete_document
-- Remove a document; its pages, chunks and vectors go with it, its duplicates become orphans.
DELETE FROM document
WHERE id = %(id)s

-- name: delete_content
-- Remove pages, and with them chunks and vectors.
DELETE FROM page
WHERE document_id = %(id)s

-- name: orphan_duplicates
-- Part the duplicates from a document that no longer holds their text; null when it holds none.
UPDATE document
SET duplicate_of = NULL
WHERE duplicate_of = %(id)s
    AND text_hash IS DISTINCT FROM %(held_text_hash)s

-- name: adopt_orphans
-- Give orphans of the same text to the document that holds it now.
UPDATE document
SET duplicate_of = %(id)s
WHERE status = 'duplicate'
    AND duplicate_of IS NULL
    AND text_hash = %(text_hash)s

-- name: delete_text
-- Remove a document's text.
DELETE FROM text_block
WHERE document_id = %(id)s

-- name: copy_text
-- A document's text, in order.
COPY text_block (document_id, ordinal, text)
FROM STDIN (FORMAT BINARY)

-- name: copy_pages
-- Pages of a document, in order.
COPY page (document_id, ordinal, start_offset, end_offset, kind, number, label, origin, flattened, confidence, sha256)
FROM STDIN (FORMAT BINARY)

-- name: insert_chunk
-- One chunk of a document.
INSERT INTO chunk (
    document_id, ordinal, start_offset, end_offset, page_ordinal, heading_path, first_row, last_row, tokens,
    header_start, header_end, language, lexemes
)
VALUES (
    %(document_id)s, %(ordinal)s, %(start_offset)s, %(end_offset)s, %(page_ordinal)s, %(heading_path)s,
    %(first_row)s, %(last_row)s, %(tokens)s, %(header_start)s, %(header_end)s, %(language)s,
    array_to_tsvector(%(lexemes)s)
)

-- name: chunk_ids
-- Keys of a document's chunks, in order.
SELECT
    id
FROM chunk
WHERE document_id = %(id)s
ORDER BY ordinal

-- name: copy_embeddings
-- Vectors of chunks, and the codes of their tokens.
COPY embedding (chunk_id, space_id, vector, token_codes)
FROM STDIN (FORMAT BINARY)

-- name: add_lexeme_frequencies
-- Count the lexemes of a document's chunks in.
INSERT INTO lexeme_frequency (lexeme, chunks)
SELECT
    lexeme,
    count(*)
FROM chunk
CROSS JOIN LATERAL unnest(tsvector_to_array(chunk.lexemes)) AS lexeme
WHERE chunk.document_id = %(id)s
GROUP BY lexeme
ON CONFLICT (lexeme) DO UPDATE
SET chunks = lexeme_frequency.chunks + excluded.chunks

-- name: subtract_lexeme_frequencies
-- Count the lexemes of a document's chunks out.
UPDATE lexeme_frequency
SET chunks = lexeme_frequency.chunks - gone.chunks
FROM (
    SELECT
        lexeme,
        count(*) AS chunks
    FROM chunk
    CROSS JOIN LATERAL unnest(tsvector_to_array(chunk.lexemes)) AS lexeme
    WHERE chunk.document_id = %(id)s
    GROUP BY lexeme
) AS gone
WHERE lexeme_frequency.lexeme = gone.lexeme

-- name: forget_absent_lexemes
-- Forget those lexemes of a document's chunks that no chunk will have any more.
DELETE FROM lexeme_frequency
USING (
    SELECT DISTINCT
        lexeme
    FROM chunk
    CROSS JOIN LATERAL unnest(tsvector_to_array(chunk.lexemes)) AS lexeme
    WHERE chunk.document_id = %(id)s
) AS gone
WHERE lexeme_frequency.lexeme = gone.lexeme
    AND lexeme_frequency.chunks = 0

-- name: add_to_counter
-- Keep the numbers of indexed documents, addenda left out, and of all chunks; negative numbers subtract.
UPDATE counter
SET
    documents = documents + %(documents)s,
    chunks = chunks + %(chunks)s

-- name: add_to_language_counter
-- Keep the number of chunks in documents of a language.
INSERT INTO language_counter AS kept (language, chunks)
VALUES (%(language)s, %(chunks)s)
ON CONFLICT (language) DO UPDATE
SET chunks = kept.chunks + excluded.chunks

-- name: take_from_language_counter
-- Count chunks out of a language.
UPDATE language_counter
SET chunks = chunks - %(chunks)s
WHERE language = %(language)s

-- name: forget_absent_language
-- Forget a language of which no chunk is left.
DELETE FROM language_counter
WHERE language = %(language)s
    AND chunks = 0
