-- Files that lie inside other files are documents of their own.
-- depends: 0002.pictures

ALTER TABLE document
ADD COLUMN container_id TEXT COLLATE "C" REFERENCES document (id),
ADD COLUMN member_key TEXT NOT NULL DEFAULT '',
ADD COLUMN members_settled BOOLEAN,
ADD CONSTRAINT document_container_other CHECK (container_id <> id),
ADD CONSTRAINT document_members_indexed CHECK (members_settled IS NULL OR status = 'indexed'),
DROP CONSTRAINT document_path_key,
ADD UNIQUE NULLS NOT DISTINCT (path, container_id);

CREATE INDEX document_container ON document (container_id) WHERE container_id IS NOT NULL;
