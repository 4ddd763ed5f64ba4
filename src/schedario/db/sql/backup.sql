-- Whole archives out of the database and into it. Queues, tokens and the notes of migrations are no part of a backup.

-- name: backup_tables
-- The archive's tables with their columns, the key that orders their rows, and the tables that they refer to.
SELECT
    class.relname AS table,
    ARRAY(
        SELECT
            attribute.attname::text
        FROM pg_attribute AS attribute
        WHERE attribute.attrelid = class.oid
            AND attribute.attnum > 0
            AND NOT attribute.attisdropped
            AND attribute.attgenerated = ''
        ORDER BY attribute.attname
    ) AS columns,
    ARRAY(
        SELECT
            attribute.attname::text
        FROM pg_index AS index
        CROSS JOIN LATERAL unnest(index.indkey) WITH ORDINALITY AS key (number, place)
        JOIN pg_attribute AS attribute
            ON attribute.attrelid = class.oid
            AND attribute.attnum = key.number
        WHERE index.indrelid = class.oid
            AND index.indisprimary
        ORDER BY key.place
    ) AS key,
    ARRAY(
        SELECT DISTINCT
            other.relname::text
        FROM pg_constraint AS reference
        JOIN pg_class AS other
            ON other.oid = reference.confrelid
        WHERE reference.conrelid = class.oid
            AND reference.contype = 'f'
            AND other.oid <> class.oid
    ) AS refers_to
FROM pg_class AS class
WHERE class.relnamespace = current_schema()::regnamespace
    AND class.relkind = 'r'
    AND class.relname !~ '^(_?yoyo|procrastinate|api_token)'
ORDER BY class.relname

-- name: count_rows
-- Rows of a table.
SELECT count(*) AS count
FROM {table}

-- name: copy_out
-- Rows of a table in the order of their keys.
COPY (
    SELECT {columns}
    FROM {table}
    ORDER BY {key}
) TO STDOUT (FORMAT BINARY)

-- name: copy_in
-- The same rows into another database.
COPY {table} ({columns})
FROM STDIN (FORMAT BINARY)

-- name: empty_table
-- Remove what the migrations wrote.
DELETE FROM {table}

-- name: continue_keys
-- Let the keys that a table counts go on after the largest one.
SELECT
    setval(
        pg_get_serial_sequence({name}, {column_name}),
        (SELECT coalesce(max({column}), 0) + 1 FROM {table}),
        FALSE
    )

-- name: counted_keys
-- Columns whose values are counted up.
SELECT
    class.relname AS table,
    attribute.attname AS column
FROM pg_class AS class
JOIN pg_attribute AS attribute
    ON attribute.attrelid = class.oid
WHERE class.relnamespace = current_schema()::regnamespace
    AND class.relkind = 'r'
    AND attribute.attnum > 0
    AND NOT attribute.attisdropped
    AND pg_get_serial_sequence(quote_ident(class.relname), attribute.attname) IS NOT NULL

-- name: all_spaces
-- Embedding spaces, of which each has an index of its own.
SELECT
    id,
    dimensions
FROM embedding_space
ORDER BY id

-- name: lock_restores
-- Let restores into this database follow each other, until the connection ends.
SELECT pg_advisory_lock(%(key)s)

-- name: rename_schema
-- Give a schema another name.
ALTER SCHEMA {schema} RENAME TO {name}

-- name: originals_of_documents
-- Paths of documents whose files lie below a folder.
SELECT path
FROM document
WHERE container_id IS NULL
    AND substring(path FROM 1 FOR %(length)s) = %(folder)s::bytea
ORDER BY path

-- name: move_originals
-- Let documents whose files lie below one folder lie below another.
UPDATE document
SET path = %(to)s::bytea || substring(path FROM %(length)s + 1)
WHERE substring(path FROM 1 FOR %(length)s) = %(folder)s::bytea
