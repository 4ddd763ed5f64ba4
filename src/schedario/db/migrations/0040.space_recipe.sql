-- How the model of a space is asked, so that it can go on answering when the settings name another one.
-- depends: 0031.private_notes

ALTER TABLE embedding_space
    ADD COLUMN recipe JSONB NOT NULL DEFAULT '{}';
