-- The schema of one archive as it is now, to be read. The database is made by migrations/; a test proves both equal.

-- One row for each file path that was ever looked at and not removed. The id is public and stays with the path; path holds
-- the bytes as on disk, name is for people. For an indexed document, problem_* say why a
-- newer version on disk is not indexed (the document is stale). A duplicate without an original is to be indexed anew.
-- A member, a file that lies inside another, names that one as its container, and the key by which it is found in it; its path
-- is the container's with "!/" and its name. members_settled is null for a document without members, and false until all are done.
-- An addendum, a note that a person hangs on a document, is kept as a member that is in no file.
-- attempt_hash and attempt_fingerprint are of the bytes that were tried last, which are not the indexed ones of a stale document;
-- attempts counts how often those bytes were tried. link_keys are what links to it are looked up by: its name, title and
-- aliases without regard to case, Unicode form and the ending of a note.
CREATE TABLE document (
    id              TEXT        COLLATE "C" PRIMARY KEY CHECK (id ~ '^[a-hjkmnp-z2-9]{8}$'),
    path            BYTEA       NOT NULL CHECK (length(path) > 0),
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
    container_id    TEXT        COLLATE "C" REFERENCES document (id),
    member_key      TEXT        NOT NULL DEFAULT '',
    members_settled BOOLEAN,
    first_seen_at       TIMESTAMPTZ NOT NULL DEFAULT now(),
    attempts            INTEGER     NOT NULL DEFAULT 1 CHECK (attempts >= 1),
    attempted_at        TIMESTAMPTZ NOT NULL DEFAULT now(),
    attempt_hash        TEXT        COLLATE "C" NOT NULL DEFAULT '',
    attempt_fingerprint TEXT        NOT NULL DEFAULT '',
    link_keys           TEXT[]      NOT NULL DEFAULT '{}',
    addendum            BOOLEAN     NOT NULL DEFAULT FALSE,
    CONSTRAINT document_addendum_of CHECK (NOT addendum OR container_id IS NOT NULL),
    CONSTRAINT document_container_other CHECK (container_id <> id),
    CONSTRAINT document_members_indexed CHECK (members_settled IS NULL OR status = 'indexed'),
    UNIQUE NULLS NOT DISTINCT (path, container_id),
    CHECK ((problem_code IS NULL) = (problem_message IS NULL)),
    CHECK (status NOT IN ('skipped', 'failed') OR problem_code IS NOT NULL),
    CHECK (status <> 'duplicate' OR problem_code IS NULL),
    CHECK (status = 'duplicate' OR duplicate_of IS NULL)
);

-- One indexed document for a text: who comes second becomes a duplicate.
CREATE UNIQUE INDEX document_text_hash ON document (text_hash) WHERE status = 'indexed';

CREATE INDEX document_content_hash ON document (content_hash) WHERE status = 'indexed';

CREATE INDEX document_container ON document (container_id) WHERE container_id IS NOT NULL;

CREATE INDEX document_duplicate_of ON document (duplicate_of) WHERE duplicate_of IS NOT NULL;

CREATE INDEX document_link_keys ON document USING gin (link_keys);

CREATE INDEX document_orphan ON document (text_hash) WHERE status = 'duplicate' AND duplicate_of IS NULL;

-- The whole normalised text of an indexed document in pieces of 4096 characters (the last is shorter), so that a passage is
-- cut out of a long text by reading a few of them: within one value, PostgreSQL counts characters from the start.
CREATE TABLE text_block (
    document_id TEXT    COLLATE "C" NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    ordinal     INTEGER NOT NULL CHECK (ordinal >= 0),
    text        TEXT    NOT NULL CHECK (char_length(text) BETWEEN 1 AND 4096),
    PRIMARY KEY (document_id, ordinal)
);

-- What is kept of an indexed note beside its text. tag_keys are its tags and all above them without regard to case; lexemes
-- are the analyser's of title, aliases, tags and summary.
CREATE TABLE note (
    document_id TEXT     COLLATE "C" PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
    tags        TEXT[]   NOT NULL,
    tag_keys    TEXT[]   NOT NULL,
    aliases     TEXT[]   NOT NULL,
    summary     TEXT     NOT NULL,
    dated       DATE,
    lexemes     TSVECTOR NOT NULL
);

CREATE INDEX note_tag_keys ON note USING gin (tag_keys);

CREATE INDEX note_lexemes ON note USING gin (lexemes);

-- What an indexed document links to, as written. Where a link leads is not kept: it is found by the key among the documents'
-- link_keys when somebody asks, so that it is true of what is there.
CREATE TABLE link (
    document_id TEXT    COLLATE "C" NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    ordinal     INTEGER NOT NULL CHECK (ordinal >= 0),
    kind        TEXT    NOT NULL CHECK (kind IN ('wiki', 'embed', 'markdown', 'html')),
    target      TEXT    NOT NULL CHECK (target <> ''),
    heading     TEXT    NOT NULL,
    key         TEXT    COLLATE "C" NOT NULL,
    PRIMARY KEY (document_id, ordinal)
);

CREATE INDEX link_key ON link (key);

-- The least hashes of the shingles of an indexed document's text, ascending, 128 at most: by them versions of one document
-- are recognised. The sixteen least are enough to find those that may be.
CREATE TABLE text_sketch (
    document_id TEXT     COLLATE "C" PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
    hashes      BIGINT[] NOT NULL CHECK (cardinality(hashes) > 0)
);

CREATE INDEX text_sketch_least ON text_sketch USING gin ((hashes[1:16]));

-- A range of a document's text that is one page, sheet or slide, or the body of a file without pages. A flattened one shows
-- a table whose columns could not be told apart.
CREATE TABLE page (
    document_id  TEXT    COLLATE "C" NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    ordinal      INTEGER NOT NULL CHECK (ordinal >= 0),
    start_offset INTEGER NOT NULL CHECK (start_offset >= 0),
    end_offset   INTEGER NOT NULL CHECK (end_offset >= start_offset),
    number       INTEGER,
    kind         TEXT    NOT NULL CHECK (kind IN ('page', 'sheet', 'slide', 'body')),
    label        TEXT    NOT NULL,
    origin       TEXT    NOT NULL CHECK (origin IN ('text', 'ocr', 'vision', 'unread')),
    flattened    BOOLEAN NOT NULL DEFAULT FALSE,
    confidence   REAL    CHECK (confidence BETWEEN 0 AND 1),
    sha256       TEXT    COLLATE "C" CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    PRIMARY KEY (document_id, ordinal)
);

CREATE INDEX page_sha256 ON page (sha256) WHERE sha256 IS NOT NULL;

-- What an engine read on a picture inside documents, by the hash of the picture's bytes; empty when it shows something
-- without text. It goes with the last document that shows the picture.
CREATE TABLE picture_text (
    sha256     TEXT COLLATE "C" PRIMARY KEY CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    engine     TEXT NOT NULL,
    origin     TEXT NOT NULL CHECK (origin IN ('ocr', 'vision', 'unread')),
    confidence REAL CHECK (confidence BETWEEN 0 AND 1),
    text       TEXT NOT NULL,
    CHECK ((origin = 'unread') = (text = ''))
);

-- A range of a document's text that stands for a picture, and how it was read.
CREATE TABLE document_picture(
    document_id  TEXT    COLLATE "C" NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    ordinal      INTEGER NOT NULL CHECK (ordinal >= 0),
    start_offset INTEGER NOT NULL CHECK (start_offset >= 0),
    end_offset   INTEGER NOT NULL CHECK (end_offset > start_offset),
    sha256       TEXT    COLLATE "C" NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
    origin       TEXT    NOT NULL CHECK (origin IN ('ocr', 'vision', 'unread')),
    PRIMARY KEY (document_id, ordinal)
);

CREATE INDEX document_picture_sha256 ON document_picture (sha256);

CREATE INDEX document_picture_unread ON document_picture (document_id, sha256) WHERE origin IN ('unread', 'vision');

-- What a model that sees made of a picture or page that OCR could not read, by its hash; it goes with the last document
-- that shows it. engine is who was asked last, and what; text and description are of the last answer that could be used,
-- problem and answer of one that could not; it is settled when
-- nobody is to be asked again. An answer without both found nothing.
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

-- A range of a document's text that is embedded and found as one unit; offsets count characters. header_* is the range of
-- the header of the table in whose rows it begins, which is embedded before it.
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
    header_start INTEGER  CHECK (header_start >= 0),
    header_end   INTEGER,
    CHECK ((header_start IS NULL) = (header_end IS NULL) AND header_end > header_start),
    UNIQUE (document_id, ordinal),
    FOREIGN KEY (document_id, page_ordinal) REFERENCES page (document_id, ordinal) ON DELETE CASCADE
);

-- Lexemes are the analyser's, without positions. Kept in the row: a search reads them by the thousand.
ALTER TABLE chunk ALTER COLUMN lexemes SET STORAGE MAIN;

-- Without a pending list, which every search after a large write would have to read through.
CREATE INDEX chunk_lexemes ON chunk USING gin (lexemes) WITH (fastupdate = off);

-- One exact way of making vectors; one is active, others are being built or were kept: a chunk may have no vector in those.
-- What follows created_at is empty for the bundled model: a hash of the embedder's settings, the model's version in its
-- host's words, the vector of a fixed text where the host has none, what was decided about centering, and how the model is
-- asked (no address and no key). Each space has an index of its own, made with it:
--     CREATE INDEX embedding_space_<id>_hnsw ON embedding
--     USING hnsw ((vector::halfvec(<dimensions>)) halfvec_ip_ops) WHERE space_id = <id>
CREATE TABLE embedding_space (
    id          INTEGER     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    model       TEXT        NOT NULL,
    dimensions  INTEGER     NOT NULL CHECK (dimensions BETWEEN 1 AND 4000),
    fingerprint TEXT        NOT NULL UNIQUE,
    active      BOOLEAN     NOT NULL,
    created_at  TIMESTAMPTZ NOT NULL DEFAULT now(),
    definition  TEXT        NOT NULL DEFAULT '',
    version     TEXT        NOT NULL DEFAULT '',
    probe       REAL[]      NOT NULL DEFAULT '{}',
    centering   TEXT        NOT NULL DEFAULT '',
    recipe      JSONB       NOT NULL DEFAULT '{}'
);

CREATE UNIQUE INDEX embedding_space_active ON embedding_space (active) WHERE active;

-- The mean vector of a language, taken out of the vectors of a space; none for a space that is not centered, and for the
-- bundled model, whose means come with it.
CREATE TABLE language_mean (
    space_id INTEGER NOT NULL REFERENCES embedding_space (id) ON DELETE CASCADE,
    language TEXT    COLLATE "C" NOT NULL,
    vector   REAL[]  NOT NULL,
    PRIMARY KEY (space_id, language)
);

-- The vector of a chunk in a space, of unit length, in half precision, and the vectors of its tokens at one bit for each of
-- their dimensions, token after token.
CREATE TABLE embedding (
    chunk_id    BIGINT  NOT NULL REFERENCES chunk (id) ON DELETE CASCADE,
    space_id    INTEGER NOT NULL REFERENCES embedding_space (id),
    vector      HALFVEC NOT NULL,
    token_codes BYTEA   NOT NULL DEFAULT '',
    PRIMARY KEY (chunk_id, space_id)
);

-- Kept in the row: scoring reads vectors by the hundred.
ALTER TABLE embedding ALTER COLUMN vector SET STORAGE PLAIN;

-- Kept beside it, and as it is: bits like these cannot be compressed, and are read for the best candidates alone.
ALTER TABLE embedding ALTER COLUMN token_codes SET STORAGE EXTERNAL;

-- In how many chunks each lexeme occurs; kept in the transaction that writes or removes the chunks.
CREATE TABLE lexeme_frequency (
    lexeme TEXT    COLLATE "C" PRIMARY KEY,
    chunks INTEGER NOT NULL CHECK (chunks >= 0)
) WITH (fillfactor = 80);

-- The numbers of indexed documents and of chunks, kept in the same transactions; one row.
CREATE TABLE counter (
    id        BOOLEAN PRIMARY KEY DEFAULT TRUE CHECK (id),
    documents BIGINT  NOT NULL DEFAULT 0 CHECK (documents >= 0),
    chunks    BIGINT  NOT NULL DEFAULT 0 CHECK (chunks >= 0)
) WITH (fillfactor = 10);

INSERT INTO counter DEFAULT VALUES;

-- How many of the chunks are in documents of each language.
CREATE TABLE language_counter (
    language TEXT   COLLATE "C" PRIMARY KEY,
    chunks   BIGINT NOT NULL CHECK (chunks >= 0)
) WITH (fillfactor = 10);

-- One row for each search. Its steps and passages hold ids, places and scores, never a document's text; a document that is
-- removed is dropped from them.
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

-- The queue's own tables, functions and triggers are those of procrastinate (procrastinate_jobs, _events, _workers and
-- _periodic_defers); they are made from the package's own migrations, and left out here.
CREATE INDEX procrastinate_jobs_lock ON procrastinate_jobs (lock);

-- Why a job did not come to its end, how often so far, and when last. A job that is done is removed with it.
CREATE TABLE job_trouble (
    job_id   BIGINT      PRIMARY KEY REFERENCES procrastinate_jobs (id) ON DELETE CASCADE,
    failures INTEGER     NOT NULL CHECK (failures >= 1),
    code     TEXT        NOT NULL,
    message  TEXT        NOT NULL,
    at       TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- One row while the queue is paused.
CREATE TABLE queue_pause (
    id        BOOLEAN     PRIMARY KEY DEFAULT TRUE CHECK (id),
    paused_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- A folder or a repository that is kept up to date. The root holds the bytes as on disk; identity says by which device and
-- number the operating system knew it at the last completed scan, so that another disk in its place is noticed.
CREATE TABLE source (
    id            INTEGER     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind          TEXT        NOT NULL CHECK (kind IN ('folder', 'git')),
    root          BYTEA       NOT NULL CHECK (length(root) > 0),
    branch        TEXT        NOT NULL DEFAULT '',
    include       TEXT[]      NOT NULL DEFAULT '{}',
    exclude       TEXT[]      NOT NULL DEFAULT '{}',
    every_minutes INTEGER     NOT NULL DEFAULT 0 CHECK (every_minutes >= 0),
    paused        BOOLEAN     NOT NULL DEFAULT FALSE,
    identity      TEXT        NOT NULL DEFAULT '',
    scanned_at    TIMESTAMPTZ,
    problem       TEXT        NOT NULL DEFAULT '',
    UNIQUE (kind, root, branch),
    CHECK ((kind = 'git') = (branch <> ''))
);

-- A file of a source whose document is settled, by its path below the root. While its version (size and times, or the key
-- of its bytes in a repository) and the attempt (rules and settings) are the same, it need not be looked at. It goes with its
-- document.
CREATE TABLE source_file (
    source_id   INTEGER NOT NULL REFERENCES source (id) ON DELETE CASCADE,
    path        BYTEA   NOT NULL CHECK (length(path) > 0),
    size_bytes  BIGINT  NOT NULL CHECK (size_bytes >= 0),
    version     TEXT    NOT NULL,
    mounted     BOOLEAN NOT NULL,
    attempt     TEXT    NOT NULL,
    document_id TEXT    COLLATE "C" NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    PRIMARY KEY (source_id, path)
);

CREATE INDEX source_file_document ON source_file (document_id);

-- A private note: that it was met, and nothing else. The hash is of its path and bytes together, so that neither can be told
-- by one who does not have both. While purged is false, what was stored of it before it became private is out of the tables,
-- and its remains are yet to be taken out of the database's files.
CREATE TABLE private_note (
    id     TEXT    COLLATE "C" PRIMARY KEY CHECK (id ~ '^[a-hjkmnp-z2-9]{8}$'),
    hash   TEXT    COLLATE "C" NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$'),
    purged BOOLEAN NOT NULL
);

-- A token that lets its bearer ask the service over HTTP. The token itself is shown once and not kept: its SHA-256 is enough to
-- know it again, and with 256 random bits nobody finds one for a hash. It is left out of backups.
CREATE TABLE api_token (
    name       TEXT        COLLATE "C" PRIMARY KEY CHECK (name ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
    hash       TEXT        COLLATE "C" NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$'),
    created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- A setting whose value holds for this archive while the row exists, instead of that of the file and the default.
CREATE TABLE setting_override (
    name   TEXT        COLLATE "C" PRIMARY KEY,
    value  TEXT        NOT NULL,
    set_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- Each change of those rows; null stands for no row.
CREATE TABLE setting_change (
    id         BIGINT      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name       TEXT        COLLATE "C" NOT NULL,
    before     TEXT,
    after      TEXT,
    changed_by TEXT        NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

-- What presents an indexed document. made_by is the model, empty for extracts of the text; the fingerprints say what each part
-- depends on besides the text. failure_* say why the last attempt came to nothing, with what the model wrote, and under which
-- fingerprints.
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

-- A finished piece of an analysis that is not finished, by the hash of what it was made of; so that no call of a model is
-- repeated. It goes when the analysis is complete.
CREATE TABLE analysis_piece (
    document_id TEXT COLLATE "C" NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    key         TEXT COLLATE "C" NOT NULL,
    text        TEXT NOT NULL CHECK (text <> ''),
    PRIMARY KEY (document_id, key)
);

-- The categories that a person keeps; key is the name without regard to case.
CREATE TABLE category (
    id   INTEGER GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name TEXT    NOT NULL CHECK (name <> ''),
    key  TEXT    COLLATE "C" NOT NULL UNIQUE
);

-- Which categories a document is in.
CREATE TABLE document_category (
    document_id TEXT    COLLATE "C" NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    category_id INTEGER NOT NULL REFERENCES category (id) ON DELETE CASCADE,
    PRIMARY KEY (document_id, category_id)
);

CREATE INDEX document_category_category ON document_category (category_id);

-- How many calls of a model there were, and what they took together.
CREATE TABLE model_speed (
    model   TEXT             COLLATE "C" PRIMARY KEY,
    calls   BIGINT           NOT NULL CHECK (calls >= 1),
    seconds DOUBLE PRECISION NOT NULL CHECK (seconds >= 0)
);
