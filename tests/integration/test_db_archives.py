"""Archives are made when that is wanted, refused when it is not, and apart from each other."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fixtures.database import SPACE
from fixtures.documents import NORTH, new_document
from schedario.db.archives import validate_archive_name
from schedario.db.database import Archive, Database
from schedario.errors import ArchiveMissingError, ArchiveNameError
from schedario.ports import Checkable, DocumentStore, SearchStore


@pytest.mark.parametrize("name", ["main", "a", "a1_b", "a" + "b" * 39])
def test_good_names_are_allowed(name: str) -> None:
    assert validate_archive_name(name) == name


@pytest.mark.parametrize("name", ["", "A", "1a", "_a", "a-b", "a b", "è", "a" * 41, "a\n", 'a"; DROP', "a.b"])
def test_bad_names_are_refused_in_words(database: Database, name: str) -> None:
    for refuse in (lambda: validate_archive_name(name), lambda: database.archive(name, create=True)):
        with pytest.raises(ArchiveNameError, match="lower-case letter"):
            refuse()


def test_a_missing_archive_is_refused_and_not_made(database: Database) -> None:
    with pytest.raises(ArchiveMissingError, match="There are: main"):
        database.archive("other", create=False)
    assert database.archives() == ["main"]


def test_archives_are_listed_and_dropped(database: Database) -> None:
    database.archive("zeta", create=True)
    database.archive("alpha", create=True)
    assert database.archives() == ["alpha", "main", "zeta"]
    assert database.drop_archive("zeta") is True
    assert database.drop_archive("zeta") is False
    assert database.archives() == ["alpha", "main"]
    assert database.archive("zeta", create=True).search.counts().documents == 0


def test_an_archive_with_documents_can_be_dropped(database: Database) -> None:
    archive = database.archive("other", create=True)
    archive.spaces.ensure_space(SPACE)
    archive.documents.write(new_document("/docs/a.txt", [("a", NORTH, ("en:a",))]))
    database.drop_archive("other")
    assert database.archives() == ["main"]


def test_making_the_same_archive_at_once_makes_it_once(database_home: Path, database_url: str) -> None:
    def make(_: int) -> int:
        with Database.open(home=database_home, url=database_url) as database:
            return database.archive("fresh", create=True).search.counts().documents

    with ThreadPoolExecutor(3) as threads:
        assert list(threads.map(make, range(3))) == [0, 0, 0]


def test_an_archive_fits_the_ports(database: Database, archive: Archive) -> None:
    documents: DocumentStore = archive.documents
    search: SearchStore = archive.search
    check: Checkable = database.check()
    assert (documents.list_documents(), search.counts().chunks) == ([], 0)
    assert check.check()
