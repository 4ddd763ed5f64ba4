"""The proof that nothing is left of a document, as far as it lies in files."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from schedario.records.care import Breach, Remains
from schedario.records.document import DocumentId
from schedario.records.status import Health
from schedario.services.care import Care

GONE, MEMBER = DocumentId("abcdefgh"), DocumentId("mnpqrstu")


class Tables:
    """Tables that agree with each other; counts how often they are gone through."""

    def __init__(self) -> None:
        self.asked: list[Sequence[DocumentId]] = []
        self.examined = 0

    def breaches(self) -> Sequence[Breach]:
        self.examined += 1
        return []

    def mend(self) -> Sequence[Breach]:
        return []

    def remains(self, documents: Sequence[DocumentId]) -> Sequence[Remains]:
        self.asked.append(documents)
        return []


class NoDocuments:
    """A store without any document."""

    def by_id(self, _: DocumentId) -> None:
        return None


def care(home: Path, tables: Tables) -> Care:
    documents: Any = NoDocuments()
    searches: Any = None
    return Care(documents, tables, searches, home)


def test_a_document_and_all_that_it_held_are_looked_for_at_once(tmp_path: Path) -> None:
    tables = Tables()
    (finding,) = care(tmp_path, tables).examine_deleted(GONE, [MEMBER])
    assert finding.health is Health.OK
    assert (
        finding.detail
        == "nothing of abcdefgh is left in any table or file of the data folder, nor of the 1 that it held"
    )
    assert (tables.asked, tables.examined) == ([[GONE, MEMBER]], 1)


def test_a_file_that_names_what_a_document_held_is_found(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    file = tmp_path / "notes" / "left.txt"
    file.write_text(f"see {MEMBER}")
    (finding,) = care(tmp_path, Tables()).examine_deleted(GONE, [MEMBER])
    assert (finding.health, finding.detail) == (Health.WARNING, f"{file} names {MEMBER}")


def test_a_folder_that_cannot_be_listed_proves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed = tmp_path / "closed"
    closed.mkdir()
    real = os.scandir

    def scandir(path: Any) -> Any:
        # Tests may run as root, to whom nothing is closed.
        if Path(path) == closed:
            raise PermissionError(13, "Permission denied", str(path))
        return real(path)

    monkeypatch.setattr(os, "scandir", scandir)
    (finding,) = care(tmp_path, Tables()).examine_deleted(GONE)
    assert finding.health is Health.WARNING
    assert finding.detail.startswith(f"{closed} cannot be looked at")
