-- Notes and links.

-- name: insert_note
-- What is kept of a note beside its text.
INSERT INTO note (document_id, tags, tag_keys, aliases, summary, dated, lexemes)
VALUES (
    %(document_id)s, %(tags)s, %(tag_keys)s, %(aliases)s, %(summary)s, %(dated)s, array_to_tsvector(%(lexemes)s)
)

-- name: insert_link
-- One link of a document.
INSERT INTO link (document_id, ordinal, kind, target, heading, key)
VALUES (%(document_id)s, %(ordinal)s, %(kind)s, %(target)s, %(heading)s, %(key)s)

-- name: delete_note
-- Remove what is kept of a note beside its text.
DELETE FROM note
WHERE document_id = %(id)s

-- name: delete_links
-- Remove the links that a document has.
DELETE FROM link
WHERE document_id = %(id)s

-- name: links_of
-- The links that a document has, in order.
SELECT {columns}
FROM link
JOIN document
    ON document.id = link.document_id
WHERE link.document_id = %(id)s
ORDER BY link.ordinal

-- name: links_with_keys
-- The links whose key is one of these, by document and place.
SELECT {columns}
FROM link
JOIN document
    ON document.id = link.document_id
WHERE link.key = ANY(%(keys)s)
ORDER BY link.document_id, link.ordinal

-- name: links_after
-- Links in the order of document and place, after one of them.
SELECT {columns}
FROM link
JOIN document
    ON document.id = link.document_id
WHERE (link.document_id, link.ordinal) > (%(document_id)s, %(ordinal)s)
ORDER BY link.document_id, link.ordinal
LIMIT %(limit)s

-- name: link_ends
-- Documents that links with these keys may lead to, by path.
SELECT {columns}
FROM document
WHERE document.link_keys && %(keys)s::text[]
ORDER BY document.path

-- name: link_end
-- A document as an end of links.
SELECT {columns}
FROM document
WHERE document.id = %(id)s

-- name: notes_with_words
-- Notes that have any of the words, each with the words (from 0) that it has; by id.
SELECT
    found.document_id,
    array_agg(found.place ORDER BY found.place) AS words_found
FROM (
    SELECT
        note.document_id,
        (word.ordinality - 1)::integer AS place
    FROM unnest(%(words)s::text[]::tsquery[]) WITH ORDINALITY AS word (lexemes, ordinality)
    JOIN note
        ON note.lexemes @@ word.lexemes
) AS found
GROUP BY found.document_id
ORDER BY found.document_id

-- name: count_notes
-- Number of notes.
SELECT count(*) AS count
FROM note

-- name: documents_by_ids
-- Documents, in the order asked.
SELECT {columns}
FROM unnest(%(ids)s::text[]) WITH ORDINALITY AS wanted (wanted_id, place)
JOIN document
    ON document.id = wanted.wanted_id
ORDER BY wanted.place
