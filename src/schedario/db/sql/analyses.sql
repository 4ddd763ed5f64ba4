-- What presents documents, the pieces of unfinished analyses, and the categories.

-- name: insert_presentation
-- What was extracted to present a document that is written; what is there of the same text is as good or better.
INSERT INTO analysis (
    document_id, summary, description, key_terms, language, made_by, summary_fingerprint, description_fingerprint,
    categories_fingerprint
)
VALUES (
    %(document_id)s, %(summary)s, %(description)s, %(key_terms)s, %(language)s, %(made_by)s, %(summary_fingerprint)s,
    %(description_fingerprint)s, %(categories_fingerprint)s
)
ON CONFLICT (document_id) DO NOTHING

-- name: put_analysis
-- What presents a document, in place of what did.
INSERT INTO analysis (
    document_id, summary, description, key_terms, language, made_by, summary_fingerprint, description_fingerprint,
    categories_fingerprint
)
VALUES (
    %(document_id)s, %(summary)s, %(description)s, %(key_terms)s, %(language)s, %(made_by)s, %(summary_fingerprint)s,
    %(description_fingerprint)s, %(categories_fingerprint)s
)
ON CONFLICT (document_id) DO UPDATE
SET
    summary = excluded.summary,
    description = excluded.description,
    key_terms = excluded.key_terms,
    language = excluded.language,
    made_by = excluded.made_by,
    summary_fingerprint = excluded.summary_fingerprint,
    description_fingerprint = excluded.description_fingerprint,
    categories_fingerprint = excluded.categories_fingerprint,
    made_at = now(),
    failure_code = NULL,
    failure_message = NULL,
    failure_answer = NULL,
    failure_fingerprint = NULL

-- name: put_failure
-- Why a document could not be analysed; what presents it stays, and without any there is an empty one of no fingerprint.
INSERT INTO analysis (
    document_id, summary, description, key_terms, language, made_by, summary_fingerprint, description_fingerprint,
    categories_fingerprint, failure_code, failure_message, failure_answer, failure_fingerprint
)
VALUES (%(document_id)s, '', '', '{}', '', '', '', '', '', %(code)s, %(message)s, %(answer)s, %(fingerprint)s)
ON CONFLICT (document_id) DO UPDATE
SET
    failure_code = excluded.failure_code,
    failure_message = excluded.failure_message,
    failure_answer = excluded.failure_answer,
    failure_fingerprint = excluded.failure_fingerprint

-- name: insert_document_categories
-- Put a document into categories; those that were removed meanwhile are left out.
INSERT INTO document_category (document_id, category_id)
SELECT
    %(document_id)s,
    id
FROM category
WHERE id = ANY(%(categories)s::integer[])

-- name: delete_analysis
-- Remove what presents a document.
DELETE FROM analysis
WHERE document_id = %(id)s

-- name: delete_analysis_pieces
-- Remove the pieces of an analysis.
DELETE FROM analysis_piece
WHERE document_id = %(id)s

-- name: delete_document_categories
-- Take a document out of its categories.
DELETE FROM document_category
WHERE document_id = %(id)s

-- name: text_is
-- Whether a document is indexed with a text.
SELECT id
FROM document
WHERE id = %(id)s
    AND status = 'indexed'
    AND text_hash = %(text_hash)s

-- name: analysis_source
-- What a document is analysed from, beside its text and headings.
SELECT
    document.name,
    document.title,
    document.text_hash,
    document.language,
    coalesce(note.summary, '') AS noted,
    coalesce(analysis.key_terms, '{}') AS key_terms
FROM document
LEFT JOIN note
    ON note.document_id = document.id
LEFT JOIN analysis
    ON analysis.document_id = document.id
WHERE document.id = %(id)s
    AND document.status = 'indexed'
    AND document.characters > 0
    AND NOT document.addendum

-- name: heading_paths
-- The heading paths of a document's chunks, in order.
SELECT heading_path
FROM chunk
WHERE document_id = %(id)s
ORDER BY ordinal

-- name: analyses_of
-- What is kept of documents, with the names of their categories.
SELECT
    analysis.*,
    ARRAY(
        SELECT category.name
        FROM document_category
        JOIN category
            ON category.id = document_category.category_id
        WHERE document_category.document_id = analysis.document_id
        ORDER BY category.key
    ) AS categories
FROM analysis
WHERE document_id = ANY(%(documents)s)

-- name: analysis_pieces
-- The pieces of an unfinished analysis.
SELECT key, text
FROM analysis_piece
WHERE document_id = %(id)s

-- name: insert_analysis_piece
-- One piece of an unfinished analysis.
INSERT INTO analysis_piece (document_id, key, text)
VALUES (%(document_id)s, %(key)s, %(text)s)
ON CONFLICT (document_id, key) DO UPDATE
SET text = excluded.text

-- name: documents_to_analyse
-- Documents with text by path, with what their parts were made under; null where they have no analysis. All of them, or those
-- whose parts are not those of some fingerprints; what a model made is in force while no model is set.
SELECT
    document.id,
    document.name,
    document.characters,
    analysis.summary_fingerprint,
    analysis.description_fingerprint,
    analysis.categories_fingerprint
FROM document
LEFT JOIN analysis
    ON analysis.document_id = document.id
WHERE document.status = 'indexed'
    AND document.characters > 0
    AND NOT document.addendum
    AND (%(documents)s::text[] IS NULL OR document.id = ANY(%(documents)s::text[]))
    AND (
        %(everything)s
        OR analysis.document_id IS NULL
        OR (
            NOT (%(extracting)s AND analysis.made_by <> '')
            AND (
                analysis.summary_fingerprint <> %(summary)s
                OR analysis.description_fingerprint <> %(description)s
                OR (%(categories)s <> '' AND analysis.categories_fingerprint <> %(categories)s)
            )
        )
    )
    AND (%(everything)s OR analysis.failure_fingerprint IS DISTINCT FROM %(whole)s)
ORDER BY document.path

-- name: forget_fingerprints
-- Make analyses stale, of some documents or of all, and forget that they failed; or extracts alone.
UPDATE analysis
SET
    summary_fingerprint = '',
    description_fingerprint = '',
    categories_fingerprint = '',
    failure_code = NULL,
    failure_message = NULL,
    failure_answer = NULL,
    failure_fingerprint = NULL
WHERE (%(documents)s::text[] IS NULL OR document_id = ANY(%(documents)s::text[]))
    AND (made_by = '' OR NOT %(extracts_only)s)

-- name: forget_failures
-- Forget that the analyses of documents failed.
UPDATE analysis
SET
    failure_code = NULL,
    failure_message = NULL,
    failure_answer = NULL,
    failure_fingerprint = NULL
WHERE failure_code IS NOT NULL
    AND document_id = ANY(%(documents)s::text[])

-- name: count_analyses
-- Documents with text: how many there are, are presented by a model or an extract, failed, and have which stale part.
SELECT
    count(*) AS documents,
    count(*) FILTER (WHERE analysis.made_by <> '') AS written,
    count(*) FILTER (WHERE analysis.made_by = '' AND analysis.description <> '') AS extracted,
    count(*) FILTER (WHERE analysis.failure_code IS NOT NULL) AS failed,
    count(*) FILTER (
        WHERE analysis.made_by <> '' AND NOT %(extracting)s AND analysis.summary_fingerprint <> %(summary)s
    ) AS summary,
    count(*) FILTER (
        WHERE analysis.made_by <> '' AND NOT %(extracting)s AND analysis.description_fingerprint <> %(description)s
    ) AS description,
    count(*) FILTER (
        WHERE analysis.made_by <> ''
            AND NOT %(extracting)s
            AND %(categories)s <> ''
            AND analysis.categories_fingerprint <> %(categories)s
    ) AS categories
FROM document
LEFT JOIN analysis
    ON analysis.document_id = document.id
WHERE document.status = 'indexed'
    AND document.characters > 0
    AND NOT document.addendum

-- name: categories
-- All categories by name.
SELECT
    id,
    name
FROM category
ORDER BY key

-- name: list_categories
-- All categories by name, with the number of documents in each.
SELECT
    category.id,
    category.name,
    (SELECT count(*) FROM document_category WHERE document_category.category_id = category.id) AS documents
FROM category
ORDER BY category.key

-- name: insert_category
-- A new category; nothing comes back when one of that name is there.
INSERT INTO category (name, key)
VALUES (%(name)s, %(key)s)
ON CONFLICT (key) DO NOTHING
RETURNING id

-- name: rename_category
-- Another name for a category, unless another one has it.
UPDATE category
SET
    name = %(name)s,
    key = %(key)s
WHERE id = %(id)s
    AND NOT EXISTS (SELECT FROM category AS other WHERE other.key = %(key)s AND other.id <> %(id)s)

-- name: delete_category
-- Remove a category, also from its documents.
DELETE FROM category
WHERE id = %(id)s

-- name: model_speed
-- What the calls of a model took so far.
SELECT calls, seconds
FROM model_speed
WHERE model = %(model)s

-- name: note_call
-- Count a call of a model. The half of what is old is forgotten now and then, so that a faster machine shows.
INSERT INTO model_speed (model, calls, seconds)
VALUES (%(model)s, 1, %(seconds)s)
ON CONFLICT (model) DO UPDATE
SET
    calls = CASE WHEN model_speed.calls >= 200 THEN model_speed.calls / 2 ELSE model_speed.calls END + 1,
    seconds = CASE WHEN model_speed.calls >= 200 THEN model_speed.seconds / 2 ELSE model_speed.seconds END + %(seconds)s
