-- A record of each search: ids and scores, never a document's text.

-- name: quick_commit
-- Do not wait for the disk: a crash may cost the record of the last searches, nothing else.
SELECT set_config('synchronous_commit', 'off', TRUE)

-- name: insert_search_run
-- One search.
INSERT INTO search_run (query, documents_searched, floor, best_score, degraded)
VALUES (%(query)s, %(documents_searched)s, %(floor)s, %(best_score)s, %(degraded)s)
RETURNING id

-- name: insert_search_run_step
-- What one step of a search did.
INSERT INTO search_run_step (run_id, ordinal, name, milliseconds, count, note, documents)
VALUES (%(run_id)s, %(ordinal)s, %(name)s, %(milliseconds)s, %(count)s, %(note)s, %(documents)s)

-- name: insert_search_run_passage
-- One passage of an answer, by its place.
INSERT INTO search_run_passage (run_id, ordinal, document_id, start_offset, end_offset, score)
VALUES (%(run_id)s, %(ordinal)s, %(document_id)s, %(start_offset)s, %(end_offset)s, %(score)s)

-- name: forget_in_steps
-- Drop a document from the steps of all searches.
UPDATE search_run_step
SET documents = array_remove(documents, %(id)s)
WHERE documents @> ARRAY[%(id)s]::text[]

-- name: forget_in_passages
-- Drop a document from the answers of all searches.
DELETE FROM search_run_passage
WHERE document_id = %(id)s

-- name: recent_queries
-- What was asked, the newest first, each once.
SELECT query
FROM search_run
GROUP BY query
ORDER BY max(id) DESC
LIMIT %(limit)s

-- name: hold_documents
-- Those of the documents that are there and that nobody is removing; they stay until this transaction ends.
SELECT
    id
FROM document
WHERE id = ANY(%(documents)s)
FOR KEY SHARE SKIP LOCKED

-- name: trim_search_runs
-- Forget searches that are too old, of the oldest thousand: keys grow with time.
DELETE FROM search_run
WHERE id IN (
        SELECT
            id
        FROM search_run
        ORDER BY id
        LIMIT 1000
    )
    AND asked_at < now() - make_interval(days => %(days)s)

-- name: clear_search_runs
-- Forget all searches that are older; 0 days are all.
DELETE FROM search_run
WHERE %(days)s = 0
    OR asked_at < now() - make_interval(days => %(days)s)
