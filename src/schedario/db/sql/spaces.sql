-- Embedding spaces: one exact way of making vectors each.

-- name: active_space
-- The space that answers.
SELECT
    id,
    model,
    dimensions,
    fingerprint
FROM embedding_space
WHERE active

-- name: space_by_fingerprint
-- A space, whether it answers or not.
SELECT
    id,
    model,
    dimensions,
    fingerprint
FROM embedding_space
WHERE fingerprint = %(fingerprint)s

-- name: space_details
-- All spaces and how they were made, the one that answers first.
SELECT
    id,
    model,
    dimensions,
    fingerprint,
    active,
    definition,
    version,
    probe,
    centering,
    recipe
FROM embedding_space
ORDER BY active DESC, id

-- name: language_means
-- The means that are taken out of a space's vectors.
SELECT
    language,
    vector
FROM language_mean
WHERE space_id = %(id)s

-- name: space_has_vectors
-- Whether a space has any vector.
SELECT EXISTS (
    SELECT
    FROM embedding
    WHERE space_id = %(id)s
) AS any

-- name: insert_space
-- Make a space that does not answer yet.
INSERT INTO embedding_space (model, dimensions, fingerprint, active, definition, version, probe, centering, recipe)
VALUES (
    %(model)s, %(dimensions)s, %(fingerprint)s, FALSE, %(definition)s, %(version)s, %(probe)s::real[], %(centering)s,
    %(recipe)s
)
RETURNING id

-- name: silence_spaces
-- Let no space answer, so that another can.
UPDATE embedding_space
SET active = FALSE
WHERE active
    AND id <> %(id)s

-- name: activate_space
-- Let a space answer.
UPDATE embedding_space
SET active = TRUE
WHERE id = %(id)s

-- name: other_spaces
-- The spaces but one.
SELECT
    id,
    model
FROM embedding_space
WHERE id <> %(id)s
ORDER BY id

-- name: delete_vectors
-- Remove all vectors of a space.
DELETE FROM embedding
WHERE space_id = %(id)s

-- name: count_vectors
-- Number of vectors in each space but the one that answers.
SELECT
    embedding_space.model,
    (SELECT count(*) FROM embedding WHERE space_id = embedding_space.id) AS chunks
FROM embedding_space
WHERE NOT active
ORDER BY id

-- name: count_chunks
-- Number of chunks.
SELECT chunks
FROM counter

-- name: count_unembedded
-- Chunks without a vector in a space, with all their tokens; null is a space that is not made yet.
SELECT
    count(*) AS chunks,
    coalesce(sum(tokens), 0)::bigint AS tokens
FROM chunk
WHERE NOT EXISTS (
        SELECT
        FROM embedding
        WHERE chunk_id = chunk.id
            AND space_id = %(space)s
    )

-- name: any_unembedded
-- Whether any chunk has no vector in a space.
SELECT EXISTS (
    SELECT
    FROM chunk
    WHERE NOT EXISTS (
            SELECT
            FROM embedding
            WHERE chunk_id = chunk.id
                AND space_id = %(space)s
        )
) AS any

-- name: unembedded_chunks
-- The next chunks without a vector in a space, by key; those of an addendum under its document's name. The offset keeps
-- the planner from joining all vectors at once.
SELECT
    chunk.id,
    chunk.document_id,
    chunk.start_offset,
    chunk.end_offset,
    chunk.header_start,
    chunk.header_end,
    chunk.language,
    chunk.heading_path,
    chunk.tokens,
    coalesce(around.path, document.path) AS path
FROM chunk
JOIN document
    ON document.id = chunk.document_id
LEFT JOIN document AS around
    ON around.id = document.container_id
    AND document.addendum
WHERE chunk.id > %(after)s
    AND NOT EXISTS (
        SELECT
        FROM embedding
        WHERE chunk_id = chunk.id
            AND space_id = %(space)s
        OFFSET 0
    )
ORDER BY chunk.id
LIMIT %(limit)s

-- name: sample_chunks
-- Some chunks without a vector in a space, in runs of neighbours from all over the archive: the same whenever it is asked.
SELECT
    chunk.id,
    chunk.document_id,
    chunk.start_offset,
    chunk.end_offset,
    chunk.header_start,
    chunk.header_end,
    chunk.language,
    chunk.heading_path,
    chunk.tokens,
    coalesce(around.path, document.path) AS path
FROM chunk
JOIN document
    ON document.id = chunk.document_id
LEFT JOIN document AS around
    ON around.id = document.container_id
    AND document.addendum
WHERE NOT EXISTS (
        SELECT
        FROM embedding
        WHERE chunk_id = chunk.id
            AND space_id = %(space)s
    )
ORDER BY hashint8(chunk.id / %(run)s), chunk.id
LIMIT %(limit)s

-- name: chunks_without
-- Those of some chunks that are there and have no vector in a space.
SELECT
    id
FROM chunk
WHERE id = ANY(%(chunks)s)
    AND NOT EXISTS (
        SELECT
        FROM embedding
        WHERE chunk_id = chunk.id
            AND space_id = %(space)s
    )

-- name: try_lock_spaces
-- Whether this connection is now the only one that builds a space.
SELECT pg_try_advisory_lock(%(key)s, hashtext(current_schema())) AS alone

-- name: unlock_spaces
-- Let others build one.
SELECT pg_advisory_unlock(%(key)s, hashtext(current_schema()))

-- name: insert_language_mean
-- Keep the mean of one language.
INSERT INTO language_mean (space_id, language, vector)
VALUES (%(id)s, %(language)s, %(vector)s::real[])

-- name: delete_space
-- Remove a space without vectors.
DELETE FROM embedding_space
WHERE id = %(id)s

-- name: create_space_index
-- The index of one space's vectors.
CREATE INDEX {index}
ON embedding
USING hnsw ((vector::halfvec({dimensions})) halfvec_ip_ops)
WHERE space_id = {space}

-- name: drop_space_index
-- Remove the index of a space.
DROP INDEX IF EXISTS {index}
