"""The document store keeps files, texts and counts, whatever comes after what."""

from collections import Counter
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from fixtures.documents import EAST, MODIFIED, NORTH, SOUTH, file_facts, new_document
from schedario.db.database import Archive, Database
from schedario.errors import FileDamagedError, SpaceMismatchError
from schedario.records.document import (
    DocumentId,
    DocumentRecord,
    DocumentStatus,
    Header,
    NewDocument,
    Page,
    Problem,
    SpaceSpec,
)
from schedario.records.extraction import Origin, PageKind

ALPHA = [("alpha one", NORTH, ("en:alpha", "en:one")), ("alpha two", EAST, ("en:alpha", "en:two"))]
BETA = [("beta", SOUTH, ("en:beta",))]
DAMAGED = Problem("file_damaged", "the file is broken")


def duplicate(archive: Archive, path: str, original: DocumentId) -> DocumentRecord:
    return archive.documents.write_duplicate(
        file_facts(path), collection="default", media_type="text/plain", fingerprint="fp", original=original
    )


def problem(archive: Archive, path: str, *, skipped: bool = False) -> DocumentRecord:
    return archive.documents.write_problem(
        file_facts(path, "newer bytes"), collection="default", media_type="", fingerprint="fp", problem=DAMAGED,
        skipped=skipped,
    )  # fmt: skip


def assert_counts_are_true(archive: Archive) -> None:
    """Compare the kept numbers with what the tables hold."""
    frequencies: Counter[str] = Counter()
    with archive.documents._pool.reading() as connection:
        kept = connection.execute("SELECT lexeme, chunks FROM lexeme_frequency").fetchall()
        for row in connection.execute("SELECT tsvector_to_array(lexemes) AS lexemes FROM chunk"):
            frequencies.update(row["lexemes"])
        sums: Any = connection.execute(
            "SELECT (SELECT count(*) FROM document WHERE status = 'indexed') AS documents,"
            " (SELECT count(*) FROM chunk) AS chunks, (SELECT count(*) FROM embedding) AS vectors"
        ).fetchone()
    assert {row["lexeme"]: row["chunks"] for row in kept} == frequencies
    assert archive.search.counts().documents == sums["documents"]
    assert archive.search.counts().chunks == sums["chunks"] == sums["vectors"]


def test_a_written_document_is_found_by_all_its_keys(archive: Archive) -> None:
    document = new_document("/docs/alpha.txt", ALPHA)
    written = archive.documents.write(document)
    assert written.status is DocumentStatus.INDEXED
    assert (written.name, written.file, written.pages, written.chunks) == ("alpha.txt", document.file, 2, 2)
    assert written.warnings == ("one table was cut short",)
    assert archive.documents.by_path("/docs/alpha.txt") == written
    assert archive.documents.by_id(written.id) == written
    assert archive.documents.by_content_hash(document.file.content_hash) == written
    assert archive.documents.by_text_hash(document.text_hash) == written
    assert archive.documents.text(written.id) == "alpha one\nalpha two"
    assert_counts_are_true(archive)


def test_what_is_not_there_is_none(archive: Archive) -> None:
    nobody = DocumentId("aaaaaaaa")
    assert archive.documents.by_path("/nowhere") is None
    assert archive.documents.by_id(nobody) is None
    assert archive.documents.by_content_hash("") is None
    assert archive.documents.text(nobody) == ""
    assert archive.documents.spans(nobody) == []
    assert archive.documents.empty_pages(nobody) == []
    assert archive.documents.remove(nobody) is False


def test_spans_name_page_and_heading(archive: Archive) -> None:
    written = archive.documents.write(new_document("/docs/alpha.txt", ALPHA))
    first, second = archive.documents.spans(written.id)
    assert (first.ordinal, first.start, first.end, first.page_number) == (0, 0, 9, 1)
    assert (second.ordinal, second.start, second.end, second.page_number) == (1, 10, 19, 2)
    assert second.page_kind is PageKind.PAGE
    assert second.heading_path == ("Heading 1",)


def test_a_chunk_keeps_the_header_of_its_table_and_a_page_its_mark(archive: Archive) -> None:
    made = new_document("/d/table.csv", [("Boat | Berth", NORTH, ()), ("Alba | 1", EAST, ())])
    (first, second), (page, other) = made.chunks, made.text.pages
    text = replace(made.text, pages=(page, replace(other, flattened=True)))
    headed = replace(made, text=text, chunks=(first, replace(second, header=Header(0, 12))))
    written = archive.documents.write(headed)
    assert [span.header for span in archive.documents.spans(written.id)] == [None, Header(0, 12)]
    with archive.documents._pool.reading() as connection:
        marks = connection.execute("SELECT flattened FROM page ORDER BY ordinal").fetchall()
    assert [row["flattened"] for row in marks] == [False, True]


def test_pages_without_text_are_told(archive: Archive) -> None:
    document = new_document("/docs/alpha.txt", ALPHA)
    end = len(document.text.text)
    empty = Page(end, end, PageKind.PAGE, 3, "iii", Origin.UNREAD)
    body = Page(end, end, PageKind.BODY, None, "", Origin.TEXT)
    text = replace(document.text, pages=(*document.text.pages, empty, body))
    written = archive.documents.write(replace(document, text=text))
    assert archive.documents.empty_pages(written.id) == [empty]


def test_a_new_version_replaces_the_old_one_under_the_same_id(archive: Archive) -> None:
    old = archive.documents.write(new_document("/docs/a.txt", ALPHA))
    new = archive.documents.write(new_document("/docs/a.txt", BETA))
    assert new.id == old.id
    assert archive.documents.text(new.id) == "beta"
    assert archive.search.frequencies(["en:alpha", "en:beta"]) == {"en:beta": 1}
    assert_counts_are_true(archive)


def test_the_same_text_under_another_path_is_a_duplicate(archive: Archive) -> None:
    original = archive.documents.write(new_document("/docs/a.txt", ALPHA))
    second = archive.documents.write(new_document("/docs/b.txt", ALPHA))
    assert second.status is DocumentStatus.DUPLICATE
    assert second.duplicate_of == original.id
    assert archive.documents.text(second.id) == ""
    assert_counts_are_true(archive)


def test_a_document_that_becomes_a_duplicate_loses_what_was_indexed(archive: Archive) -> None:
    original = archive.documents.write(new_document("/docs/a.txt", ALPHA))
    other = archive.documents.write(new_document("/docs/b.txt", BETA))
    assert duplicate(archive, "/docs/b.txt", original.id).id == other.id
    assert archive.documents.text(other.id) == ""
    assert_counts_are_true(archive)


def test_removing_an_original_leaves_orphans_and_indexing_one_takes_the_rest_in(archive: Archive) -> None:
    original = archive.documents.write(new_document("/docs/a.txt", ALPHA))
    for path in ("/docs/b.txt", "/docs/c.txt"):
        duplicate(archive, path, original.id)
    assert archive.documents.orphans() == []
    assert archive.documents.remove(original.id) is True
    assert [orphan.file.path for orphan in archive.documents.orphans()] == ["/docs/b.txt", "/docs/c.txt"]
    heir = archive.documents.write(new_document("/docs/b.txt", ALPHA))
    assert archive.documents.orphans() == []
    rest = archive.documents.by_path("/docs/c.txt")
    assert rest
    assert rest.duplicate_of == heir.id
    assert_counts_are_true(archive)


def test_an_original_that_changes_leaves_orphans(archive: Archive) -> None:
    original = archive.documents.write(new_document("/docs/a.txt", ALPHA))
    duplicate(archive, "/docs/b.txt", original.id)
    archive.documents.write(new_document("/docs/a.txt", BETA))
    assert [orphan.file.path for orphan in archive.documents.orphans()] == ["/docs/b.txt"]


def test_an_original_that_is_written_again_keeps_its_duplicates(archive: Archive) -> None:
    original = archive.documents.write(new_document("/docs/a.txt", ALPHA))
    duplicate(archive, "/docs/b.txt", original.id)
    archive.documents.write(new_document("/docs/a.txt", ALPHA, fingerprint="other"))
    assert archive.documents.orphans() == []


def test_a_duplicate_of_what_is_gone_is_an_orphan(archive: Archive) -> None:
    record = duplicate(archive, "/docs/b.txt", DocumentId("aaaaaaaa"))
    assert record.status is DocumentStatus.DUPLICATE
    assert archive.documents.orphans() == [record]


def test_a_document_cannot_be_its_own_duplicate(archive: Archive) -> None:
    written = archive.documents.write(new_document("/docs/a.txt", ALPHA))
    with pytest.raises(ValueError, match="its own duplicate"):
        duplicate(archive, "/docs/a.txt", written.id)
    assert archive.documents.text(written.id) == "alpha one\nalpha two"


@pytest.mark.parametrize(("skipped", "status"), [(False, DocumentStatus.FAILED), (True, DocumentStatus.SKIPPED)])
def test_a_file_that_is_not_indexed_says_why(archive: Archive, skipped: bool, status: DocumentStatus) -> None:
    record = problem(archive, "/docs/bad.pdf", skipped=skipped)
    assert (record.status, record.problem) == (status, DAMAGED)
    assert archive.search.counts().documents == 0
    assert problem(archive, "/docs/bad.pdf").id == record.id


def test_a_failed_new_version_leaves_the_old_one_answering_and_stale(archive: Archive) -> None:
    old = archive.documents.write(new_document("/docs/a.txt", ALPHA))
    record = problem(archive, "/docs/a.txt")
    assert (record.status, record.file, record.problem) == (DocumentStatus.INDEXED, old.file, DAMAGED)
    assert archive.documents.text(old.id) == "alpha one\nalpha two"
    assert archive.search.heads([old.id])[old.id].stale == "the file is broken"
    assert archive.documents.status(frozenset({"fp"})).stale == 1


def test_writing_after_a_failure_clears_it(archive: Archive) -> None:
    failed = problem(archive, "/docs/a.txt")
    written = archive.documents.write(new_document("/docs/a.txt", ALPHA))
    assert (written.id, written.problem, written.status) == (failed.id, None, DocumentStatus.INDEXED)


def test_touching_takes_over_the_time_and_clears_staleness(archive: Archive) -> None:
    old = archive.documents.write(new_document("/docs/a.txt", ALPHA))
    problem(archive, "/docs/a.txt")
    later = MODIFIED + timedelta(days=1)
    archive.documents.touch(old.id, file_facts("/docs/a.txt", modified=later))
    record = archive.documents.by_id(old.id)
    assert record
    assert (record.file.modified, record.problem) == (later, None)


def test_touching_a_failed_file_keeps_its_reason(archive: Archive) -> None:
    failed = problem(archive, "/docs/bad.pdf")
    archive.documents.touch(failed.id, file_facts("/docs/bad.pdf", modified=MODIFIED + timedelta(days=1)))
    record = archive.documents.by_id(failed.id)
    assert record
    assert record.problem == DAMAGED


@pytest.mark.parametrize("path", ["/docs/\udcff\udcfe.txt", "/docs/new\nline", "/docs/è 文.txt", "/docs/%s{}'\".txt"])
def test_any_file_name_is_kept_exactly(archive: Archive, path: str) -> None:
    written = archive.documents.write(new_document(path, ALPHA))
    assert written.file.path == path
    assert archive.documents.by_path(path) == written
    assert archive.search.heads([written.id])[written.id].path == path
    written.name.encode("utf-8")


def test_listing_keeps_to_a_folder_and_a_status(archive: Archive) -> None:
    for number, path in enumerate(["/a", "/a/x", "/a/y/z", "/a0", "/a-b", "/b"]):
        archive.documents.write(new_document(path, [(f"text {number}", NORTH, ("en:text",))]))
    problem(archive, "/a/bad")

    def paths(**options: Any) -> list[str]:
        return [record.file.path for record in archive.documents.list_documents(**options)]

    assert paths() == ["/a", "/a-b", "/a/bad", "/a/x", "/a/y/z", "/a0", "/b"]
    assert paths(under="/a") == paths(under="/a/") == ["/a", "/a/bad", "/a/x", "/a/y/z"]
    assert paths(under="/") == paths()
    assert paths(under="/a", status="failed") == ["/a/bad"]
    assert paths(limit=2, offset=1) == ["/a-b", "/a/bad"]


def test_status_counts_what_is_there(archive: Archive) -> None:
    original = archive.documents.write(new_document("/docs/a.txt", ALPHA))
    archive.documents.write(new_document("/docs/b.txt", BETA, fingerprint="older"))
    duplicate(archive, "/docs/c.txt", original.id)
    problem(archive, "/docs/bad.pdf")
    status = archive.documents.status(frozenset({"fp"}))
    assert status.documents == {"indexed": 2, "duplicate": 1, "skipped": 0, "failed": 1}
    assert (status.stale, status.outdated, status.chunks) == (0, 1, 3)
    assert status.text_characters == len("alpha one\nalpha two") + len("beta")
    assert status.languages == {"en": 3}
    assert status.model == "test-model"
    assert status.newest is not None
    assert status.size_bytes > 0


def test_status_of_an_empty_archive(archive: Archive) -> None:
    status = archive.documents.status(frozenset({"fp"}))
    assert status.documents == {"indexed": 0, "duplicate": 0, "skipped": 0, "failed": 0}
    assert status.newest is None


@pytest.mark.parametrize("text", ["a\0b", "a\ud800b"])
def test_text_that_cannot_be_kept_is_refused_in_words(archive: Archive, text: str) -> None:
    document = new_document("/docs/a.txt", [("ab", NORTH, ("en:ab",))])
    damaged = NewDocument(
        **{**{name: getattr(document, name) for name in NewDocument.__slots__}, "text": _with_text(document, text)}
    )
    with pytest.raises(FileDamagedError, match="offset 1"):
        archive.documents.write(damaged)
    assert archive.documents.by_path("/docs/a.txt") is None


def _with_text(document: NewDocument, text: str) -> Any:
    return type(document.text)(text, document.text.pages)


def test_vectors_of_another_width_are_refused(archive: Archive) -> None:
    with pytest.raises(SpaceMismatchError, match="3 numbers"):
        archive.documents.write(new_document("/docs/a.txt", [("text", (1.0, 0.0, 0.0), ("en:text",))]))
    assert archive.documents.by_path("/docs/a.txt") is None


def test_writing_before_there_is_a_space_is_refused(database: Database) -> None:
    archive = database.archive("other", create=True)
    with pytest.raises(SpaceMismatchError):
        archive.documents.write(new_document("/docs/a.txt", ALPHA))
    archive.spaces.ensure_space(SpaceSpec("m", 4, "f"))
    assert archive.documents.write(new_document("/docs/a.txt", ALPHA)).chunks == 2


def test_archives_keep_apart(database: Database, archive: Archive) -> None:
    archive.documents.write(new_document("/docs/a.txt", ALPHA))
    other = database.archive("other", create=True)
    assert other.documents.list_documents() == []
    assert other.search.counts().documents == 0
    assert other.spaces.active() is None


def test_attempts_are_counted_for_the_bytes_that_the_file_has(archive: Archive) -> None:
    first = problem(archive, "/docs/a.txt").attempt
    again = problem(archive, "/docs/a.txt").attempt
    assert first is not None
    assert again is not None
    assert (first.count, again.count) == (1, 2)
    assert again.at > first.at
    written = archive.documents.write(new_document("/docs/a.txt", BETA))
    assert written.attempt is not None
    assert (written.attempt.count, written.attempt.content_hash) == (1, written.file.content_hash)
    assert written.first_seen is not None
    assert written.first_seen <= first.at


def test_a_stale_document_remembers_the_bytes_that_failed(archive: Archive) -> None:
    written = archive.documents.write(new_document("/docs/a.txt", ALPHA))
    stale = problem(archive, "/docs/a.txt")
    newer = file_facts("/docs/a.txt", "newer bytes").content_hash
    assert stale.attempt is not None
    assert (stale.file.content_hash, stale.attempt.content_hash) == (written.file.content_hash, newer)
    assert stale.attempt.count == 1
    archive.documents.touch(stale.id, written.file)
    settled = archive.documents.by_id(stale.id)
    assert settled is not None
    assert settled.attempt is not None
    assert (settled.problem, settled.attempt.content_hash) == (None, written.file.content_hash)
