-- Finding chunks, and what an answer needs to know of them.

-- name: read_counter
-- Numbers of indexed documents and chunks, and of the chunks in documents of each language, as kept.
SELECT
    documents,
    chunks,
    coalesce((SELECT jsonb_object_agg(language, chunks) FROM language_counter), '{}') AS by_language
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

-- name: place_passes
-- Part of a query: what a filter asks of where and when a file is; null lets all pass.
(%(collections)s::text[] IS NULL OR {row}.collection = ANY(%(collections)s))
AND (%(documents)s::text[] IS NULL OR {row}.id = ANY(%(documents)s))
AND (%(after)s::timestamptz IS NULL OR {row}.modified >= %(after)s)
AND (%(before)s::timestamptz IS NULL OR {row}.modified < %(before)s)
AND (
    %(folders)s::bytea[] IS NULL
    OR EXISTS (
        SELECT
        FROM unnest(%(folders)s::bytea[], %(first_below)s::bytea[], %(first_beyond)s::bytea[])
            AS folder (path, first_below, first_beyond)
        WHERE {row}.path = folder.path
            OR ({row}.path >= folder.first_below AND {row}.path < folder.first_beyond)
    )
)

-- name: document_passes
-- Part of a query: what a filter asks of an indexed document, or of one of its duplicates; of an addendum, which is in no
-- file, it asks the document that it hangs on.
document.status = 'indexed'
AND (%(languages)s::text[] IS NULL OR document.language = ANY(%(languages)s))
AND (document.addendum OR %(media_types)s::text[] IS NULL OR document.media_type = ANY(%(media_types)s))
AND (
    %(tags)s::text[] IS NULL
    OR EXISTS (
        SELECT
        FROM note
        WHERE note.document_id = CASE WHEN document.addendum THEN document.container_id ELSE document.id END
            AND note.tag_keys && %(tags)s::text[]
    )
)
AND (
    (NOT document.addendum AND {own_place})
    OR (
        document.addendum
        AND EXISTS (
            SELECT
            FROM document AS annotated
            WHERE annotated.id = document.container_id
                AND (%(media_types)s::text[] IS NULL OR annotated.media_type = ANY(%(media_types)s))
                AND ({annotated_place})
        )
    )
    OR EXISTS (
        SELECT
        FROM document AS duplicate
        WHERE duplicate.duplicate_of = document.id
            AND ({duplicates_place})
    )
)

-- name: count_passing
-- Numbers of documents that pass a filter, and of their chunks and those of their addenda.
SELECT
    count(*) FILTER (WHERE NOT document.addendum) AS documents,
    coalesce(sum(document.chunks), 0)::bigint AS chunks
FROM document
WHERE {passes}

-- name: search_beyond
-- Let the index go on beyond what it has in sight, in this transaction, and give what it finds late too: kept in order,
-- it would drop them, most of what passes among them.
SELECT set_config('hnsw.iterative_scan', 'relaxed_order', TRUE)

-- name: nearest_passing_chunks
-- Chunks nearest to a vector among those that pass a filter, best first. The index goes on giving chunks until enough of
-- them pass. Each chunk's document is looked up by key: joined otherwise, the order of the index would be lost. What
-- the index gives is nearly in order; zero is added so that the planner sorts it.
WITH found AS MATERIALIZED (
    SELECT
        near.chunk_id AS chunk,
        passing.document_id AS document,
        near.distance
    FROM (
        SELECT
            chunk_id,
            vector::halfvec({dimensions}) <#> %(vector)s::halfvec({dimensions}) AS distance
        FROM embedding
        WHERE space_id = {space}
        ORDER BY vector::halfvec({dimensions}) <#> %(vector)s::halfvec({dimensions})
    ) AS near
    CROSS JOIN LATERAL (
        SELECT
            chunk.document_id
        FROM chunk
        JOIN document
            ON document.id = chunk.document_id
        WHERE chunk.id = near.chunk_id
            AND {passes}
        LIMIT 1
    ) AS passing
    ORDER BY near.distance
    LIMIT %(limit)s
)
SELECT
    chunk,
    document,
    -distance AS score
FROM found
ORDER BY distance + 0, chunk

-- name: passing_chunks
-- Part of a query: every chunk that passes a filter. Documents come first, then the chunks of each by key: the offset
-- keeps the planner, which cannot tell how few pass, from reading all chunks.
SELECT
    own.id,
    document.id AS document_id,
    own.lexemes
FROM document
CROSS JOIN LATERAL (
    SELECT
        id,
        lexemes
    FROM chunk
    WHERE document_id = document.id
    OFFSET 0
) AS own
WHERE {passes}

-- name: nearest_of_all_passing_chunks
-- Chunks nearest to a vector among those that pass a filter, by looking at each. The vector is not cast to a width, so
-- that the index cannot be chosen.
SELECT
    passing.id AS chunk,
    passing.document_id AS document,
    -near.distance AS score
FROM ({passing_chunks}) AS passing
CROSS JOIN LATERAL (
    SELECT
        vector <#> %(vector)s::halfvec AS distance
    FROM embedding
    WHERE chunk_id = passing.id
        AND space_id = {space}
    LIMIT 1
) AS near
ORDER BY near.distance, passing.id
LIMIT %(limit)s

-- name: lexeme_frequencies
-- In how many chunks each lexeme occurs.
SELECT
    lexeme,
    chunks
FROM lexeme_frequency
WHERE lexeme = ANY(%(lexemes)s)

-- name: lexemes_like
-- Lexemes within ranges, each without its end, that are about as long as a lexeme or begin with it, and in how many chunks
-- they occur. The bound is on those that are looked at.
SELECT
    found.lexeme,
    found.chunks
FROM unnest(%(lexemes)s::text[], %(starts)s::text[], %(ends)s::text[], %(slips)s::integer[])
    AS wanted (lexeme, start_lexeme, end_lexeme, slips)
CROSS JOIN LATERAL (
    SELECT
        lexeme,
        chunks
    FROM lexeme_frequency
    WHERE lexeme >= wanted.start_lexeme
        AND lexeme < wanted.end_lexeme
    ORDER BY lexeme
    LIMIT %(limit)s
) AS found
WHERE abs(char_length(found.lexeme) - char_length(wanted.lexeme)) <= wanted.slips
    OR starts_with(found.lexeme, wanted.lexeme)

-- name: word_score
-- Part of a query: the sum of the idf of the scoring words that a chunk has.
SELECT
    coalesce(sum(word.idf), 0)
FROM unnest(%(words)s::text[]::tsquery[], %(idfs)s::double precision[]) AS word (lexemes, idf)
WHERE {lexemes} @@ word.lexemes

-- name: chunks_with_words
-- Chunks that match the finding query, and a filter where there is one, by the sum of the idf of the scoring words that
-- they have; no more than the budget are looked at. What is asked stands in a row of its own, where the planner does not
-- see it: of many words that are rare it would think that they are common together, and read the whole table. The budget
-- stands outside of what is found, whose rows are made as they are asked for: within, it would think the same.
WITH found AS MATERIALIZED (
    SELECT
        chunk.id AS chunk,
        chunk.document_id AS document,
        ({score}) AS score
    FROM (
        SELECT %(finding)s::tsquery AS words
        OFFSET 0
    ) AS asked
    JOIN chunk
        ON chunk.lexemes @@ asked.words
    {passing}
),
looked_at AS (
    SELECT
        chunk,
        document,
        score
    FROM found
    LIMIT %(budget)s
)
SELECT
    chunk,
    document,
    score
FROM looked_at
ORDER BY score DESC, chunk
LIMIT %(limit)s

-- name: of_passing_document
-- Part of a query: lets a chunk pass whose document passes a filter.
CROSS JOIN LATERAL (
    SELECT
    FROM document
    WHERE document.id = chunk.document_id
        AND {passes}
    LIMIT 1
) AS passing

-- name: all_passing_chunks_with_words
-- The same by looking at every chunk that passes.
SELECT
    passing.id AS chunk,
    passing.document_id AS document,
    ({score}) AS score
FROM ({passing_chunks}) AS passing
WHERE passing.lexemes @@ %(finding)s::tsquery
ORDER BY score DESC, chunk
LIMIT %(limit)s

-- name: chunks_with_word
-- Part of a query: chunks that match the finding query, and a filter where there is one. What is asked stands in a row of its
-- own, for the reason that chunks_with_words has.
SELECT
    chunk.id
FROM (
    SELECT %(finding)s::tsquery AS words
    OFFSET 0
) AS asked
JOIN chunk
    ON chunk.lexemes @@ asked.words
{passing}

-- name: all_passing_chunks_with_word
-- Part of a query: the same by looking at every chunk that passes.
SELECT
    passing.id
FROM ({passing_chunks}) AS passing
WHERE passing.lexemes @@ %(finding)s::tsquery

-- name: windows_with_all
-- Chunks that have all words together with a neighbour on each side. Those with the rarest word are found by it, no more than
-- the budget; they and their neighbours are then looked up by key, which the limits hold the planner to.
WITH anchored AS MATERIALIZED ({anchored}),
looked_at AS MATERIALIZED (
    SELECT id
    FROM anchored
    LIMIT %(budget)s
),
around AS (
    SELECT DISTINCT
        chunk.document_id,
        chunk.ordinal + step.by AS ordinal
    FROM looked_at
    CROSS JOIN LATERAL (
        SELECT
            document_id,
            ordinal
        FROM chunk
        WHERE id = looked_at.id
        LIMIT 1
    ) AS chunk
    CROSS JOIN generate_series(-1, 1) AS step (by)
)
SELECT
    own.id AS chunk,
    around.document_id AS document,
    own.start_offset AS start,
    own.end_offset AS "end",
    coalesce(after.start_offset, own.end_offset) AS next_start,
    CASE WHEN before.page_ordinal = own.page_ordinal THEN before.start_offset ELSE own.start_offset END AS first,
    CASE WHEN after.page_ordinal = own.page_ordinal THEN after.end_offset ELSE own.end_offset END AS last
FROM around
CROSS JOIN LATERAL (
    SELECT
        id,
        start_offset,
        end_offset,
        page_ordinal,
        lexemes
    FROM chunk
    WHERE document_id = around.document_id
        AND ordinal = around.ordinal
    LIMIT 1
) AS own
LEFT JOIN LATERAL (
    SELECT
        start_offset,
        page_ordinal,
        lexemes
    FROM chunk
    WHERE document_id = around.document_id
        AND ordinal = around.ordinal - 1
    LIMIT 1
) AS before
    ON TRUE
LEFT JOIN LATERAL (
    SELECT
        start_offset,
        end_offset,
        page_ordinal,
        lexemes
    FROM chunk
    WHERE document_id = around.document_id
        AND ordinal = around.ordinal + 1
    LIMIT 1
) AS after
    ON TRUE
WHERE (coalesce(before.lexemes, '') || own.lexemes || coalesce(after.lexemes, '')) @@ %(all_words)s::tsquery
ORDER BY own.id

-- name: chunk_facts
-- What scoring needs to know of chunks: the cosine to a vector, and which words (from 0) they have. The limit keeps the
-- planner from turning the lookup of each chunk's vector into a scan of all vectors, as it does on a young table
-- without statistics.
SELECT
    chunk.id AS chunk,
    chunk.document_id AS document,
    chunk.ordinal,
    coalesce(-(embedding.vector <#> %(vector)s::halfvec), 0) AS cosine,
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
    AND space_id = coalesce(%(space)s::integer, (SELECT id FROM embedding_space WHERE active))
    LIMIT 1
) AS embedding
WHERE chunk.id = ANY(%(chunks)s)

-- name: token_codes
-- The codes of chunks' tokens in a space; null for the active one.
SELECT
    chunk_id AS chunk,
    token_codes
FROM embedding
WHERE chunk_id = ANY(%(chunks)s)
AND space_id = coalesce(%(space)s::integer, (SELECT id FROM embedding_space WHERE active))

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
    document.fingerprint,
    document.addendum,
    document.first_seen_at,
    container.id AS container_id,
    container.name AS container_name,
    container.title AS container_title,
    outermost.path AS file_path,
    coalesce(analysis.description, '') AS description,
    coalesce(analysis.made_by, '') AS described_by,
    coalesce(analysis.description_fingerprint, '') AS described_under
FROM document
JOIN around AS outermost
    ON outermost.document_id = document.id
    AND outermost.container_id IS NULL
LEFT JOIN document AS container
    ON container.id = document.container_id
LEFT JOIN analysis
    ON analysis.document_id = document.id
WHERE document.id = ANY(%(documents)s)
