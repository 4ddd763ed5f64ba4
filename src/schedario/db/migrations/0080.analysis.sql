-- What presents documents: summaries, descriptions, categories, how they were made, and the pieces of unfinished ones.
-- depends: 0071.setting_override

CREATE TABLE analysis (
    document_id             TEXT        COLLATE "C" PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
    summary                 TEXT        NOT NULL,
    description             TEXT        NOT NULL,
    key_terms               TEXT[]      NOT NULL,
    language                TEXT        NOT NULL,
    made_by                 TEXT        NOT NULL,
    summary_fingerprint     TEXT        NOT NULL,
    description_fingerprint TEXT        NOT NULL,
    categories_fingerprint  TEXT        NOT NULL,
    made_at                 TIMESTAMPTZ NOT NULL DEFAULT now(),
    failure_code            TEXT,
    failure_message         TEXT,
    failure_answer          TEXT,
    failure_fingerprint     TEXT,
    CHECK ((failure_code IS NULL) = (failure_message IS NULL)),
    CHECK ((failure_code IS NULL) = (failure_answer IS NULL)),
    CHECK ((failure_code IS NULL) = (failure_fingerprint IS NULL))
);

CREATE TABLE analysis_piece (
    document_id TEXT COLLATE "C" NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    key         TEXT COLLATE "C" NOT NULL,
    text        TEXT NOT NULL CHECK (text <> ''),
    PRIMARY KEY (document_id, key)
);

CREATE TABLE category (
    id   INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT    NOT NULL CHECK (name <> ''),
    key  TEXT    COLLATE "C" NOT NULL UNIQUE
);

CREATE TABLE document_category (
    document_id TEXT    COLLATE "C" NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
    PRIMARY KEY (document_id, category_id)
);

CREATE INDEX document_category_category ON document_category (category_id);

CREATE TABLE model_speed (
    model   TEXT             COLLATE "C" PRIMARY KEY,
    calls   BIGINT           NOT NULL CHECK (calls >= 1),
    seconds DOUBLE PRECISION NOT NULL CHECK (seconds >= 0)
);
