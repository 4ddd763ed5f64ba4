-- What a model that sees made of pictures and pages that OCR could not read.

-- name: vision_reading
-- What a model made last of a picture or page.
SELECT
    sha256,
    text,
    description
FROM vision_reading
WHERE sha256 = %(sha256)s
    AND (text <> '' OR description <> '')

-- name: waiting_images
-- Pictures and pages of a document about which a model was not asked, in order.
SELECT
    sha256,
    min(subject) AS subject
FROM (
    SELECT
        sha256,
        start_offset AS place,
        'picture' AS subject
    FROM document_picture
    WHERE document_id = %(id)s
        AND origin IN ('unread', 'vision')
    UNION ALL
    SELECT
        sha256,
        start_offset AS place,
        CASE WHEN origin IN ('unread', 'vision') THEN 'page' ELSE 'tables' END AS subject
    FROM page
    WHERE document_id = %(id)s
        AND sha256 IS NOT NULL
) AS image
WHERE NOT EXISTS (
        SELECT
        FROM vision_reading
        WHERE vision_reading.sha256 = image.sha256
            AND vision_reading.engine = %(engine)s
            AND vision_reading.settled
    )
GROUP BY sha256
ORDER BY min(place), sha256

-- name: vision_calls
-- How often a model was called for the pictures and pages of a document.
SELECT
    coalesce(sum(calls), 0)::integer AS calls
FROM vision_reading
WHERE engine = %(engine)s
    AND sha256 IN (
        SELECT sha256
        FROM document_picture
        WHERE document_id = %(id)s
            AND origin IN ('unread', 'vision')
        UNION
        SELECT sha256
        FROM page
        WHERE document_id = %(id)s
            AND sha256 IS NOT NULL
    )

-- name: vision_attempt
-- How asking a model about a picture or page ended.
SELECT
    sha256,
    engine,
    calls,
    settled,
    problem,
    answer
FROM vision_reading
WHERE sha256 = %(sha256)s
    AND engine = %(engine)s

-- name: put_vision_reading
-- Keep what a model said of a picture or page that some document shows; nothing comes back when the text is as it was.
WITH before AS (
    SELECT
        text,
        description
    FROM vision_reading
    WHERE sha256 = %(sha256)s
)
INSERT INTO vision_reading AS reading (sha256, engine, calls, settled, problem, answer, text, description)
SELECT
    %(sha256)s,
    %(engine)s,
    %(calls)s,
    %(settled)s,
    %(problem)s,
    %(answer)s,
    coalesce(%(text)s, ''),
    coalesce(%(description)s, '')
WHERE EXISTS (
        SELECT
        FROM document_picture
        WHERE sha256 = %(sha256)s
    )
    OR EXISTS (
        SELECT
        FROM page
        WHERE sha256 = %(sha256)s
    )
ON CONFLICT (sha256) DO UPDATE
SET
    engine = excluded.engine,
    calls = excluded.calls,
    settled = excluded.settled,
    asked_at = now(),
    problem = excluded.problem,
    answer = excluded.answer,
    text = coalesce(%(text)s, reading.text),
    description = coalesce(%(description)s, reading.description)
RETURNING
    (text, description) IS DISTINCT FROM (
        coalesce((SELECT text FROM before), ''),
        coalesce((SELECT description FROM before), '')
    ) AS is_new

-- name: outdate_showing
-- Mark the documents that show a picture or page: their text is not what would be made of it now.
UPDATE document
SET fingerprint = %(fingerprint)s
WHERE status = 'indexed'
    AND id IN (
        SELECT document_id
        FROM document_picture
        WHERE sha256 = %(sha256)s
        UNION
        SELECT document_id
        FROM page
        WHERE sha256 = %(sha256)s
    )

-- name: read_images_of
-- Pictures and pages of a document about which a model was asked.
SELECT
    sha256
FROM vision_reading
WHERE sha256 IN (
        SELECT sha256
        FROM document_picture
        WHERE document_id = %(id)s
        UNION
        SELECT sha256
        FROM page
        WHERE document_id = %(id)s
    )

-- name: forget_unseen
-- Forget what a model made of those pictures and pages that no document shows any more.
DELETE FROM vision_reading
WHERE sha256 = ANY(%(sha256s)s)
    AND NOT EXISTS (
        SELECT
        FROM document_picture
        WHERE document_picture.sha256 = vision_reading.sha256
    )
    AND NOT EXISTS (
        SELECT
        FROM page
        WHERE page.sha256 = vision_reading.sha256
    )

-- name: forget_vision_failures
-- Let a model be asked again about what it gave no answer that could be used: in some documents, or in all.
UPDATE vision_reading
SET
    engine = '',
    calls = 0
WHERE problem <> ''
    AND (
        %(ids)s::text[] IS NULL
        OR sha256 IN (
            SELECT sha256
            FROM document_picture
            WHERE document_id = ANY(%(ids)s::text[])
            UNION
            SELECT sha256
            FROM page
            WHERE document_id = ANY(%(ids)s::text[])
        )
    )

-- name: waiting_documents
-- Documents with pictures or pages about which a model was not asked, and may be.
WITH image AS (
    SELECT document_id, sha256
    FROM document_picture
    WHERE origin IN ('unread', 'vision')
    UNION
    SELECT document_id, sha256
    FROM page
    WHERE sha256 IS NOT NULL
)
SELECT
    document_id AS id
FROM image
LEFT JOIN vision_reading AS reading
    ON reading.sha256 = image.sha256
    AND reading.engine = %(engine)s
GROUP BY document_id
HAVING bool_or(reading.settled IS NOT TRUE)
    AND coalesce(sum(reading.calls), 0) < %(most_calls)s
ORDER BY document_id

-- name: count_images
-- Pictures and pages that OCR could not read, each once, by what became of them: of an archive, or of one document.
WITH image AS (
    SELECT document_id, sha256
    FROM document_picture
    WHERE origin IN ('unread', 'vision')
        AND (%(id)s::text IS NULL OR document_id = %(id)s)
    UNION
    SELECT document_id, sha256
    FROM page
    WHERE sha256 IS NOT NULL
        AND (%(id)s::text IS NULL OR document_id = %(id)s)
),
asked AS (
    SELECT
        image.sha256,
        reading.engine = %(engine)s AND reading.settled AND %(engine)s <> '' AS is_asked,
        reading.text <> '' OR reading.description <> '' AS is_read,
        %(engine)s <> ''
        AND coalesce(sum(reading.calls) FILTER (WHERE reading.engine = %(engine)s) OVER same, 0) >= %(most_calls)s
            AS is_full
    FROM image
    LEFT JOIN vision_reading AS reading
        ON reading.sha256 = image.sha256
    WINDOW same AS (PARTITION BY image.document_id)
),
each AS (
    SELECT
        sha256,
        coalesce(bool_or(is_read), FALSE) AS is_read,
        coalesce(bool_or(is_asked), FALSE) AS is_asked,
        bool_and(is_full) AS is_full
    FROM asked
    GROUP BY sha256
)
SELECT
    count(*) FILTER (WHERE is_read AND (is_asked OR is_full OR %(engine)s = '')) AS read,
    count(*) FILTER (WHERE NOT is_asked AND NOT is_full AND NOT (is_read AND %(engine)s = '')) AS waiting,
    count(*) FILTER (WHERE is_asked AND NOT is_read) AS failed,
    count(*) FILTER (WHERE NOT is_asked AND is_full AND NOT is_read) AS beyond
FROM each
