"""An archive has one active embedding space, and vectors of two spaces never meet."""

import pytest

from fixtures.documents import NORTH, new_document
from schedario.db.database import Archive
from schedario.errors import SpaceMismatchError
from schedario.records.document import SpaceSpec

OTHER = SpaceSpec(model="other-model", dimensions=3, fingerprint="other")


def test_ensuring_the_same_space_again_changes_nothing(archive: Archive) -> None:
    space = archive.spaces.active()
    assert space
    assert archive.spaces.ensure_space(space) == archive.spaces.ensure_space(space)


def test_another_space_is_refused_once_there_are_vectors(archive: Archive) -> None:
    written = archive.documents.write(new_document("/docs/a.txt", [("a", NORTH, ("en:a",))]))
    with pytest.raises(SpaceMismatchError, match=r"test-model.*--archive"):
        archive.spaces.ensure_space(OTHER)
    assert archive.search.nearest(NORTH, 1)[0].document == written.id


def test_an_empty_space_gives_way(archive: Archive) -> None:
    written = archive.documents.write(new_document("/docs/a.txt", [("a", NORTH, ("en:a",))]))
    archive.documents.remove(written.id)
    archive.spaces.ensure_space(OTHER)
    assert archive.spaces.active() == OTHER
    archive.documents.write(new_document("/docs/a.txt", [("a", (1.0, 0.0, 0.0), ("en:a",))]))
    assert len(archive.search.nearest((1.0, 0.0, 0.0), 5)) == 1


@pytest.mark.parametrize("dimensions", [0, 4001])
def test_a_space_that_cannot_be_indexed_is_refused(archive: Archive, dimensions: int) -> None:
    with pytest.raises(SpaceMismatchError, match="4000"):
        archive.spaces.ensure_space(SpaceSpec("wide", dimensions, "wide"))


def test_the_widest_space_works(archive: Archive) -> None:
    archive.spaces.ensure_space(SpaceSpec("wide", 4000, "wide"))
    vector = (1.0, *[0.0] * 3999)
    archive.documents.write(new_document("/docs/a.txt", [("a", vector, ("en:a",))]))
    assert archive.search.nearest(vector, 1)[0].score == pytest.approx(1.0)
