-- The queue: procrastinate's tables, and what is kept beside them. Jobs of one subject have one lock.

-- name: lock_file
-- Keep a file of this archive to this connection.
SELECT pg_advisory_lock(hashtextextended(current_schema() || ' ' || encode(%(path)s, 'hex'), 0))

-- name: unlock_file
-- Let go of it.
SELECT pg_advisory_unlock(hashtextextended(current_schema() || ' ' || encode(%(path)s, 'hex'), 0))

-- name: replace_parked
-- Drop parked jobs of these locks.
DELETE FROM procrastinate_jobs
WHERE status = 'failed'
    AND lock = ANY(%(locks)s::text[])

-- name: hasten_waiting
-- End the pauses of jobs of these locks that wait, and give them what is asked besides; returns their locks.
UPDATE procrastinate_jobs AS job
SET
    scheduled_at = NULL,
    args = job.args || asked.args::jsonb
FROM unnest(%(locks)s::text[], %(args)s::text[]) AS asked (lock, args)
WHERE job.lock = asked.lock
    AND job.status = 'todo'
RETURNING job.lock

-- name: insert_jobs
-- Queue jobs in their order, but those of which one waits.
INSERT INTO procrastinate_jobs (queue_name, task_name, priority, lock, queueing_lock, args)
SELECT
    %(queue)s,
    asked.task_name,
    asked.priority,
    asked.lock,
    asked.lock,
    asked.args::jsonb
FROM unnest(%(tasks)s::text[], %(priorities)s::integer[], %(locks)s::text[], %(args)s::text[])
    WITH ORDINALITY AS asked (task_name, priority, lock, args, ordinal)
ORDER BY asked.ordinal
ON CONFLICT (queueing_lock) WHERE status = 'todo' DO NOTHING

-- name: release_queueing_lock
-- Let another job of the same subject wait while this one runs, and not stand in the way of this one's return.
UPDATE procrastinate_jobs
SET queueing_lock = NULL
WHERE id = %(id)s

-- name: note_trouble
-- Count a failure of a job, and keep its reason.
INSERT INTO job_trouble (job_id, failures, code, message)
VALUES (%(id)s, 1, %(code)s, %(message)s)
ON CONFLICT (job_id) DO UPDATE
SET
    failures = job_trouble.failures + 1,
    code = excluded.code,
    message = excluded.message,
    at = now()
RETURNING failures

-- name: stalled_jobs
-- Jobs in the hands of a worker that has shown no sign of life for so long, or has gone; nobody else gets them meanwhile.
SELECT
    job.id
FROM procrastinate_jobs AS job
LEFT JOIN procrastinate_workers AS worker
    ON worker.id = job.worker_id
WHERE job.status = 'doing'
    AND (worker.id IS NULL OR worker.last_heartbeat < now() - make_interval(secs => %(seconds)s))
FOR UPDATE OF job SKIP LOCKED

-- name: show_life
-- A sign of life of whoever has these jobs in hand.
UPDATE procrastinate_workers
SET last_heartbeat = now()
WHERE id IN (
    SELECT worker_id
    FROM procrastinate_jobs
    WHERE id = ANY(%(ids)s::bigint[])
        AND status = 'doing'
)

-- name: take_back
-- Let a job wait again, or park it.
UPDATE procrastinate_jobs
SET
    status = CASE WHEN %(parked)s THEN 'failed' ELSE 'todo' END::procrastinate_job_status,
    queueing_lock = NULL,
    worker_id = NULL,
    scheduled_at = NULL
WHERE id = %(id)s

-- name: forget_dead_workers
-- Forget workers that have shown no sign of life for so long.
DELETE FROM procrastinate_workers
WHERE last_heartbeat < now() - make_interval(secs => %(seconds)s)

-- name: index_job_due
-- Whether a file waits whose turn would be now.
SELECT EXISTS (
    SELECT 1
    FROM procrastinate_jobs AS job
    WHERE job.status = 'todo'
        AND job.task_name = 'index'
        AND (job.scheduled_at IS NULL OR job.scheduled_at <= now())
        AND NOT EXISTS (
            SELECT 1
            FROM procrastinate_jobs AS other
            WHERE other.lock = job.lock
                AND other.status = 'doing'
        )
) AS due

-- name: versions_in_queue
-- Which versions of files, as passes met them, run, wait or are parked; those that were queued last come last.
SELECT
    lock,
    args -> 'met' ->> 'version' AS version
FROM procrastinate_jobs
WHERE lock = ANY(%(locks)s::text[])
    AND status IN ('doing', 'failed', 'todo')
    AND args ? 'met'
ORDER BY id

-- name: list_jobs
-- Jobs for people: running, parked, then waiting, in the order of their turns. Only of those that are listed are the times
-- looked up: thousands may wait.
WITH listed AS (
    SELECT
        id,
        task_name,
        args,
        status::text AS status,
        CASE WHEN status = 'todo' AND scheduled_at > now() THEN scheduled_at END AS due_at,
        row_number() OVER (
            ORDER BY array_position(ARRAY['doing', 'failed', 'todo'], status::text), priority DESC, id
        ) AS place
    FROM procrastinate_jobs
    WHERE status = ANY(%(statuses)s::procrastinate_job_status[])
    ORDER BY place
    LIMIT %(limit)s
)
SELECT
    listed.id,
    listed.task_name,
    listed.args,
    listed.status,
    listed.due_at,
    times.queued_at,
    times.started_at,
    coalesce(trouble.failures, 0) AS failures,
    trouble.code,
    trouble.message
FROM listed
LEFT JOIN job_trouble AS trouble
    ON trouble.job_id = listed.id
CROSS JOIN LATERAL (
    SELECT
        min(event.at) AS queued_at,
        max(event.at) FILTER (WHERE event.type = 'started') AS started_at
    FROM procrastinate_events AS event
    WHERE event.job_id = listed.id
) AS times
ORDER BY listed.place

-- name: settled_lately
-- How many files were settled in the last seconds, and how long ago the first of them was.
SELECT
    count(*) AS settled,
    coalesce(extract(epoch FROM now() - min(attempted_at)), 0)::double precision AS seconds
FROM document
WHERE attempted_at >= now() - make_interval(secs => %(seconds)s)
    AND container_id IS NULL

-- name: count_jobs
-- Number of jobs by kind and state.
SELECT
    task_name,
    status::text AS status,
    count(*) AS jobs
FROM procrastinate_jobs
WHERE status IN ('doing', 'failed', 'todo')
GROUP BY task_name, status

-- name: queue_state
-- Whether the queue is paused, and how many workers showed a sign of life lately.
SELECT
    EXISTS (SELECT 1 FROM queue_pause) AS paused,
    (
        SELECT count(*)
        FROM procrastinate_workers
        WHERE last_heartbeat >= now() - make_interval(secs => %(seconds)s)
    ) AS workers

-- name: retry_parked
-- Let parked jobs wait again, all or those of some locks or numbers, as if they had never failed.
WITH taken AS (
    UPDATE procrastinate_jobs
    SET
        status = 'todo',
        queueing_lock = NULL,
        scheduled_at = NULL
    WHERE status = 'failed'
        AND (%(locks)s::text[] IS NULL OR lock = ANY(%(locks)s::text[]))
        AND (%(ids)s::bigint[] IS NULL OR id = ANY(%(ids)s::bigint[]))
    RETURNING id
),
forgotten AS (
    DELETE FROM job_trouble
    USING taken
    WHERE job_trouble.job_id = taken.id
)
SELECT count(*) AS jobs
FROM taken

-- name: pause_queue
-- Begin no further job.
INSERT INTO queue_pause
DEFAULT VALUES
ON CONFLICT (id) DO NOTHING

-- name: resume_queue
-- Go on.
DELETE FROM queue_pause

-- name: delete_job
-- Take out a job that nobody is doing.
DELETE FROM procrastinate_jobs
WHERE id = %(id)s
    AND status IN ('todo', 'failed')

-- name: delete_jobs_of
-- Take out the jobs of a lock that nobody is doing.
DELETE FROM procrastinate_jobs
WHERE lock = %(lock)s
    AND status IN ('todo', 'failed')
