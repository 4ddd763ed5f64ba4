"""What a model saw is kept once, outlives what is written anew, and goes with the last document that shows it."""

from collections.abc import Sequence
from dataclasses import replace

from fixtures.documents import NORTH, new_document
from schedario.db.database import Archive
from schedario.records.document import DocumentId, DocumentText, NewDocument, PictureRange
from schedario.records.extraction import Origin
from schedario.records.picture import ImageSubject, PictureCounts, VisionAttempt, VisionReading, WaitingImage

ENGINE = "seeing 1"
MARK = "seen"


def hash_of(name: str) -> str:
    return name.encode().hex().ljust(64, "0")


def document(path: str, *pictures: str, page: str = "", origin: Origin = Origin.UNREAD) -> NewDocument:
    made = new_document(path, [(f"text of {path}", NORTH, ("en:text",))])
    ranges = tuple(PictureRange(n, n + 1, hash_of(name), Origin.UNREAD) for n, name in enumerate(pictures))
    pages = made.text.pages
    if page:
        pages = (replace(pages[0], sha256=hash_of(page), origin=origin, flattened=origin is Origin.TEXT),)
    return replace(made, text=DocumentText(made.text.text, pages, pictures=ranges))


def write(archive: Archive, path: str, *pictures: str, page: str = "", origin: Origin = Origin.UNREAD) -> DocumentId:
    return archive.documents.write(document(path, *pictures, page=page, origin=origin)).id


def read(archive: Archive, name: str, text: str = "words", engine: str = ENGINE) -> None:
    reading = VisionReading(hash_of(name), text, "")
    archive.vision.put(VisionAttempt(hash_of(name), engine, 1, True, reading), outdated=MARK)


def failed(archive: Archive, name: str, *, calls: int = 2, settled: bool = True, engine: str = ENGINE) -> None:
    attempt = VisionAttempt(hash_of(name), engine, calls, settled, problem="no JSON", answer="I think")
    archive.vision.put(attempt, outdated=MARK)


def waiting(archive: Archive, id_: DocumentId, engine: str = ENGINE) -> list[str]:
    return [bytes.fromhex(image.sha256).rstrip(b"\0").decode() for image in archive.vision.waiting(id_, engine)]


def known(archive: Archive, *names: str) -> list[bool]:
    return [archive.pictures.vision(hash_of(name)) is not None for name in names]


def fingerprints(archive: Archive, *ids: DocumentId) -> Sequence[str]:
    return [record.fingerprint for id_ in ids if (record := archive.documents.by_id(id_))]


def test_what_is_unread_or_flattened_waits_in_order_and_says_what_it_is(archive: Archive) -> None:
    unread = write(archive, "/a", "boat", "tree", "boat", page="sheet")
    assert waiting(archive, unread) == ["boat", "sheet", "tree"]
    flattened = write(archive, "/b", page="table", origin=Origin.TEXT)
    assert archive.vision.waiting(flattened, ENGINE) == [WaitingImage(hash_of("table"), ImageSubject.TABLES)]


def test_what_was_read_waits_for_another_model_only(archive: Archive) -> None:
    id_ = write(archive, "/a", "boat", "tree")
    read(archive, "boat")
    assert waiting(archive, id_) == ["tree"]
    assert waiting(archive, id_, "seeing 2") == ["boat", "tree"]
    assert archive.vision.calls(id_, ENGINE) == 1
    assert archive.vision.calls(id_, "seeing 2") == 0


def test_all_documents_that_show_a_picture_are_marked_when_it_was_read_and_no_others(archive: Archive) -> None:
    first, second, third = write(archive, "/a", "boat"), write(archive, "/b", page="boat"), write(archive, "/c", "tree")
    read(archive, "boat")
    assert fingerprints(archive, first, second, third) == [MARK, MARK, "fp"]


def test_a_reading_that_says_the_same_marks_nothing(archive: Archive) -> None:
    id_ = write(archive, "/a", "boat")
    read(archive, "boat")
    write(archive, "/a", "boat")
    read(archive, "boat", engine="seeing 2")
    assert fingerprints(archive, id_) == ["fp"]


def test_a_failure_is_kept_with_its_text_and_the_reading_before_it_stays(archive: Archive) -> None:
    id_ = write(archive, "/a", "boat")
    read(archive, "boat", "an old boat")
    failed(archive, "boat", engine="seeing 2")
    reading = archive.pictures.vision(hash_of("boat"))
    assert reading
    assert reading.text == "an old boat"
    asked = archive.vision.asked(hash_of("boat"), "seeing 2")
    assert asked
    assert (asked.calls, asked.settled, asked.problem, asked.answer) == (2, True, "no JSON", "I think")
    assert waiting(archive, id_, "seeing 2") == []


def test_a_first_answer_that_cannot_be_used_leaves_the_picture_waiting(archive: Archive) -> None:
    id_ = write(archive, "/a", "boat")
    failed(archive, "boat", calls=1, settled=False)
    assert waiting(archive, id_) == ["boat"]
    assert archive.vision.calls(id_, ENGINE) == 1


def test_failures_are_asked_again_on_request(archive: Archive) -> None:
    id_ = write(archive, "/a", "boat", "tree")
    failed(archive, "boat")
    read(archive, "tree")
    archive.vision.forget_failures([id_])
    assert waiting(archive, id_) == ["boat"]
    assert archive.vision.calls(id_, ENGINE) == 1


def test_a_reading_outlives_the_version_that_shows_it_when_the_next_one_does_too(archive: Archive) -> None:
    write(archive, "/a", "boat", "tree", page="sheet")
    for name in ("boat", "tree", "sheet"):
        read(archive, name)
    write(archive, "/a", "boat")
    assert known(archive, "boat", "tree", "sheet") == [True, False, False]


def test_a_reading_goes_with_the_last_document_that_shows_it(archive: Archive) -> None:
    first, second = write(archive, "/a", "boat"), write(archive, "/b", page="boat")
    read(archive, "boat")
    archive.documents.remove(first)
    assert known(archive, "boat") == [True]
    archive.documents.remove(second)
    assert known(archive, "boat") == [False]
    assert archive.integrity.breaches() == []


def test_a_reading_goes_when_the_note_turns_private(archive: Archive) -> None:
    made = document("/a", "boat")
    archive.documents.write(made)
    read(archive, "boat")
    archive.documents.write_private(made.file)
    assert known(archive, "boat") == [False]


def test_what_no_document_shows_any_more_is_not_kept(archive: Archive) -> None:
    archive.documents.remove(write(archive, "/a", "boat"))
    read(archive, "boat")
    assert known(archive, "boat") == [False]


def test_a_backup_has_what_was_seen(archive: Archive) -> None:
    with archive.vision._pool.reading() as connection:
        tables = {row["table"] for row in connection.execute(_tables()).fetchall()}
    assert "vision_reading" in tables


def _tables() -> str:
    from schedario.db.queries import query

    return query("backup_tables").as_string(None)


def test_documents_wait_until_the_calls_are_used_up(archive: Archive) -> None:
    full, free = write(archive, "/a", "boat", "tree"), write(archive, "/b", "hill")
    write(archive, "/c")
    read(archive, "boat")
    assert archive.vision.documents(ENGINE, 2) == sorted([full, free])
    assert archive.vision.documents(ENGINE, 1) == [free]


def test_everything_is_counted_once_by_what_became_of_it(archive: Archive) -> None:
    write(archive, "/a", "boat", "tree", "hill", "lake", page="sheet")
    other = write(archive, "/b", "boat", "pier")
    read(archive, "boat")
    failed(archive, "tree", calls=1)
    assert archive.vision.counts(ENGINE, 9) == PictureCounts("", 9, read=1, waiting=4, failed=1)
    assert archive.vision.counts(ENGINE, 2) == PictureCounts("", 2, read=1, waiting=1, failed=1, beyond=3)
    assert archive.vision.counts(ENGINE, 9, other) == PictureCounts("", 9, read=1, waiting=1)
    assert archive.vision.counts("", 0) == PictureCounts("", 0, read=1, waiting=5)
