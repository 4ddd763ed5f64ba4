"""What was read on a picture is kept once, and goes with the last document that shows it."""

from dataclasses import replace
from typing import Any

import pytest

from fixtures.documents import NORTH, new_document
from schedario.db.database import Archive
from schedario.records.document import DocumentRecord, DocumentText, NewDocument, PassageEmbedding, PictureRange
from schedario.records.extraction import Origin, PictureReading

ENGINE = "engine 1"


def hash_of(name: str) -> str:
    return name.encode().hex().ljust(64, "0")


def reading(name: str, engine: str = ENGINE) -> PictureReading:
    return PictureReading(hash_of(name), f"words on {name}", 0.75, engine, Origin.OCR)


def document(path: str, *readings: PictureReading) -> NewDocument:
    made = new_document(path, [(f"text of {path}", NORTH, ("en:text",))])
    ranges = tuple(PictureRange(0, 4, one.sha256, one.origin) for one in readings)
    return replace(made, text=DocumentText(made.text.text, made.text.pages, pictures=ranges), pictures=readings)


def write(archive: Archive, path: str, *readings: PictureReading) -> DocumentRecord:
    return archive.documents.write(document(path, *readings))


def rows(archive: Archive, table: str) -> list[Any]:
    with archive.documents._pool.reading() as connection:
        return connection.execute(f"SELECT * FROM {table} ORDER BY sha256").fetchall()


def test_what_was_read_is_known_to_the_same_engine_only(archive: Archive) -> None:
    write(archive, "/a", reading("plate"))
    assert archive.pictures.reading(hash_of("plate"), ENGINE) == reading("plate")
    assert archive.pictures.reading(hash_of("plate"), "engine 2") is None
    assert archive.pictures.reading(hash_of("other"), ENGINE) is None


def test_a_picture_without_text_is_known_too(archive: Archive) -> None:
    unread = PictureReading(hash_of("boat"), "", None, ENGINE, Origin.UNREAD)
    write(archive, "/a", unread)
    assert archive.pictures.reading(hash_of("boat"), ENGINE) == unread


def test_the_text_says_where_its_pictures_stand(archive: Archive) -> None:
    written = write(archive, "/a", reading("plate"))
    (row,) = rows(archive, "document_picture")
    assert (row["document_id"], row["ordinal"], row["start_offset"], row["end_offset"], row["origin"]) == (
        written.id, 0, 0, 4, "ocr",
    )  # fmt: skip


def test_removing_the_last_document_forgets_its_pictures(archive: Archive) -> None:
    first, second = write(archive, "/a", reading("plate"), reading("boat")), write(archive, "/b", reading("plate"))
    archive.documents.remove(first.id)
    assert [row["sha256"] for row in rows(archive, "picture_text")] == [hash_of("plate")]
    archive.documents.remove(second.id)
    assert rows(archive, "picture_text") == rows(archive, "document_picture") == []


def test_a_new_version_keeps_the_pictures_that_it_still_shows(archive: Archive) -> None:
    write(archive, "/a", reading("plate"), reading("boat"))
    write(archive, "/a", reading("plate"))
    assert [row["sha256"] for row in rows(archive, "picture_text")] == [hash_of("plate")]
    assert len(rows(archive, "document_picture")) == 1


def test_a_document_that_becomes_a_duplicate_forgets_its_pictures(archive: Archive) -> None:
    write(archive, "/a", reading("plate"))
    original = write(archive, "/b")
    facts = document("/a").file
    archive.documents.write_duplicate(
        facts, collection="default", media_type="text/plain", fingerprint="fp", original=original.id
    )
    assert rows(archive, "picture_text") == rows(archive, "document_picture") == []


def test_another_engine_replaces_what_was_read(archive: Archive) -> None:
    write(archive, "/a", reading("plate"))
    write(archive, "/b", replace(reading("plate", "engine 2"), text="better words"))
    (row,) = rows(archive, "picture_text")
    assert (row["engine"], row["text"]) == ("engine 2", "better words")


def test_a_write_that_fails_keeps_nothing(archive: Archive) -> None:
    broken = replace(document("/a", reading("plate")), embeddings=(PassageEmbedding((1.0, 0.0)),))
    with pytest.raises(Exception, match="2 numbers"):
        archive.documents.write(broken)
    assert rows(archive, "picture_text") == []
