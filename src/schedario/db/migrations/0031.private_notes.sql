-- Of a private note nothing is kept but that it was met.
-- depends: 0030.sources

CREATE TABLE private_note (
    id     TEXT    COLLATE "C" PRIMARY KEY CHECK (id ~ '^[a-hjkmnp-z2-9]{8}$'),
    hash   TEXT    COLLATE "C" NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$'),
    purged BOOLEAN NOT NULL
);
