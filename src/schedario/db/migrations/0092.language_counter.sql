-- How many chunks the documents in each language have is kept, not counted with every search.
-- depends: 0091.unread_pictures

CREATE TABLE language_counter (
    language TEXT   COLLATE "C" PRIMARY KEY,
    chunks   BIGINT NOT NULL CHECK (chunks >= 0)
) WITH (fillfactor = 10);

INSERT INTO language_counter (language, chunks)
SELECT
    language,
    sum(chunks)
FROM document
WHERE status = 'indexed'
GROUP BY language
HAVING sum(chunks) > 0;
