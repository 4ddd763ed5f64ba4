"""A space is built beside the active one, batch by batch, and whoever was there before the switch notices it."""

from dataclasses import replace

import pytest

from fixtures.documents import EAST, NORTH, new_document
from schedario.db.database import Archive
from schedario.errors import SpaceMismatchError, SpaceReplacedError
from schedario.records.document import Chunk, ChunkId, Header, PassageEmbedding, SpaceSpec
from schedario.records.query import Query
from schedario.records.space import KeptSpace, SpaceDetail, Unembedded

OTHER = SpaceSpec(model="other-model", dimensions=3, fingerprint="other")
UP = PassageEmbedding((0.0, 0.0, 1.0), b"up")


@pytest.fixture
def filled(archive: Archive) -> Archive:
    archive.documents.write(new_document("/docs/a.txt", [("one", NORTH, ("en:one",)), ("two", EAST, ("en:two",))]))
    return archive


def chunk_ids(archive: Archive) -> list[ChunkId]:
    return [chunk.id for chunk in archive.building.next_chunks("", ChunkId(0), 100)]


def build(archive: Archive) -> None:
    archive.building.begin(OTHER, SpaceDetail())
    archive.building.put("other", [(chunk, UP) for chunk in chunk_ids(archive)])


def test_what_has_no_vector_is_counted_and_given_with_all_that_a_vector_depends_on(filled: Archive) -> None:
    building = filled.building
    assert building.unembedded("other") == Unembedded(chunks=2, tokens=6)
    building.begin(OTHER, SpaceDetail())
    first, second = building.next_chunks("other", ChunkId(0), 10)
    assert (first.text, first.header, first.language, first.path) == ("one", "", "en", "/docs/a.txt")
    assert (first.heading_path, first.tokens) == (("Heading 0",), 3)
    assert building.put("other", [(first.id, UP)]) == 1
    assert building.unembedded("other") == Unembedded(chunks=1, tokens=3)
    assert building.next_chunks("other", ChunkId(0), 10) == building.sample("other", 10) == [second]
    assert building.others() == [("other-model", 1)]
    assert [space.active for space in filled.spaces.all()] == [True, False]


def test_the_header_of_a_table_is_given_with_its_rows(archive: Archive) -> None:
    document = new_document("/docs/t.txt", [("name price", NORTH, ("en:name",)), ("bolt 3", EAST, ("en:bolt",))])
    rows: Chunk = replace(document.chunks[1], header=Header(0, 10))
    archive.documents.write(replace(document, chunks=(document.chunks[0], rows)))
    _, chunk = archive.building.next_chunks("", ChunkId(0), 10)
    assert (chunk.header, chunk.text) == ("name price", "bolt 3")


def test_an_addendum_stands_under_the_name_of_its_document(filled: Archive) -> None:
    document = filled.documents.by_path("/docs/a.txt")
    assert document
    hung = new_document("/docs/a.txt!/addendum 1", [("paid in March", NORTH, ("en:paid",))])
    facts = replace(hung.file, container=document.id, addendum=True)
    filled.documents.write(replace(hung, file=facts))
    chunks = {chunk.text: chunk.path for chunk in filled.building.next_chunks("", ChunkId(0), 10)}
    assert chunks["paid in March"] == "/docs/a.txt"
    assert {chunk.path for chunk in filled.building.sample("", 10)} == {"/docs/a.txt"}


def test_vectors_of_chunks_that_are_gone_are_dropped_and_none_is_kept_twice(filled: Archive) -> None:
    build(filled)
    first, second = chunk_ids(filled)
    assert filled.building.put("other", [(first, UP), (ChunkId(10**9), UP)]) == 0
    filled.documents.write(new_document("/docs/a.txt", [("new", NORTH, ("en:new",))]))
    assert filled.building.put("other", [(second, UP)]) == 0
    assert filled.building.unembedded("other").chunks == 1


def test_there_is_no_switch_before_every_chunk_has_a_vector(filled: Archive) -> None:
    build(filled)
    filled.documents.write(new_document("/docs/b.txt", [("late", NORTH, ("en:late",))]))
    assert filled.building.switch("other", keep_others=False) is None
    assert filled.search.nearest(NORTH, 1)[0].score == pytest.approx(1.0)
    filled.building.put("other", [(chunk.id, UP) for chunk in filled.building.next_chunks("other", ChunkId(0), 10)])
    assert filled.building.switch("other", keep_others=False) == ["test-model"]
    assert filled.spaces.all() == [KeptSpace(OTHER, SpaceDetail(), active=True)]
    assert len(filled.search.nearest((0.0, 0.0, 1.0), 9)) == 3
    assert filled.building.switch("other", keep_others=False) == []


def test_a_search_notices_that_its_space_is_gone_and_goes_on_in_one_that_was_kept(filled: Archive) -> None:
    asked = filled.search.in_space("test-space")
    build(filled)
    filled.building.switch("other", keep_others=True)
    asked.ensure_space()
    assert asked.nearest(NORTH, 1)[0].score == pytest.approx(1.0)
    (first, *_) = chunk_ids(filled)
    query = Query("one", NORTH, (), space="test-space")
    assert [fact.cosine for fact in asked.facts([first], query)] == [pytest.approx(1.0)]
    assert asked.token_codes([first]) == {first: b"one"}
    assert filled.search.token_codes([first]) == {first: b"up"}
    filled.building.switch("other", keep_others=False)
    with pytest.raises(SpaceReplacedError):
        asked.ensure_space()
    with pytest.raises(SpaceReplacedError):
        filled.search.in_space("test-space")


def test_vectors_of_the_space_of_before_are_not_written_though_they_are_as_wide(filled: Archive) -> None:
    wide = SpaceSpec("as-wide", 4, "wide")
    filled.building.begin(wide, SpaceDetail())
    filled.building.put("wide", [(chunk, PassageEmbedding(NORTH)) for chunk in chunk_ids(filled)])
    filled.building.switch("wide", keep_others=False)
    document = new_document("/docs/b.txt", [("late", NORTH, ("en:late",))])
    old = replace(document, embeddings=(replace(document.embeddings[0], space="test-space"),))
    with pytest.raises(SpaceReplacedError, match="as-wide"):
        filled.documents.write(old)
    new = replace(document, embeddings=(replace(document.embeddings[0], space="wide"),))
    assert filled.documents.write(new).chunks == 1


def test_one_builds_at_a_time(filled: Archive) -> None:
    with filled.building.alone() as first, filled.building.alone() as second:
        assert (first, second) == (True, False)
    with filled.building.alone() as again:
        assert again


def test_an_archive_that_lost_its_documents_takes_up_a_space_that_was_begun(filled: Archive) -> None:
    build(filled)
    (record,) = filled.documents.list_documents()
    filled.documents.remove(record.id)
    filled.spaces.ensure_space(OTHER)
    assert filled.spaces.all() == [KeptSpace(OTHER, SpaceDetail(), active=True)]


def test_a_space_that_cannot_be_indexed_is_not_begun(filled: Archive) -> None:
    with pytest.raises(SpaceMismatchError, match="4000"):
        filled.building.begin(SpaceSpec("wide", 4001, "wide"), SpaceDetail())
