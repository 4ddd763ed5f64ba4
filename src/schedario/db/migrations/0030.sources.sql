-- Folders and repositories that are kept up to date, and the files that were seen in them.
-- depends: 0020.queue

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
