-- Archives are schemas; these queries see the whole database.

-- name: server_versions
-- Version of the server, and version and schema of pgvector (null where it is not installed).
SELECT
    current_setting('server_version_num')::integer AS server,
    current_setting('server_version') AS server_name,
    (SELECT extversion FROM pg_extension WHERE extname = 'vector') AS pgvector,
    (SELECT extnamespace::regnamespace::text FROM pg_extension WHERE extname = 'vector') AS pgvector_schema,
    (SELECT default_version FROM pg_available_extensions WHERE name = 'vector') AS pgvector_available

-- name: create_pgvector
-- Install pgvector into the database.
CREATE EXTENSION IF NOT EXISTS vector

-- name: find_database
-- Whether the server has a database of that name.
SELECT
    datname AS name
FROM pg_database
WHERE datname = %(name)s

-- name: create_database
-- Make a database.
CREATE DATABASE {name}

-- name: list_archives
-- Schemas that hold a migrated archive, by name.
SELECT
    namespace.nspname AS schema
FROM pg_namespace AS namespace
JOIN pg_class AS class
    ON class.relnamespace = namespace.oid
    AND class.relname = 'counter'
    AND class.relkind = 'r'
WHERE starts_with(namespace.nspname, 'archive_')
ORDER BY namespace.nspname

-- name: archive_figures
-- What an archive holds, and the bytes that its tables take with their indexes.
SELECT
    documents,
    chunks,
    (
        SELECT
            coalesce(sum(pg_total_relation_size(oid)), 0)::bigint
        FROM pg_class
        WHERE relnamespace = {schema}::regnamespace
            AND relkind = 'r'
    ) AS size_bytes
FROM {counter}

-- name: migrations_table
-- Whether a schema has the table of its migrations.
SELECT
    to_regclass(%(table)s) IS NOT NULL AS known

-- name: applied_migrations
-- Ids of the migrations that a schema has.
SELECT
    migration_id AS id
FROM {table}

-- name: lock_migrations
-- Keep everybody else from migrating in this database; kept until the connection ends.
SELECT pg_advisory_lock(%(key)s)

-- name: lock_in_transaction
-- Keep everybody else from the same, until this transaction ends.
SELECT pg_advisory_xact_lock(%(key)s)

-- name: create_schema
-- Make the schema of an archive.
CREATE SCHEMA IF NOT EXISTS {schema}

-- name: drop_schema
-- Remove an archive with all that is in it.
DROP SCHEMA IF EXISTS {schema} CASCADE

-- name: set_search_path
-- Make the archive's tables, and pgvector's types, the ones that names mean in this session.
SELECT set_config('search_path', %(path)s, FALSE)

-- name: set_search_path_here
-- The same for this transaction alone.
SELECT set_config('search_path', %(path)s, TRUE)

-- name: session_settings
-- What every session of the product needs: see pool.py for the reasons.
SELECT
    set_config('timezone', 'UTC', FALSE),
    set_config('plan_cache_mode', 'force_custom_plan', FALSE),
    set_config('hnsw.iterative_scan', 'strict_order', FALSE),
    set_config('hnsw.ef_search', '100', FALSE),
    set_config('tcp_keepalives_idle', '60', FALSE),
    set_config('tcp_keepalives_interval', '10', FALSE),
    set_config('tcp_keepalives_count', '3', FALSE)

-- name: database_size
-- Bytes that the whole database takes.
SELECT pg_database_size(current_database()) AS bytes

-- name: database_identity
-- What no two databases have in common while their servers run.
SELECT
    pg_postmaster_start_time() AS started,
    (SELECT oid FROM pg_database WHERE datname = current_database()) AS database_id

-- name: count_other_connections
-- Programs that are connected to this database, without this connection.
SELECT count(*) AS count
FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()

-- name: end_other_connections
-- Cut them off.
SELECT pg_terminate_backend(pid) AS ended
FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
