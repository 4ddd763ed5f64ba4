-- Files that lie inside other files.

-- name: document_exists
-- Whether there is a document of that id.
SELECT id
FROM document
WHERE id = %(id)s

-- name: members_of_document
-- The members of a container that are files, in the order of their paths.
SELECT {columns}
FROM document
WHERE container_id = %(id)s
    AND NOT addendum
ORDER BY path

-- name: addenda_of_document
-- What was hung on a document, the oldest first.
SELECT {columns}
FROM document
WHERE container_id = %(id)s
    AND addendum
ORDER BY first_seen_at, id

-- name: members_below
-- All that lies in a document, addenda too, at any depth, the deepest first.
WITH RECURSIVE below AS (
    SELECT
        id AS member_id,
        1 AS depth
    FROM document
    WHERE container_id = %(id)s
    UNION ALL
    SELECT
        document.id,
        below.depth + 1
    FROM below
    JOIN document
        ON document.container_id = below.member_id
)
SELECT {columns}
FROM document
JOIN below
    ON below.member_id = document.id
ORDER BY below.depth DESC, path

-- name: settle_members
-- Say whether all members of an indexed container are done.
UPDATE document
SET members_settled = %(settled)s
WHERE id = %(id)s
    AND members_settled IS NOT NULL
