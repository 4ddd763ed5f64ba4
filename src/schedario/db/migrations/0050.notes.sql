-- What is kept of notes beside their text, what documents link to, and the names by which they are linked to.
-- depends: 0040.space_recipe

CREATE TABLE note (
    document_id TEXT     COLLATE "C" PRIMARY KEY REFERENCES document (id) ON DELETE CASCADE,
    tags        TEXT[]   NOT NULL,
    tag_keys    TEXT[]   NOT NULL,
    aliases     TEXT[]   NOT NULL,
    summary     TEXT     NOT NULL,
    dated       DATE,
    lexemes     TSVECTOR NOT NULL
);

CREATE INDEX note_tag_keys ON note USING gin (tag_keys);

CREATE INDEX note_lexemes ON note USING gin (lexemes);

CREATE TABLE link (
    document_id TEXT    COLLATE "C" NOT NULL REFERENCES document (id) ON DELETE CASCADE,
    ordinal     INTEGER NOT NULL CHECK (ordinal >= 0),
    kind        TEXT    NOT NULL CHECK (kind IN ('wiki', 'embed', 'markdown', 'html')),
    target      TEXT    NOT NULL CHECK (target <> ''),
    heading     TEXT    NOT NULL,
    key         TEXT    COLLATE "C" NOT NULL,
    PRIMARY KEY (document_id, ordinal)
);

CREATE INDEX link_key ON link (key);

ALTER TABLE document ADD COLUMN link_keys TEXT[] NOT NULL DEFAULT '{}';

CREATE INDEX document_link_keys ON document USING gin (link_keys);

-- Names alone, as well as SQL can; titles and aliases follow when a document is indexed again.
UPDATE document
SET link_keys = ARRAY[left(lower(regexp_replace(name, '\.(md|markdown|mdown|mkd|mdx|qmd|rmd)$', '', 'i')), 200)];
