-- By what versions of one document are recognised.
-- depends: 0050.notes

CREATE TABLE text_sketch (
    document_id TEXT     COLLATE "C" PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
    hashes      BIGINT[] NOT NULL CHECK (cardinality(hashes) > 0)
);

CREATE INDEX text_sketch_least ON text_sketch USING gin ((hashes[1:16]));
