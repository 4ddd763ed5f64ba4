-- Private notes, and the purge of what was stored of them before.

-- name: put_private_note
-- Keep that a private note was met; whether something was stored of it is not forgotten.
INSERT INTO private_note (id, hash, purged)
VALUES (%(id)s, %(hash)s, %(purged)s)
ON CONFLICT (hash) DO UPDATE
SET purged = private_note.purged AND excluded.purged
RETURNING id

-- name: is_purge_wanted
-- Whether remains of a note that became private are still in the database's files.
SELECT EXISTS (SELECT FROM private_note WHERE NOT purged) AS wanted

-- name: purge_done
-- Keep that no remains are left.
UPDATE private_note
SET purged = TRUE
WHERE NOT purged

-- name: tables_of_archive
-- The archive's tables.
SELECT relname AS name
FROM pg_class
WHERE relnamespace = current_schema()::regnamespace
    AND relkind = 'r'
ORDER BY relname

-- name: rewrite_table
-- Write a table anew without the remains of removed rows, and forget the samples of its values.
VACUUM (FULL, ANALYZE) {table}

-- name: rewrite_statistics
-- The samples of values that the planner kept are rows like others, and leave remains.
VACUUM (FULL) pg_catalog.pg_statistic

-- name: checkpoint
-- Write everything to the tables' files, so that the log before it is not needed.
CHECKPOINT

-- name: switch_wal
-- Begin a new file of the write-ahead log.
SELECT pg_switch_wal()
