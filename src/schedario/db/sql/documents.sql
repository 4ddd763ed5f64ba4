-- What is kept of files. Paths are bytes, exactly as on disk.

-- name: document_by_path
-- What is kept of a file, or of a member of a container.
SELECT {columns}
FROM document
WHERE path = %(path)s
    AND container_id IS NOT DISTINCT FROM %(container_id)s

-- name: document_named
-- What is kept of a file or, if there is none of that path, of a member.
SELECT {columns}
FROM document
WHERE path = %(path)s
ORDER BY container_id NULLS FIRST
LIMIT 1

-- name: document_by_id
-- A document by its public id.
SELECT {columns}
FROM document
WHERE id = %(id)s

-- name: document_by_content_hash
-- The indexed document that was made from these bytes.
SELECT {columns}
FROM document
WHERE content_hash = %(content_hash)s
    AND status = 'indexed'
ORDER BY id
LIMIT 1

-- name: document_by_text_hash
-- The indexed document that holds this text.
SELECT {columns}
FROM document
WHERE text_hash = %(text_hash)s
    AND status = 'indexed'

-- name: orphaned_documents
-- Duplicates whose original is no longer indexed, by path.
SELECT {columns}
FROM document
WHERE status = 'duplicate'
    AND duplicate_of IS NULL
ORDER BY path

-- name: list_documents
-- Files by path, at or below a path, with a status, a tag, a category, a problem, pieces of text in name or title, or made
-- under none of some fingerprints; null means any. Members lie below their container; addenda are no files.
SELECT {columns}
FROM document
WHERE (
        %(path)s::bytea IS NULL
        OR path = %(path)s
        OR (path >= %(first_below)s AND path < %(first_beyond)s)
        OR (path >= %(first_member)s AND path < %(first_beyond_members)s AND container_id IS NOT NULL)
    )
    AND (%(status)s::text IS NULL OR status = %(status)s)
    AND (NOT %(failed)s OR (problem_code IS NOT NULL AND status <> 'skipped'))
    AND (
        %(tag_keys)s::text[] IS NULL
        OR EXISTS (
            SELECT
            FROM note
            WHERE note.document_id = document.id
                AND note.tag_keys && %(tag_keys)s::text[]
        )
    )
    AND (
        %(patterns)s::text[] IS NULL
        OR lower(concat_ws(' ', name, title)) LIKE ALL (%(patterns)s::text[])
    )
    AND (
        %(in_force)s::text[] IS NULL
        OR (status IN ('indexed', 'duplicate') AND fingerprint <> ALL(%(in_force)s))
        OR (%(or_stale)s AND status = 'indexed' AND problem_code IS NOT NULL)
    )
    AND (
        %(category)s::integer IS NULL
        OR EXISTS (
            SELECT
            FROM document_category
            WHERE document_category.document_id = coalesce(document.duplicate_of, document.id)
                AND document_category.category_id = %(category)s::integer
        )
    )
    AND NOT addendum
ORDER BY path
LIMIT %(limit)s
OFFSET %(offset)s

-- name: documents_holding
-- Files whose name, title or beginning holds every one of some pieces of text, or any of them, by path.
SELECT {columns}
FROM document
LEFT JOIN text_block AS block
    ON %(beginning)s > 0
    AND block.document_id = document.id
    AND block.ordinal = 0
CROSS JOIN LATERAL (SELECT lower(concat_ws(' ', name, title, left(block.text, %(beginning)s))) AS held) AS said
WHERE NOT addendum
    AND (held LIKE ALL (%(patterns)s::text[]) OR (NOT %(every)s AND held LIKE ANY (%(patterns)s::text[])))
ORDER BY path
LIMIT %(limit)s

-- name: document_beginning
-- How a document's text begins.
SELECT left(text, %(characters)s) AS text
FROM text_block
WHERE document_id = %(id)s
    AND ordinal = 0

-- name: document_text
-- A document's whole text.
SELECT
    coalesce(string_agg(text, '' ORDER BY ordinal), '') AS text
FROM text_block
WHERE document_id = %(id)s

-- name: document_spans
-- Where all chunks of a document lie, in order.
SELECT {columns}
FROM chunk
JOIN page
    ON page.document_id = chunk.document_id
    AND page.ordinal = chunk.page_ordinal
WHERE chunk.document_id = %(id)s
ORDER BY chunk.ordinal

-- name: document_empty_pages
-- The pages of a document that have no text, in order.
SELECT start_offset, end_offset, kind, number, label, origin
FROM page
WHERE document_id = %(id)s
    AND start_offset = end_offset
    AND number IS NOT NULL
ORDER BY ordinal

-- name: touch_document
-- Take over a new time of change, and forget a newer version that was given up.
UPDATE document
SET
    size_bytes = %(size_bytes)s,
    modified = %(modified)s,
    member_key = %(member_key)s,
    problem_code = CASE WHEN status = 'indexed' THEN NULL ELSE problem_code END,
    problem_message = CASE WHEN status = 'indexed' THEN NULL ELSE problem_message END,
    attempts = CASE WHEN attempt_hash = content_hash THEN attempts ELSE 1 END,
    attempt_hash = content_hash
WHERE id = %(id)s

-- name: document_languages
-- Languages of indexed documents, that of most first.
SELECT
    language
FROM document
WHERE status = 'indexed'
    AND language NOT IN ('', 'zxx')
GROUP BY language
ORDER BY count(*) DESC, language
LIMIT %(limit)s

-- name: count_by_status
-- Number of files by status, addenda left out, and of those that are stale or were made under other fingerprints.
SELECT
    status,
    count(*) FILTER (WHERE NOT addendum) AS documents,
    count(*) FILTER (WHERE status = 'indexed' AND problem_code IS NOT NULL) AS stale,
    count(*) FILTER (
        WHERE status IN ('indexed', 'duplicate') AND NOT addendum AND fingerprint <> ALL(%(fingerprints)s::text[])
    ) AS outdated,
    coalesce(sum(characters), 0)::bigint AS characters,
    max(indexed_at) AS newest
FROM document
GROUP BY status

-- name: count_by_phase
-- Number of documents by how many phases are done (see ``Coverage``), most first. A duplicate has what its original has.
SELECT
    CASE
        WHEN status = 'failed' THEN 0
        WHEN status = 'duplicate' AND duplicate_of IS NULL THEN 1
        WHEN members_settled = FALSE THEN 2
        ELSE 3
    END AS phases,
    count(*) AS documents
FROM document
WHERE status <> 'skipped'
GROUP BY phases
ORDER BY phases DESC

-- name: count_by_fingerprint
-- Number of indexed files and duplicates by what they were made under.
SELECT
    fingerprint,
    count(*) AS documents
FROM document
WHERE status IN ('indexed', 'duplicate') AND NOT addendum
GROUP BY fingerprint

-- name: count_by_language
-- Number of chunks by language, most first, and of their tokens.
SELECT
    language,
    count(*) AS chunks,
    sum(tokens)::bigint AS tokens
FROM chunk
GROUP BY language
ORDER BY count(*) DESC, language

-- name: archive_size
-- Bytes that the archive's tables take, with their indexes.
SELECT
    coalesce(sum(pg_total_relation_size(oid)), 0)::bigint AS bytes
FROM pg_class
WHERE relnamespace = current_schema()::regnamespace
    AND relkind = 'r'
