-- Tokens of the service; what is kept of one is its hash.

-- name: insert_token
-- Keep a token; nothing when there is one of that name.
INSERT INTO api_token (name, hash)
VALUES (%(name)s, %(hash)s)
ON CONFLICT (name) DO NOTHING

-- name: list_tokens
-- All tokens, by name.
SELECT name, hash, created_at
FROM api_token
ORDER BY name

-- name: delete_token
-- Forget a token, which is valid no more.
DELETE FROM api_token
WHERE name = %(name)s
