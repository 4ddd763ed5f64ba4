-- Sketches of texts, by which versions of one document are recognised.

-- name: insert_sketch
-- The sketch of a document's text.
INSERT INTO text_sketch (document_id, hashes)
VALUES (%(document_id)s, %(hashes)s)

-- name: delete_sketch
-- Remove the sketch of a document's text.
DELETE FROM text_sketch
WHERE document_id = %(id)s

-- name: sketched_documents
-- Documents with their sketches.
SELECT {columns}
FROM text_sketch
JOIN document
    ON document.id = text_sketch.document_id
WHERE text_sketch.document_id = ANY(%(documents)s)

-- name: sketch_of
-- The least hashes of a document's sketch.
SELECT
    hashes[1:16] AS least
FROM text_sketch
WHERE document_id = %(id)s

-- name: alike_documents
-- Documents whose sketches share one of the least hashes with these, those that share most first. Two texts that have 0.3
-- of their shingles in common share none of the sixteen least in less than one of a hundred cases.
-- Each document is looked up by key: the limit keeps the planner, which thinks that many are alike, from reading them all.
SELECT {columns}
FROM (
    SELECT
        document_id,
        hashes
    FROM text_sketch
    WHERE hashes[1:16] && %(least)s::bigint[]
    ORDER BY
        (SELECT count(*) FROM unnest(hashes[1:16]) AS hash WHERE hash = ANY(%(least)s::bigint[])) DESC,
        document_id
    LIMIT %(limit)s
) AS text_sketch
CROSS JOIN LATERAL (
    SELECT
        id,
        name,
        path,
        modified
    FROM document
    WHERE id = text_sketch.document_id
    LIMIT 1
) AS document
