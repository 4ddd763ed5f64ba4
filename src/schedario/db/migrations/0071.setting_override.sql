-- Settings of an archive that are changed while the program runs, and who changed what.
-- depends: 0070.api_token

CREATE TABLE setting_override (
    name   TEXT        COLLATE "C" PRIMARY KEY,
    value  TEXT        NOT NULL,
    set_at TIMESTAMPTZ NOT NULL DEFAULT now()
);

CREATE TABLE setting_change (
    id         BIGINT      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name       TEXT        COLLATE "C" NOT NULL,
    before     TEXT,
    after      TEXT,
    changed_by TEXT        NOT NULL,
    changed_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
