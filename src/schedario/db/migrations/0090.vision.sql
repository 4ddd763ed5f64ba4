-- What a model that sees made of pictures and pages that OCR could not read.
-- depends: 0080.analysis

ALTER TABLE page ADD COLUMN sha256 TEXT COLLATE "C" CHECK (sha256 ~ '^[0-9a-f]{64}$');

CREATE INDEX page_sha256 ON page (sha256) WHERE sha256 IS NOT NULL;

CREATE TABLE vision_reading (
    sha256      TEXT        COLLATE "C" PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    engine      TEXT        NOT NULL,
    calls       INTEGER     NOT NULL CHECK (calls >= 0),
    settled     BOOLEAN     NOT NULL,
    asked_at    TIMESTAMPTZ NOT NULL DEFAULT now(),
    problem     TEXT        NOT NULL,
    answer      TEXT        NOT NULL,
    text        TEXT        NOT NULL CHECK (length(text) <= 8000),
    description TEXT        NOT NULL CHECK (length(description) <= 2000)
);
