-- Who may ask the service over the network.
-- depends: 0060.addenda

CREATE TABLE api_token (
    name       TEXT        COLLATE "C" PRIMARY KEY CHECK (name ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
    hash       TEXT        COLLATE "C" NOT NULL UNIQUE CHECK (hash ~ '^[0-9a-f]{64}$'),
    created_at TIMESTAMPTZ NOT NULL DEFAULT now()
);
