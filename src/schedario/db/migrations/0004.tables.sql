-- The header of the table that a chunk goes on with, and pages whose tables could not be told apart.
-- depends: 0003.members

ALTER TABLE chunk
    ADD COLUMN header_start INTEGER CHECK (header_start >= 0),
    ADD COLUMN header_end INTEGER,
    ADD CHECK ((header_start IS NULL) = (header_end IS NULL) AND header_end > header_start);

ALTER TABLE page
    ADD COLUMN flattened BOOLEAN NOT NULL DEFAULT FALSE;
