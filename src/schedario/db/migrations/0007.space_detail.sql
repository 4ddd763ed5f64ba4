-- What a space was made of, so that it is known again without asking its model, and the means taken out of its vectors.
-- depends: 0006.token_codes

ALTER TABLE embedding_space
    ADD COLUMN definition TEXT   NOT NULL DEFAULT '',
    ADD COLUMN version    TEXT   NOT NULL DEFAULT '',
    ADD COLUMN probe      REAL[] NOT NULL DEFAULT '{}',
    ADD COLUMN centering  TEXT   NOT NULL DEFAULT '';

CREATE TABLE language_mean (
    space_id INTEGER NOT NULL REFERENCES embedding_space (id) ON DELETE CASCADE,
    language TEXT    COLLATE "C" NOT NULL,
    vector   REAL[]  NOT NULL,
    PRIMARY KEY (space_id, language)
);
