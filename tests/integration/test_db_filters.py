"""Filters let through what they say, and a filter that lets little through still gives all of it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

import psycopg
import pytest
from psycopg import sql

from fixtures.documents import EAST, MODIFIED, NORTH, file_facts, new_document
from schedario.db.database import Archive
from schedario.db.queries import composed
from schedario.records.document import DocumentId
from schedario.records.filters import EVERYTHING, Filters, Scope
from schedario.records.query import QueryWord, WeightedWord

DAY = timedelta(days=1)
COMMON = WeightedWord(QueryWord("common", ("en:common",)), 1, 1.0)


@pytest.fixture
def library(archive: Archive) -> Archive:
    """Three documents that differ in everything; of the lease a younger duplicate of another collection in /copies."""
    kinds = [
        ("/office/lease.txt", "work", "text/plain", "it", MODIFIED),
        ("/office/old/offer.pdf", "work", "application/pdf", "en", MODIFIED - 30 * DAY),
        ("/home/post.zip!/rent.md", "home", "text/markdown", "en", MODIFIED + 30 * DAY),
    ]
    for path, collection, media_type, language, modified in kinds:
        document = new_document(path, [(path, NORTH, ("en:common",))], collection=collection)
        facts = replace(document.file, modified=modified)
        archive.documents.write(replace(document, file=facts, media_type=media_type, language=language))
    archive.documents.write_duplicate(
        file_facts("/copies/lease.txt", modified=MODIFIED + 60 * DAY),
        collection="copies",
        media_type="text/plain",
        fingerprint="fp",
        original=ids(archive)["lease.txt"],
    )
    return archive


def ids(archive: Archive) -> dict[str, DocumentId]:
    return {record.name: record.id for record in archive.documents.list_documents() if record.chunks}


def members(archive: Archive, collection: str) -> set[DocumentId]:
    return {record.id for record in archive.documents.list_documents() if record.collection == collection}


def found(archive: Archive, filters: Filters, *, exact: bool | None = None) -> set[str]:
    """Return the names that pass, after making sure that every way of finding agrees."""
    scope = archive.search.scope(filters)
    assert scope.documents == scope.chunks
    scope = scope if exact is None else replace(scope, exact=exact)
    near = {match.document for match in archive.search.nearest(NORTH, 10, scope)}
    assert near == {match.document for match in archive.search.with_words([COMMON], [COMMON], 10, scope, budget=1000)}
    assert len(near) == scope.documents
    return {head.name for head in archive.search.heads(sorted(near)).values()}


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize(
    ("filters", "names"),
    [
        (Filters(collections=("work",)), {"lease.txt", "offer.pdf"}),
        (Filters(collections=("home", "nothing")), {"rent.md"}),
        (Filters(collections=("copies",)), {"lease.txt"}),
        (Filters(folders=("/office",)), {"lease.txt", "offer.pdf"}),
        (Filters(folders=("/office/old", "/home/")), {"offer.pdf", "rent.md"}),
        (Filters(folders=("/office/lease.txt",)), {"lease.txt"}),
        (Filters(folders=("/off",)), set()),
        (Filters(folders=("/home/post.zip",)), {"rent.md"}),
        (Filters(folders=("/",)), {"lease.txt", "offer.pdf", "rent.md"}),
        (Filters(folders=("/copies",)), {"lease.txt"}),
        (Filters(media_types=("application/pdf", "text/markdown")), {"offer.pdf", "rent.md"}),
        (Filters(languages=("it",)), {"lease.txt"}),
        (Filters(after=MODIFIED - DAY, before=MODIFIED + DAY), {"lease.txt"}),
        (Filters(after=MODIFIED + 31 * DAY), {"lease.txt"}),
        (Filters(before=MODIFIED), {"offer.pdf"}),
        (Filters(after=MODIFIED, before=MODIFIED), set()),
        (Filters(collections=("work",), languages=("en",)), {"offer.pdf"}),
        (Filters(collections=("copies",), languages=("en",)), set()),
        # The lease passes by the place of one of its files or the other, never by some of each.
        (Filters(collections=("copies",), folders=("/office",)), set()),
        (Filters(documents=(DocumentId("aaaaaaaa"),)), set()),
        (Filters(collections=("it's", "\N{SNOWMAN}", "%")), set()),
    ],
)
def test_a_filter_lets_through_what_it_says(library: Archive, filters: Filters, names: set[str], exact: bool) -> None:
    assert found(library, filters, exact=exact) == names


def test_documents_pass_by_their_id_or_a_duplicates(library: Archive) -> None:
    by_name = ids(library)
    assert found(library, Filters(documents=(by_name["rent.md"],))) == {"rent.md"}
    duplicate = library.documents.by_path("/copies/lease.txt")
    assert duplicate
    assert found(library, Filters(documents=(duplicate.id,))) == {"lease.txt"}


def test_without_a_filter_everything_passes(library: Archive) -> None:
    assert library.search.scope(EVERYTHING) == Scope(EVERYTHING, documents=3, chunks=3, exact=False)
    assert found(library, EVERYTHING) == {"lease.txt", "offer.pdf", "rent.md"}


# 200 documents of 100 chunks that lie in the direction of the question, one of 20 chunks that all lie the other way,
# and a collection of 60 of them for a filter that many pass.
CROWD = """
INSERT INTO document (id, path, name, collection, status, size_bytes, modified, content_hash, text_hash, chunks)
SELECT lpad(translate(to_hex(n), '01', 'yz'), 8, 'k'), n::text::bytea, '',
    CASE WHEN n = 0 THEN 'few' WHEN n <= 60 THEN 'many' ELSE 'default' END,
    'indexed', 0, now(), n::text, n::text, CASE WHEN n = 0 THEN 20 ELSE 100 END
FROM generate_series(0, 200) AS n;

INSERT INTO page (document_id, ordinal, start_offset, end_offset, kind, label, origin)
SELECT id, 0, 0, 4, 'body', '', 'text' FROM document;

INSERT INTO chunk (
    document_id, ordinal, start_offset, end_offset, page_ordinal, heading_path, tokens, language, lexemes
)
SELECT document.id, n, 0, 4, 0, '{}', 1, 'en', array_to_tsvector(ARRAY['en:common'])
FROM document CROSS JOIN generate_series(0, 99) AS n
WHERE n < document.chunks;

INSERT INTO embedding (chunk_id, space_id, vector)
SELECT chunk.id, embedding_space.id, l2_normalize(ARRAY[
    CASE document.collection WHEN 'few' THEN -1 WHEN 'many' THEN (chunk.id % 997) / 997.0 ELSE 1.5 END,
    sin(chunk.id), cos(chunk.id * 0.7), sin(chunk.id * 0.3)]::real[]::halfvec)
FROM chunk JOIN document ON document.id = chunk.document_id CROSS JOIN embedding_space;

ANALYZE;
"""


@pytest.fixture
def crowd(archive: Archive, database_url: str) -> Iterator[psycopg.Connection]:
    """20,020 chunks; the index is made after them, which is quicker."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute("SET search_path TO archive_main, public")
        (space,) = connection.execute("SELECT id FROM embedding_space").fetchone() or (0,)
        index = sql.Identifier(f"embedding_space_{space}_hnsw")
        connection.execute(composed("drop_space_index", index=index))
        connection.execute(CROWD)
        connection.execute(
            composed("create_space_index", index=index, dimensions=sql.Literal(4), space=sql.Literal(space))
        )
        yield connection


def nearest_by_hand(connection: psycopg.Connection, collection: str, limit: int) -> list[int]:
    """Return the chunks of a collection by their cosine, without an index."""
    rows = connection.execute(
        "SELECT chunk.id FROM chunk JOIN document ON document.id = chunk.document_id"
        " JOIN embedding ON embedding.chunk_id = chunk.id WHERE document.collection = %s"
        " ORDER BY embedding.vector <#> '[1,0,0,0]'::halfvec, chunk.id LIMIT %s",
        [collection, limit],
    )
    return [row[0] for row in rows]


def test_twenty_of_twenty_thousand_are_all_found(archive: Archive, crowd: psycopg.Connection) -> None:
    """Scenario 28: the small collection is not crowded out, by meaning or by words, wherever its chunks lie."""
    scope = archive.search.scope(Filters(collections=("few",)))
    assert (scope.documents, scope.chunks, scope.exact) == (1, 20, True)
    expected = nearest_by_hand(crowd, "few", 100)
    assert len(expected) == 20
    assert [match.chunk for match in archive.search.nearest(NORTH, 100, scope)] == expected
    assert {match.chunk for match in archive.search.with_words([COMMON], [COMMON], 100, scope, budget=1000)} == set(
        expected
    )
    # The same where the index is asked first and gives too few.
    by_index = replace(scope, exact=False)
    assert [match.chunk for match in archive.search.nearest(NORTH, 100, by_index)] == expected
    assert {match.chunk for match in archive.search.with_words([COMMON], [COMMON], 100, by_index, budget=1000)} == set(
        expected
    )


def test_a_filter_that_many_pass_gives_as_many_as_asked(archive: Archive, crowd: psycopg.Connection) -> None:
    scope = archive.search.scope(Filters(collections=("many",)))
    assert (scope.documents, scope.chunks, scope.exact) == (60, 6000, False)
    found = archive.search.nearest(NORTH, 100, scope)
    exact = archive.search.nearest(NORTH, 100, replace(scope, exact=True))
    assert [match.chunk for match in exact] == nearest_by_hand(crowd, "many", 100)
    assert {match.document for match in found} <= members(archive, "many")
    # The index is approximate: other chunks at times, that are as near.
    assert [match.score for match in found] == pytest.approx([match.score for match in exact], abs=0.02)
    assert archive.search.nearest(EAST, 0, scope) == ()
