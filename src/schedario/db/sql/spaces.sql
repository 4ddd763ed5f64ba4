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

-- name: space_detail
-- How the space that answers was made.
SELECT
    id,
    model,
    dimensions,
    fingerprint,
    definition,
    version,
    probe,
    centering
FROM embedding_space
WHERE active

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
-- Make a space and let it answer.
INSERT INTO embedding_space (model, dimensions, fingerprint, active, definition, version, probe, centering)
VALUES (
    %(model)s, %(dimensions)s, %(fingerprint)s, TRUE, %(definition)s, %(version)s, %(probe)s::real[], %(centering)s
)
RETURNING id

-- name: insert_language_mean
-- Keep the mean of one language.
INSERT INTO language_mean (space_id, language, vector)
VALUES (%(id)s, %(language)s, %(vector)s::real[])

-- name: delete_space
-- Remove an empty space.
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
