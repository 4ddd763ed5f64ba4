"""Every invariant of an archive is seen when it is broken, and mended; what names a removed document is found."""

from collections.abc import Sequence
from typing import Any

import pytest

from fixtures.documents import EAST, NORTH, new_document
from schedario.db.database import Archive
from schedario.db.integrity import _INVARIANTS
from schedario.records.care import Breach, Remains
from schedario.records.document import DocumentId

BREAKING = {
    "members without the document that they lie in": "UPDATE document SET container_id = 'zzzzzzzz'",
    "duplicates without their original": "UPDATE document SET duplicate_of = 'zzzzzzzz' WHERE status = 'duplicate'",
    "pieces of text without an indexed document": "INSERT INTO text_block VALUES ('zzzzzzzz', 0, 'left')",
    "pages without an indexed document": (
        "INSERT INTO page (document_id, ordinal, start_offset, end_offset, kind, label, origin)"
        " VALUES ('zzzzzzzz', 0, 0, 1, 'body', '', 'text')"
    ),
    "pictures without an indexed document": (
        "INSERT INTO document_picture VALUES ('zzzzzzzz', 0, 0, 1, repeat('a', 64), 'ocr')"
    ),
    "notes without an indexed document": (
        "INSERT INTO note (document_id, tags, tag_keys, aliases, summary, lexemes)"
        " VALUES ('zzzzzzzz', '{}', '{}', '{}', 'left', '')"
    ),
    "sketches of texts without an indexed document": "INSERT INTO text_sketch VALUES ('zzzzzzzz', '{1}')",
    "analyses without an indexed document": (
        "INSERT INTO analysis VALUES ('zzzzzzzz', 'left', 'left', '{}', 'en', '', 'a', 'b', 'c')"
    ),
    "pieces of analyses without an indexed document": "INSERT INTO analysis_piece VALUES ('zzzzzzzz', 'key', 'left')",
    "categories of documents that are not indexed": "INSERT INTO document_category VALUES ('zzzzzzzz', 1)",
    "links without the document that has them": "INSERT INTO link VALUES ('zzzzzzzz', 0, 'wiki', 'left', '', 'left')",
    "chunks without an indexed document": "UPDATE chunk SET document_id = 'zzzzzzzz' WHERE ordinal = 0",
    "readings of pictures that no document shows": (
        "INSERT INTO picture_text VALUES (repeat('a', 64), 'engine', 'ocr', 0.5, 'left')"
    ),
    "what a model saw on pictures or pages that no document shows": (
        "INSERT INTO vision_reading VALUES (repeat('a', 64), 'engine', 1, TRUE, now(), '', '', 'left', '')"
    ),
    "chunks without their page": "UPDATE chunk SET page_ordinal = 99 WHERE ordinal = 0",
    "vectors without a chunk": "UPDATE embedding SET chunk_id = -chunk_id WHERE chunk_id = 1",
    "chunks without a vector": "DELETE FROM embedding WHERE chunk_id = 1",
    "documents with other numbers of pages, chunks or characters than is written": (
        "UPDATE document SET characters = characters + 1 WHERE status = 'indexed'"
    ),
    "lexemes that occur in another number of chunks than is written": (
        "UPDATE lexeme_frequency SET chunks = chunks + 1 WHERE lexeme = 'en:a'"
    ),
    "wrong counter of documents and chunks": "UPDATE counter SET chunks = chunks + 1",
    "languages with another number of chunks than is written": "INSERT INTO language_counter VALUES ('xx', 1)",
    "records of searches that name documents that are gone": (
        "INSERT INTO search_run_step VALUES (1, 0, 'vector', 1, 1, '', '{zzzzzzzz}')"
    ),
}
TO_INDEX_ANEW = {"chunks without a vector"}


def execute(archive: Archive, *statements: str) -> list[dict[str, Any]]:
    """Run statements past all foreign keys; return what the last one gives."""
    with archive.integrity._pool.transaction() as connection:
        connection.execute("SET LOCAL session_replication_role = replica")
        for statement in statements:
            cursor = connection.execute(statement)
        return cursor.fetchall() if cursor.description else []


@pytest.fixture
def filled(archive: Archive) -> Archive:
    pieces = [("alpha", NORTH, ("en:a", "en:b")), ("beta", EAST, ("en:b",))]
    archive.documents.write(new_document("/docs/a.txt", pieces))
    archive.documents.write(new_document("/docs/copy.txt", pieces))
    execute(archive, "INSERT INTO search_run (query, documents_searched, floor, degraded) VALUES ('q', 1, 0, '{}')")
    return archive


def whats(breaches: Sequence[Breach]) -> list[str]:
    return [breach.what for breach in breaches]


def test_a_whole_archive_has_no_breach(filled: Archive) -> None:
    assert filled.integrity.breaches() == []
    assert filled.integrity.mend() == []


def test_every_invariant_is_broken_in_these_tests() -> None:
    assert sorted(BREAKING) == sorted(invariant.what for invariant in _INVARIANTS)


@pytest.mark.parametrize("what", BREAKING)
def test_a_broken_invariant_is_seen_and_mended(filled: Archive, what: str) -> None:
    execute(filled, BREAKING[what])
    assert what in whats(filled.integrity.breaches())
    mended = filled.integrity.mend()
    assert what in whats(mended)
    assert {breach.what for breach in mended if not breach.mended} <= TO_INDEX_ANEW
    assert set(whats(filled.integrity.breaches())) <= TO_INDEX_ANEW


def test_frequencies_are_mended_to_what_is_counted(filled: Archive) -> None:
    execute(
        filled,
        "DELETE FROM lexeme_frequency WHERE lexeme = 'en:a'",
        "UPDATE lexeme_frequency SET chunks = 7 WHERE lexeme = 'en:b'",
        "INSERT INTO lexeme_frequency VALUES ('en:gone', 1)",
    )
    assert filled.integrity.breaches() == [Breach("lexemes that occur in another number of chunks than is written", 3)]
    filled.integrity.mend()
    assert filled.search.frequencies(["en:a", "en:b", "en:gone"]) == {"en:a": 1, "en:b": 2}


def test_a_document_that_lost_a_vector_or_a_chunk_is_outdated_and_can_be_removed(filled: Archive) -> None:
    execute(filled, "DELETE FROM chunk WHERE ordinal = 1", "DELETE FROM embedding WHERE chunk_id = 1")
    filled.integrity.mend()
    (record,) = [record for record in filled.documents.list_documents() if record.chunks]
    assert (record.fingerprint, record.chunks, filled.search.counts().chunks) == ("", 1, 1)
    filled.documents.remove(record.id)
    assert (filled.search.counts().chunks, filled.integrity.breaches()) == (0, [])


def test_mending_keeps_what_is_whole(filled: Archive) -> None:
    before = execute(filled, "SELECT id, fingerprint, chunks, duplicate_of FROM document ORDER BY id")
    execute(filled, "INSERT INTO text_block VALUES ('zzzzzzzz', 0, 'left')")
    filled.integrity.mend()
    assert execute(filled, "SELECT id, fingerprint, chunks, duplicate_of FROM document ORDER BY id") == before
    assert execute(filled, "SELECT text FROM text_block") == [{"text": "alpha\nbeta"}]


def test_a_member_of_a_member_goes_with_a_container_that_is_gone(filled: Archive) -> None:
    execute(
        filled,
        "UPDATE document SET container_id = 'zzzzzzzz' WHERE status = 'indexed'",
        "UPDATE document SET container_id = (SELECT id FROM document WHERE status = 'indexed')"
        " WHERE status = 'duplicate'",
    )
    filled.integrity.mend()
    assert (filled.documents.list_documents(), filled.integrity.breaches()) == ([], [])


@pytest.mark.parametrize(
    ("place", "statement"),
    [
        ("text_block.document_id", "INSERT INTO text_block VALUES ('zzzzzzzz', 0, 'left')"),
        ("document.duplicate_of", "UPDATE document SET duplicate_of = 'zzzzzzzz' WHERE status = 'duplicate'"),
        ("document.container_id", "UPDATE document SET container_id = 'zzzzzzzz' WHERE status = 'indexed'"),
        ("search_run_step.documents", "INSERT INTO search_run_step VALUES (1, 0, 'a', 1, 1, '', '{a,zzzzzzzz}')"),
        ("search_run_step.note", "INSERT INTO search_run_step VALUES (1, 0, 'a', 1, 1, 'only zzzzzzzz', '{}')"),
        ("search_run.query", "UPDATE search_run SET query = 'what is in zzzzzzzz?'"),
        ("a_later_table.arguments", 'INSERT INTO a_later_table VALUES (\'{"document": "zzzzzzzz"}\')'),
    ],
)
def test_whatever_names_a_document_is_found(filled: Archive, place: str, statement: str) -> None:
    execute(filled, "CREATE TABLE a_later_table (arguments JSONB)", statement)
    assert filled.integrity.remains([DocumentId("yyyyyyyy"), DocumentId("zzzzzzzz")]) == [Remains(place, 1)]


def test_a_text_that_mentions_an_id_is_the_text_of_another_document(filled: Archive) -> None:
    filled.documents.write(new_document("/docs/zzzzzzzz.txt", [("see zzzzzzzz", EAST, ("en:see",))]))
    assert filled.integrity.remains([DocumentId("yyyyyyyy"), DocumentId("zzzzzzzz")]) == []
