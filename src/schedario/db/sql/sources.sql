-- Sources and the files that were seen in them. Paths are bytes, exactly as on disk.

-- name: try_lock_sync
-- Whether this connection is now the only one that makes a pass over the sources.
SELECT pg_try_advisory_lock(%(key)s, hashtext(current_schema())) AS alone

-- name: unlock_sync
-- Let others make a pass.
SELECT pg_advisory_unlock(%(key)s, hashtext(current_schema()))

-- name: sources
-- All sources, by root, with the number of their files.
SELECT
    id, kind, root, branch, include, exclude, every_minutes, paused, identity, scanned_at, problem,
    (SELECT count(*) FROM source_file WHERE source_id = source.id) AS files
FROM source
ORDER BY kind, root, branch

-- name: freshness
-- How far the index is behind each source, by root.
SELECT
    source.id, kind, root, branch, scanned_at,
    count(document.id) AS files,
    count(document.id) FILTER (
        WHERE document.status = 'failed' OR (document.status = 'indexed' AND document.problem_code IS NOT NULL)
    ) AS behind,
    max(document.modified) AS newest_file,
    max(document.indexed_at) FILTER (WHERE document.chunks > 0) AS newest_chunk
FROM source
LEFT JOIN source_file
    ON source_file.source_id = source.id
LEFT JOIN document
    ON document.id = source_file.document_id
GROUP BY source.id
ORDER BY kind, root, branch

-- name: put_source
-- Make a source, or say anew what is wanted of it.
INSERT INTO source (kind, root, branch, include, exclude, every_minutes)
VALUES (%(kind)s, %(root)s, %(branch)s, %(include)s, %(exclude)s, %(every_minutes)s)
ON CONFLICT (kind, root, branch) DO UPDATE
SET
    include = excluded.include,
    exclude = excluded.exclude,
    every_minutes = excluded.every_minutes

-- name: delete_source
-- Forget a source and the files that were seen in it; their documents stay.
DELETE FROM source
WHERE id = %(id)s

-- name: pause_source
-- Say whether passes leave a source out.
UPDATE source
SET paused = %(paused)s
WHERE id = %(id)s

-- name: finish_scan
-- Keep how a pass ended; null keeps the identity and the time of the last completed scan.
UPDATE source
SET
    problem = %(problem)s,
    identity = coalesce(%(identity)s, identity),
    scanned_at = CASE WHEN %(identity)s::text IS NULL THEN scanned_at ELSE now() END
WHERE id = %(id)s

-- name: source_files
-- The files of a source that are settled, with what their documents still want.
SELECT
    source_file.path, source_file.size_bytes, version, mounted, attempt, document_id, content_hash,
    members_settled IS NOT FALSE AND (status <> 'duplicate' OR duplicate_of IS NOT NULL) AS whole
FROM source_file
JOIN document
    ON document.id = document_id
WHERE source_id = %(id)s

-- name: put_source_file
-- Keep a file as it was when it was settled; nothing when its document is gone again.
INSERT INTO source_file (source_id, path, size_bytes, version, mounted, attempt, document_id)
SELECT %(source_id)s, %(path)s, %(size_bytes)s, %(version)s, %(mounted)s, %(attempt)s, id
FROM document
WHERE id = %(document_id)s
ON CONFLICT (source_id, path) DO UPDATE
SET
    size_bytes = excluded.size_bytes,
    version = excluded.version,
    mounted = excluded.mounted,
    attempt = excluded.attempt,
    document_id = excluded.document_id

-- name: delete_source_files
-- Forget the files that are settled as a document, which stays.
DELETE FROM source_file
WHERE document_id = %(id)s

-- name: move_document
-- Give a document another path.
UPDATE document
SET
    path = %(path)s,
    name = %(name)s,
    link_keys = %(link_keys)s
WHERE id = %(id)s

-- name: move_members
-- Give all that lies in a document, at any depth, paths below its new one.
WITH RECURSIVE below AS (
    SELECT id AS member_id
    FROM document
    WHERE container_id = %(id)s
    UNION ALL
    SELECT document.id
    FROM below
    JOIN document
        ON document.container_id = below.member_id
)
UPDATE document
SET path = %(path)s || substring(path FROM %(old_length)s + 1)
FROM below
WHERE document.id = below.member_id
