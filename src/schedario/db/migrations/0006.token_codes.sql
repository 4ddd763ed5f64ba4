-- Vectors of a chunk's tokens at one bit a dimension, by which the best candidates are compared token by token.
-- depends: 0005.page-confidence

ALTER TABLE embedding ADD COLUMN token_codes BYTEA NOT NULL DEFAULT '';

ALTER TABLE embedding ALTER COLUMN token_codes SET STORAGE EXTERNAL;
