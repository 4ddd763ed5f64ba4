-- What was read on pictures, and where it stands in the documents; written within the document's write.

-- name: picture_text
-- What an engine read on a picture.
SELECT
    sha256,
    text,
    confidence,
    engine,
    origin
FROM picture_text
WHERE sha256 = %(sha256)s
    AND engine = %(engine)s

-- name: put_picture_text
-- Keep what was read on a picture; another engine's reading gives way.
INSERT INTO picture_text (sha256, text, confidence, engine, origin)
VALUES (%(sha256)s, %(text)s, %(confidence)s, %(engine)s, %(origin)s)
ON CONFLICT (sha256) DO UPDATE
SET
    text = excluded.text,
    confidence = excluded.confidence,
    engine = excluded.engine,
    origin = excluded.origin
WHERE picture_text.engine <> excluded.engine

-- name: copy_pictures
-- Where the pictures of a document stand in its text, in order.
COPY document_picture (document_id, ordinal, start_offset, end_offset, sha256, origin)
FROM STDIN (FORMAT BINARY)

-- name: delete_pictures
-- Forget a document's pictures, and what was read on those that no other document shows.
WITH gone AS (
    DELETE FROM document_picture
    WHERE document_id = %(id)s
    RETURNING sha256
)
DELETE FROM picture_text
USING gone
WHERE picture_text.sha256 = gone.sha256
    AND NOT EXISTS (
        SELECT
        FROM document_picture AS other
        WHERE other.sha256 = gone.sha256
            AND other.document_id <> %(id)s
    )
