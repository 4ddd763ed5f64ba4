"""A filtered search uses the vector index while many chunks pass, and looks at those that pass when they are few."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql

from fixtures.plans import filled, plan, rows_of
from schedario.db.database import Archive
from schedario.db.filters import filter_values, passes, passing_chunks
from schedario.db.queries import composed
from schedario.db.words import all_passing_chunks_with_words
from schedario.records.filters import Filters

# 60 documents of 100 chunks; the collection "half" has every second of them, "few" has one of 20 chunks besides.
FILL = """
INSERT INTO document (id, path, name, collection, status, size_bytes, modified, content_hash, text_hash, chunks)
SELECT lpad(translate(to_hex(n), '01', 'yz'), 8, 'k'), n::text::bytea, '',
    CASE WHEN n = 0 THEN 'few' WHEN n % 2 = 0 THEN 'half' ELSE 'default' END,
    'indexed', 0, now(), n::text, n::text, CASE WHEN n = 0 THEN 20 ELSE 100 END
FROM generate_series(0, 60) AS n;

INSERT INTO page (document_id, ordinal, start_offset, end_offset, kind, label, origin)
SELECT id, 0, 0, 4, 'body', '', 'text' FROM document;

INSERT INTO chunk (
    document_id, ordinal, start_offset, end_offset, page_ordinal, heading_path, tokens, language, lexemes
)
SELECT document.id, n, 0, 4, 0, '{}', 1, 'en', array_to_tsvector(ARRAY['en:common'])
FROM document CROSS JOIN generate_series(0, 99) AS n
WHERE n < document.chunks;

INSERT INTO embedding (chunk_id, space_id, vector)
SELECT chunk.id, embedding_space.id,
    ARRAY[sin(chunk.id), cos(chunk.id), sin(chunk.id * 0.7), cos(chunk.id * 0.3)]::real[]::halfvec
FROM chunk CROSS JOIN embedding_space;

ANALYZE;
"""


@pytest.fixture
def connection(archive: Archive, database_url: str) -> Iterator[psycopg.Connection[Any]]:
    with filled(database_url, FILL) as connection:
        yield connection


def values(collection: str) -> dict[str, Any]:
    return {"vector": "[1,0,0,0]", "limit": 50, **filter_values(Filters(collections=(collection,)))}


def space(connection: Any) -> sql.Literal:
    return sql.Literal(connection.execute("SELECT id FROM embedding_space").fetchone()["id"])


def test_while_many_pass_the_index_is_read_until_enough_have(connection: Any) -> None:
    statement = composed("nearest_passing_chunks", space=space(connection), dimensions=sql.Literal(4), passes=passes())
    found = plan(connection, statement, values("half"))
    (scan,) = [node for node in found if str(node.get("Index Name", "")).endswith("_hnsw")]
    assert rows_of(scan) <= 400
    assert max(rows_of(node) for node in found if node["Node Type"] == "Sort") <= 50
    assert max(rows_of(node) for node in found if node.get("Relation Name") == "chunk") <= 400


def test_when_few_pass_only_they_are_looked_at(connection: Any) -> None:
    statement = composed("nearest_of_all_passing_chunks", space=space(connection), passing_chunks=passing_chunks())
    found = plan(connection, statement, values("few"))
    assert "chunk_document_id_ordinal_key" in [node.get("Index Name") for node in found]
    looked_at = [rows_of(node) for node in found if node.get("Relation Name") in ("chunk", "embedding")]
    assert looked_at
    assert max(looked_at) <= 20


def test_the_words_of_few_chunks_are_read_from_these_alone(connection: Any) -> None:
    """The word is in every chunk of the archive: its index would give all of them."""
    asked = {"finding": "'en:common'", "words": ["'en:common'"], "idfs": [1.0], **values("few")}
    found = plan(connection, all_passing_chunks_with_words(), asked)
    assert max(rows_of(node) for node in found if node.get("Relation Name") == "chunk") <= 20
