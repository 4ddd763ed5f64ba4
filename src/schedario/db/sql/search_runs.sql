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
