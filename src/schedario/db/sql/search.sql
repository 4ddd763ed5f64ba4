-- Finding chunks, and what an answer needs to know of them.

-- name: read_counter
-- Numbers of indexed documents and chunks, as kept.
SELECT
    documents,
    chunks
FROM counter

-- name: search_width
-- How many candidates the vector index keeps in sight, in this transaction.
SELECT set_config('hnsw.ef_search', %(width)s, TRUE)

-- name: nearest_chunks
-- Chunks nearest to a vector, best first. The index's operator gives the negative inner product, which for
-- vectors of unit length is the negative cosine.
SELECT
    chunk.id AS chunk,
    chunk.document_id AS document,
    -near.distance AS score
FROM (
    SELECT
        chunk_id,
        vector::halfvec({dimensions}) <#> %(vector)s::halfvec({dimensions}) AS distance
    FROM embedding
    WHERE space_id = {space}
    ORDER BY vector::halfvec({dimensions}) <#> %(vector)s::halfvec({dimensions})
    LIMIT %(limit)s
) AS near
JOIN chunk
    ON chunk.id = near.chunk_id
ORDER BY near.distance, chunk.id

-- name: lexeme_frequencies
-- In how many chunks each lexeme occurs.
SELECT
    lexeme,
    chunks
FROM lexeme_frequency
WHERE lexeme = ANY(%(lexemes)s)

-- name: chunks_with_words
-- Chunks that match the finding query, by the sum of the idf of the scoring words that they have.
SELECT
    chunk.id AS chunk,
    chunk.document_id AS document,
    coalesce(sum(word.idf), 0) AS score
FROM chunk
LEFT JOIN unnest(%(words)s::text[]::tsquery[], %(idfs)s::double precision[]) AS word (lexemes, idf)
    ON chunk.lexemes @@ word.lexemes
WHERE chunk.lexemes @@ %(finding)s::tsquery
GROUP BY chunk.id
ORDER BY score DESC, chunk.id
LIMIT %(limit)s

-- name: chunk_facts
-- What scoring needs to know of chunks: the cosine to a vector, and which words (from 0) they have. The limit keeps the
-- planner from turning the lookup of each chunk's vector into a scan of all vectors, as it does on a young table
-- without statistics.
SELECT
    chunk.id AS chunk,
    chunk.document_id AS document,
    chunk.ordinal,
    -(embedding.vector <#> %(vector)s::halfvec) AS cosine,
    ARRAY(
        SELECT
            (word.ordinality - 1)::integer
        FROM unnest(%(words)s::text[]::tsquery[]) WITH ORDINALITY AS word (lexemes, ordinality)
        WHERE chunk.lexemes @@ word.lexemes
        ORDER BY word.ordinality
    ) AS words_found
FROM chunk
CROSS JOIN LATERAL (
    SELECT
        vector
    FROM embedding
    WHERE chunk_id = chunk.id
    AND space_id = %(space)s
    LIMIT 1
) AS embedding
WHERE chunk.id = ANY(%(chunks)s)

-- name: neighbourhood
-- Where chunks and their neighbours lie, by document and ordinal.
SELECT DISTINCT {columns}
FROM chunk AS centre
JOIN chunk
    ON chunk.document_id = centre.document_id
    AND chunk.ordinal BETWEEN centre.ordinal - %(reach)s AND centre.ordinal + %(reach)s
JOIN page
    ON page.document_id = chunk.document_id
    AND page.ordinal = chunk.page_ordinal
WHERE centre.id = ANY(%(chunks)s)
ORDER BY chunk.document_id, chunk.ordinal

-- name: cut_texts
-- Ranges of documents' texts, in the order asked; a range that is gone gives an empty text.
SELECT
    coalesce(
        substr(
            string_agg(block.text, '' ORDER BY block.ordinal),
            wanted.start_offset - min(block.ordinal) * %(block_characters)s + 1,
            greatest(wanted.end_offset - wanted.start_offset, 0)
        ),
        ''
    ) AS text
FROM unnest(%(documents)s::text[], %(starts)s::integer[], %(ends)s::integer[]) WITH ORDINALITY
    AS wanted (document_id, start_offset, end_offset, ordinality)
LEFT JOIN text_block AS block
    ON block.document_id = wanted.document_id
    AND block.ordinal BETWEEN wanted.start_offset / %(block_characters)s
        AND (wanted.end_offset - 1) / %(block_characters)s
GROUP BY wanted.ordinality, wanted.start_offset, wanted.end_offset
ORDER BY wanted.ordinality

-- name: document_heads
-- What an answer says of documents; of a member also its container, and the file on disk that it lies in.
WITH RECURSIVE around AS (
    SELECT
        id AS document_id,
        container_id,
        path,
        problem_message
    FROM document
    WHERE id = ANY(%(documents)s)
    UNION ALL
    SELECT
        around.document_id,
        document.container_id,
        document.path,
        document.problem_message
    FROM around
    JOIN document
        ON document.id = around.container_id
)
SELECT
    document.id,
    document.name,
    document.path,
    document.collection,
    document.modified,
    coalesce(document.problem_message, outermost.problem_message, '') AS stale,
    document.title,
    container.id AS container_id,
    container.name AS container_name,
    container.title AS container_title,
    outermost.path AS file_path
FROM document
JOIN around AS outermost
    ON outermost.document_id = document.id
    AND outermost.container_id IS NULL
LEFT JOIN document AS container
    ON container.id = document.container_id
WHERE document.id = ANY(%(documents)s)
