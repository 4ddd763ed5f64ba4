-- What OCR could not read is counted without a look at every picture.
-- depends: 0090.vision

CREATE INDEX document_picture_unread ON document_picture (document_id, sha256) WHERE origin IN ('unread', 'vision');
