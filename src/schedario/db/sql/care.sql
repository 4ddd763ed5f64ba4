-- The invariants of an archive. find_<name> counts what breaks one, mend_<name> puts it right; integrity.py has their order.

-- name: one_snapshot
-- Let all queries of this transaction see the same state, and change nothing.
SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY

-- name: find_members_without_container
-- Members of a document that is not there.
SELECT
    count(*) AS count
FROM document
WHERE container_id IS NOT NULL
    AND NOT EXISTS (
        SELECT
        FROM document AS container
        WHERE container.id = document.container_id
    )

-- name: mend_members_without_container
-- Remove them with all that lies in them.
WITH RECURSIVE gone AS (
    SELECT
        id AS gone_id
    FROM document
    WHERE container_id IS NOT NULL
        AND NOT EXISTS (
            SELECT
            FROM document AS container
            WHERE container.id = document.container_id
        )
    UNION
    SELECT
        document.id
    FROM gone
    JOIN document
        ON document.container_id = gone.gone_id
)
DELETE FROM document
USING gone
WHERE document.id = gone.gone_id

-- name: find_duplicates_without_original
-- Duplicates whose original is gone, not indexed or of another text.
SELECT
    count(*) AS count
FROM document
WHERE duplicate_of IS NOT NULL
    AND NOT EXISTS (
        SELECT
        FROM document AS original
        WHERE original.id = document.duplicate_of
            AND original.status = 'indexed'
            AND original.text_hash = document.text_hash
    )

-- name: mend_duplicates_without_original
-- Make orphans of them.
UPDATE document
SET duplicate_of = NULL
WHERE duplicate_of IS NOT NULL
    AND NOT EXISTS (
        SELECT
        FROM document AS original
        WHERE original.id = document.duplicate_of
            AND original.status = 'indexed'
            AND original.text_hash = document.text_hash
    )

-- name: find_vectors_without_chunk
-- Vectors of chunks, or in spaces, that are not there.
SELECT
    count(*) AS count
FROM embedding
WHERE NOT EXISTS (
        SELECT
        FROM chunk
        WHERE chunk.id = embedding.chunk_id
    )
    OR NOT EXISTS (
        SELECT
        FROM embedding_space
        WHERE embedding_space.id = embedding.space_id
    )

-- name: mend_vectors_without_chunk
-- Remove them.
DELETE FROM embedding
WHERE NOT EXISTS (
        SELECT
        FROM chunk
        WHERE chunk.id = embedding.chunk_id
    )
    OR NOT EXISTS (
        SELECT
        FROM embedding_space
        WHERE embedding_space.id = embedding.space_id
    )

-- name: find_strays
-- Rows of a table whose document is not there, or not indexed.
SELECT
    count(*) AS count
FROM {table} AS stray
WHERE NOT EXISTS (
        SELECT
        FROM document
        WHERE document.id = stray.document_id
            AND document.status = 'indexed'
    )

-- name: mend_strays
-- Remove them.
DELETE FROM {table} AS stray
WHERE NOT EXISTS (
        SELECT
        FROM document
        WHERE document.id = stray.document_id
            AND document.status = 'indexed'
    )

-- name: find_chunks_without_page
-- Chunks of a page that is not there.
SELECT
    count(*) AS count
FROM chunk
WHERE NOT EXISTS (
        SELECT
        FROM page
        WHERE page.document_id = chunk.document_id
            AND page.ordinal = chunk.page_ordinal
    )

-- name: mend_chunks_without_page
-- Remove them: no place can be named for what they say.
DELETE FROM chunk
WHERE NOT EXISTS (
        SELECT
        FROM page
        WHERE page.document_id = chunk.document_id
            AND page.ordinal = chunk.page_ordinal
    )

-- name: find_readings_without_picture
-- What was read on pictures that no document shows.
SELECT
    count(*) AS count
FROM picture_text
WHERE NOT EXISTS (
        SELECT
        FROM document_picture
        WHERE document_picture.sha256 = picture_text.sha256
    )

-- name: mend_readings_without_picture
-- Forget it.
DELETE FROM picture_text
WHERE NOT EXISTS (
        SELECT
        FROM document_picture
        WHERE document_picture.sha256 = picture_text.sha256
    )

-- name: find_vision_without_picture
-- What a model made of pictures and pages that no document shows.
SELECT
    count(*) AS count
FROM vision_reading
WHERE NOT EXISTS (
        SELECT
        FROM document_picture
        WHERE document_picture.sha256 = vision_reading.sha256
    )
    AND NOT EXISTS (
        SELECT
        FROM page
        WHERE page.sha256 = vision_reading.sha256
    )

-- name: mend_vision_without_picture
-- Forget it.
DELETE FROM vision_reading
WHERE NOT EXISTS (
        SELECT
        FROM document_picture
        WHERE document_picture.sha256 = vision_reading.sha256
    )
    AND NOT EXISTS (
        SELECT
        FROM page
        WHERE page.sha256 = vision_reading.sha256
    )

-- name: find_chunks_without_vector
-- Chunks that have no vector in the active space.
SELECT
    count(*) AS count
FROM chunk
WHERE NOT EXISTS (
        SELECT
        FROM embedding
        JOIN embedding_space
            ON embedding_space.id = embedding.space_id
        WHERE embedding.chunk_id = chunk.id
            AND embedding_space.active
    )

-- name: mend_chunks_without_vector
-- Have their documents indexed anew: without a fingerprint they are outdated.
UPDATE document
SET fingerprint = ''
WHERE id IN (
        SELECT
            chunk.document_id
        FROM chunk
        WHERE NOT EXISTS (
                SELECT
                FROM embedding
                JOIN embedding_space
                    ON embedding_space.id = embedding.space_id
                WHERE embedding.chunk_id = chunk.id
                    AND embedding_space.active
            )
    )

-- name: find_wrong_sizes
-- Indexed documents that have other numbers of pages, chunks or characters than is written.
SELECT
    count(*) AS count
FROM document
WHERE status = 'indexed'
    AND (
        chunks <> (SELECT count(*) FROM chunk WHERE chunk.document_id = document.id)
        OR pages <> (SELECT count(*) FROM page WHERE page.document_id = document.id)
        OR characters <> (
            SELECT coalesce(sum(char_length(text)), 0) FROM text_block WHERE text_block.document_id = document.id
        )
    )

-- name: mend_wrong_sizes
-- Write what is there, and have the documents indexed anew, for something of them may be lost.
UPDATE document
SET chunks = found.chunks,
    pages = found.pages,
    characters = found.characters,
    fingerprint = ''
FROM (
    SELECT
        id,
        (SELECT count(*) FROM chunk WHERE chunk.document_id = document.id) AS chunks,
        (SELECT count(*) FROM page WHERE page.document_id = document.id) AS pages,
        (
            SELECT coalesce(sum(char_length(text)), 0) FROM text_block WHERE text_block.document_id = document.id
        ) AS characters
    FROM document
    WHERE status = 'indexed'
) AS found
WHERE document.id = found.id
    AND (document.chunks, document.pages, document.characters) <> (found.chunks, found.pages, found.characters)

-- name: find_wrong_frequencies
-- Lexemes that occur in another number of chunks than is written.
SELECT
    count(*) AS count
FROM (
    SELECT
        lexeme,
        count(*) AS chunks
    FROM chunk
    CROSS JOIN LATERAL unnest(tsvector_to_array(chunk.lexemes)) AS lexeme
    GROUP BY lexeme
) AS counted
FULL JOIN lexeme_frequency
    ON lexeme_frequency.lexeme = counted.lexeme COLLATE "C"
WHERE lexeme_frequency.chunks IS DISTINCT FROM counted.chunks

-- name: mend_wrong_frequencies
-- Write the numbers as they are counted.
WITH counted AS MATERIALIZED (
    SELECT
        lexeme COLLATE "C" AS lexeme,
        count(*) AS chunks
    FROM chunk
    CROSS JOIN LATERAL unnest(tsvector_to_array(chunk.lexemes)) AS lexeme
    GROUP BY lexeme
), gone AS (
    DELETE FROM lexeme_frequency
    WHERE NOT EXISTS (
            SELECT
            FROM counted
            WHERE counted.lexeme = lexeme_frequency.lexeme
        )
)
INSERT INTO lexeme_frequency (lexeme, chunks)
SELECT
    lexeme,
    chunks
FROM counted
ON CONFLICT (lexeme) DO UPDATE
SET chunks = excluded.chunks
WHERE lexeme_frequency.chunks <> excluded.chunks

-- name: find_wrong_counter
-- Whether the kept numbers of documents and chunks are not those that are there: 1, else 0.
SELECT
    1 - count(*) AS count
FROM counter
WHERE documents = (SELECT count(*) FROM document WHERE status = 'indexed' AND NOT addendum)
    AND chunks = (SELECT count(*) FROM chunk)

-- name: mend_wrong_counter
-- Count them.
INSERT INTO counter (id, documents, chunks)
SELECT
    TRUE,
    (SELECT count(*) FROM document WHERE status = 'indexed' AND NOT addendum),
    (SELECT count(*) FROM chunk)
ON CONFLICT (id) DO UPDATE
SET
    documents = excluded.documents,
    chunks = excluded.chunks

-- name: find_wrong_language_counter
-- Languages whose kept number of chunks is not that of their documents.
SELECT
    count(*) AS count
FROM (
    SELECT
        language,
        sum(chunks) AS chunks
    FROM document
    WHERE status = 'indexed'
        AND chunks > 0
    GROUP BY language
) AS counted
FULL JOIN language_counter
    USING (language)
WHERE counted.chunks IS DISTINCT FROM language_counter.chunks

-- name: mend_wrong_language_counter
-- Count them.
WITH counted AS (
    SELECT
        language,
        sum(chunks) AS chunks
    FROM document
    WHERE status = 'indexed'
        AND chunks > 0
    GROUP BY language
),
gone AS (
    DELETE FROM language_counter
    WHERE NOT EXISTS (
            SELECT
            FROM counted
            WHERE counted.language = language_counter.language
        )
)
INSERT INTO language_counter (language, chunks)
SELECT
    language,
    chunks
FROM counted
ON CONFLICT (language) DO UPDATE
SET chunks = excluded.chunks
WHERE language_counter.chunks <> excluded.chunks

-- name: find_records_of_gone_documents
-- Steps and passages of kept searches that name a document that is not there.
SELECT
    (
        SELECT
            count(*)
        FROM search_run_step
        WHERE EXISTS (
                SELECT
                FROM unnest(documents) AS named
                WHERE NOT EXISTS (SELECT FROM document WHERE document.id = named)
            )
    ) + (
        SELECT
            count(*)
        FROM search_run_passage
        WHERE NOT EXISTS (SELECT FROM document WHERE document.id = search_run_passage.document_id)
    ) AS count

-- name: mend_records_of_gone_documents
-- Drop it from them.
WITH gone AS (
    DELETE FROM search_run_passage
    WHERE NOT EXISTS (SELECT FROM document WHERE document.id = search_run_passage.document_id)
)
UPDATE search_run_step
SET documents = ARRAY(
        SELECT
            kept.id
        FROM unnest(documents) WITH ORDINALITY AS kept (id, place)
        WHERE EXISTS (SELECT FROM document WHERE document.id = kept.id)
        ORDER BY kept.place
    )
WHERE EXISTS (
        SELECT
        FROM unnest(documents) AS named
        WHERE NOT EXISTS (SELECT FROM document WHERE document.id = named)
    )

-- name: naming_columns
-- Every column of the archive's tables, partitions included, that could hold the id of a document, with its type.
SELECT
    class.relname AS table,
    attribute.attname AS column,
    attribute.atttypid::regtype::text AS type
FROM pg_class AS class
JOIN pg_attribute AS attribute
    ON attribute.attrelid = class.oid
WHERE class.relnamespace = current_schema()::regnamespace
    AND class.relkind = 'r'
    AND attribute.attnum > 0
    AND NOT attribute.attisdropped
    AND attribute.atttypid::regtype::text IN ('text', 'character varying', 'text[]', 'json', 'jsonb')
ORDER BY class.relname, attribute.attname

-- name: rows_with_id
-- Rows whose column is one of the ids.
SELECT
    count(*) AS count
FROM {table}
WHERE {column} = ANY(%(ids)s::text[])

-- name: rows_with_id_among
-- Rows whose array has one of the ids.
SELECT
    count(*) AS count
FROM {table}
WHERE {column} && %(ids)s::text[]

-- name: rows_with_id_within
-- Rows whose text has one of the ids in it.
SELECT
    count(*) AS count
FROM {table}
WHERE EXISTS (
        SELECT
        FROM unnest(%(ids)s::text[]) AS named
        WHERE strpos({column}::text, named) > 0
    )
