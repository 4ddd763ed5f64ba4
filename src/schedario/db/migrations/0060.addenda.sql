-- Notes that a person hangs on a document: members of it that are in no file.
-- depends: 0051.text_sketch

ALTER TABLE document ADD COLUMN addendum BOOLEAN NOT NULL DEFAULT FALSE;

ALTER TABLE document ADD CONSTRAINT document_addendum_of CHECK (NOT addendum OR container_id IS NOT NULL);
