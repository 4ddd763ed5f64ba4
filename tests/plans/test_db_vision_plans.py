"""What is asked of unread pictures and of analyses uses their indexes, and touches no more rows than it must."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest

from fixtures.plans import filled, plan, rows_of
from schedario.db.database import Archive
from schedario.db.queries import query

# 4000 documents of ten pictures and a page each; of the first ten documents nobody read three pictures and the page.
# What a model made of one picture is kept.
FILL = """
INSERT INTO document (id, path, name, status, size_bytes, modified, content_hash, text_hash, characters)
SELECT
    lpad(translate(to_hex(n), '01', 'yz'), 8, 'y'), n::text::bytea, '', 'indexed', 0, now(), n::text, n::text, 100
FROM generate_series(1, 4000) AS n;

INSERT INTO document_picture (document_id, ordinal, start_offset, end_offset, sha256, origin)
SELECT id, n, n, n + 1, lpad((content_hash::integer * 10 + n)::text, 64, '0'),
    CASE WHEN content_hash::integer <= 10 AND n < 3 THEN 'unread' ELSE 'ocr' END
FROM document CROSS JOIN generate_series(0, 9) AS n;

INSERT INTO page (document_id, ordinal, start_offset, end_offset, kind, label, origin, sha256)
SELECT id, 0, 0, 100, 'page', '', 'text', CASE WHEN content_hash::integer <= 10 THEN lpad(content_hash, 64, 'a') END
FROM document;

INSERT INTO vision_reading (sha256, engine, calls, settled, problem, answer, text, description)
SELECT lpad('10', 64, '0'), 'model', 1, TRUE, '', '', 'text', '';

INSERT INTO analysis (
    document_id, summary, description, key_terms, language, made_by, summary_fingerprint, description_fingerprint,
    categories_fingerprint
)
SELECT id, '', '', '{}', 'en', '', 's', 'd', 'c' FROM document;

INSERT INTO analysis_piece (document_id, key, text)
SELECT id, n::text, 'piece' FROM document CROSS JOIN generate_series(0, 3) AS n;

ANALYZE;
"""

DOCUMENT = "yyyyyyy7"
PICTURE = "0" * 62 + "70"
ASKED = {"engine": "model", "most_calls": 50}


@pytest.fixture
def connection(archive: Archive, database_url: str) -> Iterator[psycopg.Connection[Any]]:
    with filled(database_url, FILL) as connection:
        yield connection


@pytest.mark.parametrize(
    ("name", "values", "indexes", "most"),
    [
        ("count_images", {"id": None, **ASKED}, {"document_picture_unread", "page_sha256"}, 100),
        ("count_images", {"id": DOCUMENT, **ASKED}, {"page_pkey"}, 20),
        ("waiting_documents", ASKED, {"document_picture_unread", "page_sha256"}, 100),
        ("waiting_images", {"id": DOCUMENT, **ASKED}, {"page_pkey"}, 20),
        ("vision_calls", {"id": DOCUMENT, **ASKED}, {"page_pkey"}, 20),
        ("vision_reading", {"sha256": PICTURE}, set(), 1),
        ("outdate_showing", {"sha256": PICTURE, "fingerprint": "x"}, {"document_picture_sha256", "page_sha256"}, 20),
        ("read_images_of", {"id": DOCUMENT}, {"page_pkey"}, 20),
        ("forget_unseen", {"sha256s": [PICTURE]}, set(), 20),
        ("analysis_source", {"id": DOCUMENT}, {"document_pkey", "analysis_pkey"}, 10),
        ("analysis_pieces", {"document_id": DOCUMENT, "id": DOCUMENT}, {"analysis_piece_pkey"}, 10),
        ("forget_failures", {"documents": [DOCUMENT]}, {"analysis_pkey"}, 10),
    ],
)
def test_the_index_is_used(connection: Any, name: str, values: dict[str, Any], indexes: set[str], most: int) -> None:
    nodes = plan(connection, query(name), values)
    assert indexes <= {node.get("Index Name") for node in nodes}
    assert max(map(rows_of, nodes)) <= most


def test_whether_analyses_are_to_be_made_is_one_pass_over_documents(connection: Any) -> None:
    asked = {"documents": None, "everything": False, "extracting": True, "summary": "s", "description": "d",
             "categories": "", "whole": "s-d-"}  # fmt: skip
    nodes = plan(connection, query("documents_to_analyse"), asked)
    assert max(map(rows_of, nodes)) <= 4000
