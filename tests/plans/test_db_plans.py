"""The queries on the way of a question use their indexes and touch no more rows than they must."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql

from fixtures.plans import filled, plan, rows_of
from schedario.db.database import Archive
from schedario.db.queries import composed, query
from schedario.db.rows import SPAN_COLUMNS
from schedario.db.text_blocks import BLOCK_CHARACTERS
from schedario.db.windows import windows
from schedario.db.words import chunks_with_words

CHUNKS = 4000

# 40 documents of 100 chunks; every chunk has en:common and en:half0 or en:half1, one in twenty one of en:rare0
# to en:rare199.
FILL = """
INSERT INTO document (id, path, name, status, size_bytes, modified, content_hash, text_hash)
SELECT lpad(translate(to_hex(n), '01', 'yz'), 8, 'a'), n::text::bytea, '', 'indexed', 0, now(), n::text, n::text
FROM generate_series(1, 40) AS n;

INSERT INTO page (document_id, ordinal, start_offset, end_offset, kind, label, origin)
SELECT id, 0, 0, 4, 'body', '', 'text' FROM document;

INSERT INTO chunk (
    document_id, ordinal, start_offset, end_offset, page_ordinal, heading_path, tokens, language, lexemes
)
SELECT
    document.id, n, 0, 4, 0, '{}', 1, 'en',
    array_to_tsvector(ARRAY['en:common', 'en:half' || n % 2,
        CASE WHEN n % 20 = 0 THEN 'en:rare' || (n / 20 + row_number() OVER ()) % 200 ELSE 'en:n' || n END])
FROM document CROSS JOIN generate_series(0, 99) AS n;

INSERT INTO embedding (chunk_id, space_id, vector)
SELECT chunk.id, embedding_space.id,
    ARRAY[sin(chunk.id), cos(chunk.id), sin(chunk.id * 0.7), cos(chunk.id * 0.3)]::real[]::halfvec
FROM chunk CROSS JOIN embedding_space;

ANALYZE;
"""


@pytest.fixture
def connection(archive: Archive, database_url: str) -> Iterator[psycopg.Connection[Any]]:
    """A session as the pool makes it, on an archive large enough for indexes to pay."""
    with filled(database_url, FILL) as connection:
        yield connection


def test_nearest_uses_the_index_of_its_space_and_reads_no_more_than_it_gives(connection: Any) -> None:
    space = connection.execute("SELECT id FROM embedding_space").fetchone()["id"]
    statement = composed("nearest_chunks", space=sql.Literal(space), dimensions=sql.Literal(4))
    found = plan(connection, statement, {"vector": "[1,0,0,0]", "limit": 50})
    (scan,) = [node for node in found if node.get("Index Name") == f"embedding_space_{space}_hnsw"]
    assert rows_of(scan) == 50
    assert all(rows_of(node) <= 50 for node in found)


def test_the_words_of_a_phrase_use_the_lexeme_index_and_read_the_neighbours_of_the_rarest_only(connection: Any) -> None:
    values = {"finding": "'en:common'", "all_words": "('en:common') & ('en:half1')", "budget": 30}
    found = plan(connection, windows(), values)
    assert "chunk_lexemes" in [node.get("Index Name") for node in found]
    assert not [node for node in found if node["Node Type"] == "Seq Scan"]
    # Thirty are looked at, and each has a neighbour on each side; the bitmap of the index is of whole pages.
    assert max(rows_of(node) for node in found if node["Node Type"] != "Bitmap Index Scan") <= 3 * 30


def test_words_use_the_lexeme_index_and_read_the_chunks_that_have_them_only(connection: Any) -> None:
    values = {
        "finding": "'en:rare7' | 'en:rare8'",
        "words": ["'en:rare7'", "'en:common'"],
        "idfs": [5.0, 0.1],
        "limit": 20,
        "budget": 2000,
    }
    found = plan(connection, chunks_with_words(), values)
    assert "chunk_lexemes" in [node.get("Index Name") for node in found]
    assert not [node for node in found if node["Node Type"] == "Seq Scan"]
    # Two words of about one chunk each, and two words to score.
    assert max(rows_of(node) for node in found) <= 40


@pytest.mark.parametrize("statistics", ["fresh", "none"])
@pytest.mark.parametrize("finding", ["'en:common'", "'en:half1'", "'en:common' | 'en:half0' | 'en:half1'"])
def test_however_common_the_words_no_more_chunks_are_read_than_the_budget_says(
    connection: Any, finding: str, statistics: str
) -> None:
    if statistics == "none":
        connection.execute("DELETE FROM pg_statistic WHERE starelid = 'chunk'::regclass")
    words = ["'en:common'", "'en:half0'", "'en:half1'"]
    values = {"finding": finding, "words": words, "idfs": [0.1, 0.7, 0.7], "limit": 20, "budget": 100}
    found = plan(connection, chunks_with_words(), values)
    (scan,) = [node for node in found if node.get("Relation Name") == "chunk"]
    assert scan["Node Type"] == "Bitmap Heap Scan"
    assert rows_of(scan) == 100


@pytest.mark.parametrize("statistics", ["fresh", "none"])
def test_words_that_are_rarer_than_the_planner_thinks_are_found_by_the_index(connection: Any, statistics: str) -> None:
    """Many alternatives that are in few chunks: whoever thinks them common finds it quicker to read the table."""
    if statistics == "none":
        connection.execute("DELETE FROM pg_statistic WHERE starelid = 'chunk'::regclass")
    finding = " | ".join(f"'en:absent{number}'" for number in range(60))
    values = {"finding": f"{finding} | 'en:rare7'", "words": ["'en:rare7'"], "idfs": [5.0], "limit": 20, "budget": 100}
    found = plan(connection, chunks_with_words(), values)
    (scan,) = [node for node in found if node.get("Relation Name") == "chunk"]
    assert scan["Node Type"] == "Bitmap Heap Scan"


@pytest.mark.parametrize("statistics", ["fresh", "of an emptier table"])
def test_facts_look_chunks_up_by_their_keys(connection: Any, statistics: str) -> None:
    if statistics != "fresh":
        # What the planner believes of a table that was filled since it was looked at last.
        connection.execute("UPDATE pg_class SET reltuples = 60 WHERE relname = 'embedding'")
    chunks = [row["id"] for row in connection.execute("SELECT id FROM chunk ORDER BY id LIMIT 200")]
    values = {"chunks": chunks, "vector": "[1,0,0,0]", "words": ["'en:common'"], "space": None}
    found = plan(connection, query("chunk_facts"), values)
    assert [node["Relation Name"] for node in found if node["Node Type"] == "Seq Scan"] == ["embedding_space"]
    assert max(rows_of(node) for node in found) <= 200


def test_token_codes_are_looked_up_by_their_keys(connection: Any) -> None:
    chunks = [row["id"] for row in connection.execute("SELECT id FROM chunk ORDER BY id LIMIT 50")]
    found = plan(connection, query("token_codes"), {"chunks": chunks, "space": None})
    assert [node["Relation Name"] for node in found if node["Node Type"] == "Seq Scan"] == ["embedding_space"]
    assert max(rows_of(node) for node in found) <= 50


def test_like_lexemes_are_looked_for_among_so_many_of_one_beginning(connection: Any) -> None:
    connection.execute("INSERT INTO lexeme_frequency SELECT 'en:' || n, 1 FROM generate_series(1, 20000) AS n")
    connection.execute("ANALYZE lexeme_frequency")
    values = {"lexemes": ["en:10001"], "starts": ["en:10"], "ends": ["en:11"], "slips": [1], "limit": 200}
    found = plan(connection, query("lexemes_like"), values)
    (scan,) = [node for node in found if node.get("Relation Name") == "lexeme_frequency"]
    assert scan["Index Name"] == "lexeme_frequency_pkey"
    assert rows_of(scan) == 200


def test_heads_are_looked_up_by_document(connection: Any) -> None:
    connection.execute(
        "INSERT INTO document (id, path, name, status, size_bytes, modified, content_hash, text_hash)"
        " SELECT lpad(translate(to_hex(n), '01', 'yz'), 8, 'g'), n::text::bytea, '', 'indexed', 0, now(), '', n::text"
        " FROM generate_series(1000, 9999) AS n"
    )
    connection.execute("ANALYZE document")
    documents = [row["id"] for row in connection.execute("SELECT id FROM document ORDER BY id LIMIT 5")]
    found = plan(connection, query("document_heads"), {"documents": documents})
    # The document, what it lies in, and the walk to it.
    assert max(rows_of(node) for node in found) <= 20


def test_a_neighbourhood_reads_the_neighbours_only(connection: Any) -> None:
    chunks = [row["id"] for row in connection.execute("SELECT id FROM chunk WHERE ordinal = 50 ORDER BY id LIMIT 5")]
    found = plan(connection, composed("neighbourhood", columns=SPAN_COLUMNS), {"chunks": chunks, "reach": 1})
    assert "chunk_document_id_ordinal_key" in [node.get("Index Name") for node in found]
    assert not [node for node in found if node["Node Type"] == "Seq Scan" and node["Relation Name"] == "chunk"]


def test_frequencies_are_looked_up_by_lexeme(connection: Any) -> None:
    connection.execute("INSERT INTO lexeme_frequency SELECT 'en:' || n, 1 FROM generate_series(1, 20000) AS n")
    connection.execute("ANALYZE lexeme_frequency")
    found = plan(connection, query("lexeme_frequencies"), {"lexemes": ["en:1", "en:2", "en:nothing"]})
    assert [node.get("Index Name") for node in found if "Index Name" in node] == ["lexeme_frequency_pkey"]
    assert max(rows_of(node) for node in found) <= 3


def test_a_passage_of_a_long_text_is_cut_out_of_its_blocks_alone(connection: Any) -> None:
    document = connection.execute("SELECT id FROM document LIMIT 1").fetchone()["id"]
    connection.execute(
        "INSERT INTO text_block SELECT %s, n, repeat('x', 4096) FROM generate_series(0, 2000) AS n", [document]
    )
    connection.execute("ANALYZE text_block")
    values = {
        "documents": [document],
        "starts": [1000 * BLOCK_CHARACTERS - 10],
        "ends": [1000 * BLOCK_CHARACTERS + 10],
        "block_characters": BLOCK_CHARACTERS,
    }
    found = plan(connection, query("cut_texts"), values)
    (scan,) = [node for node in found if node.get("Relation Name") == "text_block"]
    assert scan["Node Type"] == "Index Scan"
    assert rows_of(scan) == 2


@pytest.fixture
def half_built(connection: Any) -> Any:
    """The same beside another space, in which half of the chunks have a vector."""
    connection.execute(
        """
        INSERT INTO embedding_space (model, dimensions, fingerprint, active) VALUES ('other', 4, 'other', FALSE);
        INSERT INTO embedding (chunk_id, space_id, vector)
        SELECT chunk.id, (SELECT id FROM embedding_space WHERE NOT active), '[1,0,0,0]'
        FROM chunk WHERE id <= (SELECT percentile_disc(0.5) WITHIN GROUP (ORDER BY id) FROM chunk);
        ANALYZE;
        """
    )
    return connection


def test_a_space_that_is_being_built_does_not_slow_the_one_that_answers(half_built: Any) -> None:
    space = half_built.execute("SELECT id FROM embedding_space WHERE active").fetchone()["id"]
    statement = composed("nearest_chunks", space=sql.Literal(space), dimensions=sql.Literal(4))
    found = plan(half_built, statement, {"vector": "[1,0,0,0]", "limit": 20})
    assert f"embedding_space_{space}_hnsw" in {node.get("Index Name") for node in found}
    assert max(rows_of(node) for node in found) <= 100


def test_the_next_chunks_to_embed_are_looked_up_from_the_last_one_on(half_built: Any) -> None:
    space = half_built.execute("SELECT id FROM embedding_space WHERE NOT active").fetchone()["id"]
    row = half_built.execute("SELECT max(chunk_id) AS last FROM embedding WHERE space_id = %s", (space,)).fetchone()
    found = plan(half_built, query("unembedded_chunks"), {"space": space, "after": row["last"], "limit": 64})
    assert [node["Relation Name"] for node in found if node["Node Type"] == "Seq Scan"] in ([], ["document"])
    assert max(rows_of(node) for node in found) <= 100
