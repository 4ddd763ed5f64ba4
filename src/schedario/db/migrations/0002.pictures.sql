-- What was read on the pictures inside documents, once for each, and where it stands.
-- depends: 0001.initial

CREATE TABLE picture_text (
    sha256     TEXT COLLATE "C" PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    engine     TEXT NOT NULL,
    origin     TEXT NOT NULL CHECK (origin IN ('ocr', 'vision', 'unread')),
    confidence REAL CHECK (confidence BETWEEN 0 AND 1),
    text       TEXT NOT NULL,
    CHECK ((origin = 'unread') = (text = ''))
);

CREATE TABLE document_picture (
    document_id  TEXT    COLLATE "C" NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    ordinal      INTEGER NOT NULL CHECK (ordinal >= 0),
    start_offset INTEGER NOT NULL CHECK (start_offset >= 0),
    end_offset   INTEGER NOT NULL CHECK (end_offset > start_offset),
    sha256       TEXT    COLLATE "C" NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    origin       TEXT    NOT NULL CHECK (origin IN ('ocr', 'vision', 'unread')),
    PRIMARY KEY (document_id, ordinal)
);

CREATE INDEX document_picture_sha256 ON document_picture (sha256);
