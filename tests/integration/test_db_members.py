"""Members are kept with their container, and go with it."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from fixtures.documents import EAST, NORTH, SOUTH, file_facts, new_document
from schedario.db.database import Archive
from schedario.errors import FileChangedError
from schedario.records.document import Container, DocumentId, DocumentRecord, DocumentStatus, Vector


def container(archive: Archive, path: str = "/docs/a.eml", vector: Vector = NORTH) -> DocumentRecord:
    document = new_document(path, [(f"text of {path}", vector, ("en:text",))])
    return archive.documents.write(replace(document, has_members=True))


def member(archive: Archive, around: DocumentRecord, name: str, words: str, key: str = "0") -> DocumentRecord:
    document = new_document(f"{around.file.path}!/{name}", [(words, EAST, ("en:words",))])
    return archive.documents.write(replace(document, file=replace(document.file, container=around.id, member_key=key)))


def paths(records: Sequence[DocumentRecord]) -> list[str]:
    return [record.file.path for record in records]


def test_a_member_names_what_it_lies_in(archive: Archive) -> None:
    mail = container(archive)
    offer = member(archive, mail, "offer.pdf", "the offer")
    assert (offer.name, offer.container) == ("offer.pdf", Container(mail.id, "a.eml", "A title"))
    assert archive.documents.by_path(offer.file.path, mail.id) == offer
    assert archive.documents.by_path(offer.file.path) is None
    assert archive.documents.named(offer.file.path) == offer
    deep = member(archive, offer, "deep.txt", "deep words")
    head = archive.search.heads([deep.id])[deep.id]
    assert (head.file_path, head.container) == ("/docs/a.eml", Container(offer.id, "offer.pdf", "A title"))


def test_a_file_on_disk_of_the_same_path_is_another_document(archive: Archive) -> None:
    mail = container(archive)
    inside = member(archive, mail, "offer.pdf", "the offer")
    on_disk = archive.documents.write(new_document(inside.file.path, [("other words", SOUTH, ("en:other",))]))
    assert on_disk.id != inside.id
    assert archive.documents.named(inside.file.path) == on_disk
    assert archive.documents.by_path(inside.file.path, mail.id) == inside


def test_members_lie_below_their_container_in_lists(archive: Archive) -> None:
    mail = container(archive)
    offer = member(archive, mail, "offer.pdf", "the offer")
    archive.documents.write(new_document("/docs/a.eml!/on disk.txt", [("other words", SOUTH, ("en:other",))]))
    assert paths(archive.documents.list_documents(under="/docs/a.eml")) == [mail.file.path, offer.file.path]
    assert len(archive.documents.list_documents(under="/docs")) == 3


def test_a_container_is_settled_when_its_members_are(archive: Archive) -> None:
    mail = container(archive)
    first, second = member(archive, mail, "1.txt", "one"), member(archive, mail, "2.txt", "two")
    assert settled(archive, mail.id) is False
    archive.documents.settle_members(mail.id, {second.id}, content_hash=mail.file.content_hash, complete=True)
    assert settled(archive, mail.id) is True
    assert archive.documents.by_id(first.id) is None
    archive.documents.remove(second.id)
    assert settled(archive, mail.id) is False


def test_a_container_that_is_incomplete_stays_unsettled(archive: Archive) -> None:
    mail = container(archive)
    archive.documents.settle_members(mail.id, set(), content_hash=mail.file.content_hash, complete=False)
    assert settled(archive, mail.id) is False


def test_members_of_an_older_version_settle_nothing(archive: Archive) -> None:
    """Another run brought in a new version while the members of the old one were read."""
    old = container(archive)
    first = member(archive, old, "1.txt", "one")
    changed = new_document(old.file.path, [("a new text", NORTH, ("en:new",))])
    changed = replace(changed, file=replace(changed.file, content_hash="changed"), has_members=True)
    new = archive.documents.write(changed)
    second = member(archive, new, "2.txt", "two")
    archive.documents.settle_members(new.id, {second.id}, content_hash="changed", complete=True)
    ghost = member(archive, old, "1.txt", "one")
    archive.documents.settle_members(old.id, {ghost.id}, content_hash=old.file.content_hash, complete=True)
    assert archive.documents.by_id(second.id) is not None
    assert archive.documents.by_id(first.id) is None
    assert settled(archive, new.id) is False


def test_a_container_that_lost_a_member_meanwhile_is_not_settled(archive: Archive) -> None:
    mail = container(archive)
    first, second = member(archive, mail, "1.txt", "one"), member(archive, mail, "2.txt", "two")
    archive.documents.remove(second.id)
    keep = {first.id, second.id}
    archive.documents.settle_members(mail.id, keep, content_hash=mail.file.content_hash, complete=True)
    assert settled(archive, mail.id) is False


def test_removing_a_container_removes_all_that_lies_in_it_and_frees_its_copies(archive: Archive) -> None:
    mail = container(archive)
    inner = archive.documents.write(
        replace(
            new_document(f"{mail.file.path}!/b.eml", [("inner text", EAST, ("en:inner",))]),
            file=file_facts(f"{mail.file.path}!/b.eml"),
            has_members=True,
        )
    )
    deep = member(archive, inner, "deep.txt", "deep words")
    copy = archive.documents.write(new_document("/docs/copy.txt", [("deep words", EAST, ("en:words",))]))
    assert copy.status is DocumentStatus.DUPLICATE
    archive.documents.remove(inner.id)
    assert archive.documents.by_id(deep.id) is None
    assert paths(archive.documents.orphans()) == ["/docs/copy.txt"]
    assert archive.search.counts().chunks == 1
    assert archive.search.frequencies(["en:words", "en:inner", "en:text"]) == {"en:text": 1}


def test_a_new_version_without_members_loses_those_of_the_old_one(archive: Archive) -> None:
    mail = container(archive)
    offer = member(archive, mail, "offer.pdf", "the offer")
    written = archive.documents.write(new_document(mail.file.path, [("no attachments", NORTH, ("en:no",))]))
    assert (written.id, written.members_settled) == (mail.id, None)
    assert archive.documents.by_id(offer.id) is None


def test_a_member_whose_container_was_removed_meanwhile_is_refused(archive: Archive) -> None:
    mail = container(archive)
    archive.documents.remove(mail.id)
    with pytest.raises(FileChangedError, match="removed meanwhile"):
        member(archive, mail, "offer.pdf", "the offer")
    assert archive.documents.list_documents() == []


def settled(archive: Archive, document: DocumentId) -> bool | None:
    record = archive.documents.by_id(document)
    assert record is not None
    return record.members_settled
