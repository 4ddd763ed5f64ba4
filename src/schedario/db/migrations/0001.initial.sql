-- The first schema of an archive; applied with the archive's schema first in the search path.
-- depends:

CREATE TABLE document (
    id              TEXT        COLLATE "C" PRIMARY KEY CHECK (id ~ '^[a-hjkmnp-z2-9]{8}$'),
    path            BYTEA       NOT NULL UNIQUE CHECK (length(path) > 0),
    name            TEXT        NOT NULL,
    collection      TEXT        NOT NULL DEFAULT 'default',
    status          TEXT        NOT NULL CHECK (status IN ('indexed', 'duplicate', 'skipped', 'failed')),
    problem_code    TEXT,
    problem_message TEXT,
    duplicate_of    TEXT        COLLATE "C" REFERENCES document (id) ON DELETE SET NULL CHECK (duplicate_of <> id),
    size_bytes      BIGINT      NOT NULL CHECK (size_bytes >= 0),
    modified        TIMESTAMPTZ NOT NULL,
    content_hash    TEXT        COLLATE "C" NOT NULL,
    text_hash       TEXT        COLLATE "C" NOT NULL DEFAULT '',
    media_type      TEXT        NOT NULL DEFAULT '',
    title           TEXT        NOT NULL DEFAULT '',
    language        TEXT        NOT NULL DEFAULT '',
    fingerprint     TEXT        NOT NULL DEFAULT '',
    warnings        TEXT[]      NOT NULL DEFAULT '{}',
    pages           INTEGER     NOT NULL DEFAULT 0 CHECK (pages >= 0),
    chunks          INTEGER     NOT NULL DEFAULT 0 CHECK (chunks >= 0),
    characters      INTEGER     NOT NULL DEFAULT 0 CHECK (characters >= 0),
    indexed_at      TIMESTAMPTZ NOT NULL DEFAULT now(),
    CHECK ((problem_code IS NULL) = (problem_message IS NULL)),
    CHECK (status NOT IN ('skipped', 'failed') OR problem_code IS NOT NULL),
    CHECK (status <> 'duplicate' OR problem_code IS NULL),
    CHECK (status = 'duplicate' OR duplicate_of IS NULL)
);

CREATE UNIQUE INDEX document_text_hash ON document (text_hash) WHERE status = 'indexed';

CREATE INDEX document_content_hash ON document (content_hash) WHERE status = 'indexed';

CREATE INDEX document_duplicate_of ON document (duplicate_of) WHERE duplicate_of IS NOT NULL;

CREATE INDEX document_orphan ON document (text_hash) WHERE status = 'duplicate' AND duplicate_of IS NULL;

CREATE TABLE text_block (
    document_id TEXT    COLLATE "C" NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    ordinal     INTEGER NOT NULL CHECK (ordinal >= 0),
    text        TEXT    NOT NULL CHECK (char_length(text) BETWEEN 1 AND 4096),
    PRIMARY KEY (document_id, ordinal)
);

CREATE TABLE page (
    document_id  TEXT    COLLATE "C" NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    ordinal      INTEGER NOT NULL CHECK (ordinal >= 0),
    start_offset INTEGER NOT NULL CHECK (start_offset >= 0),
    end_offset   INTEGER NOT NULL CHECK (end_offset >= start_offset),
    number       INTEGER,
    kind         TEXT    NOT NULL CHECK (kind IN ('page', 'sheet', 'slide', 'body')),
    label        TEXT    NOT NULL,
    origin       TEXT    NOT NULL CHECK (origin IN ('text', 'ocr', 'vision', 'unread')),
    PRIMARY KEY (document_id, ordinal)
);

CREATE TABLE chunk (
    id           BIGINT   GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    ordinal      INTEGER  NOT NULL CHECK (ordinal >= 0),
    start_offset INTEGER  NOT NULL CHECK (start_offset >= 0),
    end_offset   INTEGER  NOT NULL CHECK (end_offset > start_offset),
    page_ordinal INTEGER  NOT NULL,
    first_row    INTEGER,
    last_row     INTEGER,
    tokens       INTEGER  NOT NULL CHECK (tokens >= 0),
    document_id  TEXT     COLLATE "C" NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    language     TEXT     NOT NULL,
    heading_path TEXT[]   NOT NULL,
    lexemes      TSVECTOR NOT NULL,
    UNIQUE (document_id, ordinal),
    FOREIGN KEY (document_id, page_ordinal) REFERENCES page (document_id, ordinal) ON DELETE CASCADE
);

ALTER TABLE chunk ALTER COLUMN lexemes SET STORAGE MAIN;

CREATE INDEX chunk_lexemes ON chunk USING gin (lexemes) WITH (fastupdate = off);

CREATE TABLE embedding_space (
    id          INTEGER     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    model       TEXT        NOT NULL,
    dimensions  INTEGER     NOT NULL CHECK (dimensions BETWEEN 1 AND 4000),
    fingerprint TEXT        NOT NULL UNIQUE,
    active      BOOLEAN     NOT NULL,
    created_at  TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE UNIQUE INDEX embedding_space_active ON embedding_space (active) WHERE active;

CREATE TABLE embedding (
    chunk_id BIGINT  NOT NULL REFERENCES chunk (id) ON DELETE CASCADE,
    space_id INTEGER NOT NULL REFERENCES embedding_space (id),
    vector   HALFVEC NOT NULL,
    PRIMARY KEY (chunk_id, space_id)
);

ALTER TABLE embedding ALTER COLUMN vector SET STORAGE PLAIN;

CREATE TABLE lexeme_frequency (
    lexeme TEXT    COLLATE "C" PRIMARY KEY,
    chunks INTEGER NOT NULL CHECK (chunks >= 0)
) WITH (fillfactor = 80);

CREATE TABLE counter (
    id        BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (id),
    documents BIGINT  NOT NULL DEFAULT 0 CHECK (documents >= 0),
    chunks    BIGINT  NOT NULL DEFAULT 0 CHECK (chunks >= 0)
) WITH (fillfactor = 10);

INSERT INTO counter DEFAULT VALUES;

CREATE TABLE search_run (
    id                 BIGINT      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    asked_at           TIMESTAMPTZ NOT NULL DEFAULT now(),
    query              TEXT        NOT NULL,
    documents_searched BIGINT      NOT NULL,
    floor              REAL        NOT NULL,
    best_score         REAL,
    degraded           TEXT[]      NOT NULL
);

CREATE TABLE search_run_step (
    run_id       BIGINT  NOT NULL REFERENCES search_run (id) ON DELETE CASCADE,
    ordinal      INTEGER NOT NULL,
    name         TEXT    NOT NULL,
    milliseconds REAL    NOT NULL,
    count        INTEGER NOT NULL,
    note         TEXT    NOT NULL,
    documents    TEXT[]  COLLATE "C" NOT NULL,
    PRIMARY KEY (run_id, ordinal)
);

CREATE INDEX search_run_step_documents ON search_run_step USING gin (documents);

CREATE TABLE search_run_passage (
    run_id       BIGINT  NOT NULL REFERENCES search_run (id) ON DELETE CASCADE,
    ordinal      INTEGER NOT NULL,
    document_id  TEXT    COLLATE "C" NOT NULL,
    start_offset INTEGER NOT NULL,
    end_offset   INTEGER NOT NULL,
    score        REAL    NOT NULL,
    PRIMARY KEY (run_id, ordinal)
);

CREATE INDEX search_run_passage_document ON search_run_passage (document_id);
