"""What is asked of notes, links and sketches uses their indexes, and touches no more rows than it must."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from psycopg import sql

from fixtures.plans import filled, plan, rows_of
from schedario.db.database import Archive
from schedario.db.queries import composed

# 4000 notes of five links each; what is looked for is one of them.
FILL = """
INSERT INTO document (id, path, name, status, size_bytes, modified, content_hash, text_hash, link_keys)
SELECT
    lpad(translate(to_hex(n), '01', 'yz'), 8, 'y'), n::text::bytea, '', 'indexed', 0, now(), n::text, n::text,
    ARRAY['name' || n, 'title' || n]
FROM generate_series(1, 4000) AS n;

INSERT INTO note (document_id, tags, tag_keys, aliases, summary, lexemes)
SELECT id, '{}', ARRAY['tag' || content_hash], '{}', '', array_to_tsvector(ARRAY['en:word' || content_hash])
FROM document;

INSERT INTO link (document_id, ordinal, kind, target, heading, key)
SELECT id, n, 'wiki', 'x', '', 'name' || (content_hash::integer + n)
FROM document CROSS JOIN generate_series(0, 4) AS n;

INSERT INTO text_sketch (document_id, hashes)
SELECT id, ARRAY(SELECT content_hash::bigint * 1000 + n FROM generate_series(1, 128) AS n) FROM document;

ANALYZE;
"""


@pytest.fixture
def connection(archive: Archive, database_url: str) -> Iterator[psycopg.Connection[Any]]:
    with filled(database_url, FILL) as connection:
        yield connection


@pytest.mark.parametrize(
    ("name", "values", "index"),
    [
        ("links_with_keys", {"keys": ["name7", "title7"]}, "link_key"),
        ("link_ends", {"keys": ["name7"]}, "document_link_keys"),
        ("notes_with_words", {"words": ["'en:word7'"]}, "note_lexemes"),
        ("alike_documents", {"least": list(range(7001, 7017)), "limit": 200}, "text_sketch_least"),
        ("sketched_documents", {"documents": ["yyyyyyy7"]}, "text_sketch_pkey"),
    ],
)
def test_the_index_is_used(connection: Any, name: str, values: dict[str, Any], index: str) -> None:
    nodes = plan(connection, composed(name, columns=sql.SQL("document.id")), values)
    assert index in [node.get("Index Name") for node in nodes]
    assert max(map(rows_of, nodes)) <= 20
