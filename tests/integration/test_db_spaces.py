"""An archive has one active embedding space, and vectors of two spaces never meet."""

import pytest

from fixtures.documents import NORTH, new_document
from schedario.db.database import Archive
from schedario.errors import SpaceMismatchError
from schedario.records.document import SpaceSpec
from schedario.records.space import KeptSpace, ModelRecipe, SpaceDetail

OTHER = SpaceSpec(model="other-model", dimensions=3, fingerprint="other")


def test_ensuring_the_same_space_again_changes_nothing(archive: Archive) -> None:
    space = archive.spaces.active()
    assert space
    assert archive.spaces.ensure_space(space) == archive.spaces.ensure_space(space)


def test_another_space_is_refused_once_there_are_vectors(archive: Archive) -> None:
    written = archive.documents.write(new_document("/docs/a.txt", [("a", NORTH, ("en:a",))]))
    with pytest.raises(SpaceMismatchError, match=r"test-model.*reindex --space"):
        archive.spaces.ensure_space(OTHER)
    assert archive.search.nearest(NORTH, 1)[0].document == written.id


def test_an_empty_space_gives_way(archive: Archive) -> None:
    written = archive.documents.write(new_document("/docs/a.txt", [("a", NORTH, ("en:a",))]))
    archive.documents.remove(written.id)
    archive.spaces.ensure_space(OTHER)
    assert archive.spaces.active() == OTHER
    archive.documents.write(new_document("/docs/a.txt", [("a", (1.0, 0.0, 0.0), ("en:a",))]))
    assert len(archive.search.nearest((1.0, 0.0, 0.0), 5)) == 1


def test_how_a_space_was_made_is_kept_with_it_and_goes_with_it(archive: Archive) -> None:
    recipe = ModelRecipe("ollama", "m", "query: ", "passage: ", 0, "auto", "", "")
    means = {"it": (1.0, 0.0, 0.5), "en": (0.0, 1.0, 0.5)}
    detail = SpaceDetail("settings", "sha256:1", (0.5, 0.25), means, "on", recipe)
    archive.spaces.ensure_space(OTHER, detail)
    assert archive.spaces.kept() == KeptSpace(OTHER, detail, active=True)
    archive.spaces.ensure_space(OTHER)
    assert archive.spaces.kept() == KeptSpace(OTHER, detail, active=True)
    archive.spaces.ensure_space(SpaceSpec("third", 3, "third"))
    third = SpaceSpec("third", 3, "third")
    assert archive.spaces.all() == [KeptSpace(third, SpaceDetail(), active=True)]


def test_a_space_is_empty_until_something_is_written(archive: Archive) -> None:
    assert archive.spaces.is_empty()
    archive.documents.write(new_document("/docs/a.txt", [("a", NORTH, ("en:a",))]))
    assert not archive.spaces.is_empty()


@pytest.mark.parametrize("dimensions", [0, 4001])
def test_a_space_that_cannot_be_indexed_is_refused(archive: Archive, dimensions: int) -> None:
    with pytest.raises(SpaceMismatchError, match="4000"):
        archive.spaces.ensure_space(SpaceSpec("wide", dimensions, "wide"))


def test_the_widest_space_works(archive: Archive) -> None:
    archive.spaces.ensure_space(SpaceSpec("wide", 4000, "wide"))
    vector = (1.0, *[0.0] * 3999)
    archive.documents.write(new_document("/docs/a.txt", [("a", vector, ("en:a",))]))
    assert archive.search.nearest(vector, 1)[0].score == pytest.approx(1.0)
