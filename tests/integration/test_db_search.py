"""The search store finds chunks, and orders and scores them as the arithmetic says."""

import pytest

from fixtures.documents import EAST, NORTH, NORTH_EAST, SOUTH, new_document
from schedario.db.database import Archive, Database
from schedario.errors import SpaceMismatchError
from schedario.records.candidate import TextRange
from schedario.records.document import ChunkId, DocumentId
from schedario.records.query import LexemeLike, Query, QueryWord, WeightedWord

ODD = ("=:a'b", "=:a\\b", "=:a:b", "=:a b", "=:a&!|()", "en:è")


def word(text: str, idf: float, *lexemes: str) -> WeightedWord:
    return WeightedWord(QueryWord(text, lexemes or (f"en:{text}",)), frequency=1, idf=idf)


@pytest.fixture
def compass(archive: Archive) -> Archive:
    """Three chunks of one document, then one of another."""
    archive.documents.write(
        new_document(
            "/docs/compass.txt",
            [
                ("north", NORTH, ("en:cold", "en:north")),
                ("north east", NORTH_EAST, ("en:cold", "en:east", "en:north")),
                ("east", EAST, ("en:east",)),
            ],
        )
    )
    archive.documents.write(new_document("/docs/south.txt", [("south", SOUTH, ("en:warm", *ODD))]))
    return archive


def text_of(archive: Archive, chunk: ChunkId) -> str:
    span = archive.search.neighbourhood([chunk], 0)[0]
    return archive.search.cut([TextRange(span.document, span.start, span.end)])[0]


def test_nearest_is_by_cosine(compass: Archive) -> None:
    matches = compass.search.nearest(NORTH, 10)
    assert [text_of(compass, match.chunk) for match in matches] == ["north", "north east", "east", "south"]
    assert [match.score for match in matches] == pytest.approx([1.0, 0.8, 0.0, -1.0], abs=1e-3)


def test_chunks_are_counted_by_language(compass: Archive) -> None:
    assert compass.search.counts().by_language == {"en": 4}


def test_lexemes_that_are_like_one_come_with_their_frequencies(compass: Archive) -> None:
    like = compass.search.lexemes_like
    assert like([LexemeLike("en:nurth", "en:n", 1), LexemeLike("en:e", "en:e", 1)], 10) == {"en:north": 2, "en:east": 2}
    assert like([LexemeLike("en:nur", "en:n", 1)], 10) == {}
    assert len(like([LexemeLike("en:nurth", "en:", 2)], 2)) == 2
    assert like([], 10) == {}


def test_the_codes_of_tokens_come_by_chunk(compass: Archive) -> None:
    chunks = [match.chunk for match in compass.search.nearest(NORTH, 2)]
    assert compass.search.token_codes([*chunks, ChunkId(10**9)]) == {chunks[0]: b"north", chunks[1]: b"north east"}
    assert compass.search.token_codes([]) == {}


def test_nearest_keeps_to_its_limit(compass: Archive) -> None:
    assert len(compass.search.nearest(NORTH, 2)) == 2
    assert len(compass.search.nearest(NORTH, 5000)) == 4
    assert compass.search.nearest(NORTH, 0) == ()


def test_nearest_refuses_a_vector_of_another_width(compass: Archive) -> None:
    with pytest.raises(SpaceMismatchError, match="test-model"):
        compass.search.nearest((1.0, 0.0), 10)


def test_an_archive_without_a_space_has_nothing_near(database: Database) -> None:
    empty = database.archive("empty", create=True)
    assert empty.search.nearest(NORTH, 10) == ()
    assert not empty.search.facts([ChunkId(1)], Query("q", NORTH, ()))


def test_words_score_by_the_sum_of_their_idf(compass: Archive) -> None:
    cold, east, absent = word("cold", 1.0), word("east", 0.5), word("absent", 9.0)
    matches = compass.search.with_words([cold, east], [cold, east, absent], 10, budget=1000)
    # north east: 1.0 + 0.5; north: 1.0; east: 0.5
    assert [text_of(compass, match.chunk) for match in matches] == ["north east", "north", "east"]
    assert [match.score for match in matches] == [1.5, 1.0, 0.5]


def test_words_that_only_score_find_nothing_by_themselves(compass: Archive) -> None:
    matches = compass.search.with_words([word("east", 0.5)], [word("cold", 1.0)], 10, budget=1000)
    assert [(text_of(compass, match.chunk), match.score) for match in matches] == [("north east", 1.0), ("east", 0.0)]


def test_equal_scores_go_by_chunk(compass: Archive) -> None:
    north = word("north", 2.0)
    matches = compass.search.with_words([north], [north], 10, budget=1000)
    assert [match.chunk for match in matches] == sorted(match.chunk for match in matches)
    assert compass.search.with_words([north], [north], 1, budget=1000) == matches[:1]


def test_a_word_counts_once_however_many_of_its_lexemes_a_chunk_has(compass: Archive) -> None:
    either = word("either", 2.0, "en:cold", "en:north")
    assert {match.score for match in compass.search.with_words([either], [either], 10, budget=1000)} == {2.0}


@pytest.mark.parametrize("lexeme", ODD)
def test_lexemes_with_signs_are_taken_as_they_are(compass: Archive, lexeme: str) -> None:
    odd = word("odd", 1.0, lexeme)
    assert [text_of(compass, match.chunk) for match in compass.search.with_words([odd], [odd], 10, budget=1000)] == [
        "south"
    ]
    assert compass.search.frequencies([lexeme]) == {lexeme: 1}


def test_lexemes_that_cannot_occur_find_nothing(compass: Archive) -> None:
    impossible = word("x", 1.0, "", "a\0b", "a\ud800b")
    assert compass.search.with_words([impossible], [impossible], 10, budget=1000) == ()
    assert compass.search.frequencies(["", "a\0b", "a\ud800b", "en:none"]) == {}


def test_no_words_find_nothing(compass: Archive) -> None:
    assert compass.search.with_words([], [word("cold", 1.0)], 10, budget=1000) == ()


def test_facts_tell_cosine_and_words(compass: Archive) -> None:
    query = Query("q", EAST, (word("absent", 1.0), word("east", 1.0), word("cold", 1.0)))
    chunks = [match.chunk for match in compass.search.nearest(NORTH, 3)]
    facts = {fact.chunk: fact for fact in compass.search.facts([*chunks, ChunkId(999_999)], query)}
    assert [facts[chunk].cosine for chunk in chunks] == pytest.approx([0.0, 0.6, 1.0], abs=1e-3)
    assert [facts[chunk].words_found for chunk in chunks] == [(2,), (1, 2), (1,)]
    assert [facts[chunk].ordinal for chunk in chunks] == [0, 1, 2]


def test_a_neighbourhood_stays_in_its_document_and_names_nothing_twice(compass: Archive) -> None:
    chunks = [match.chunk for match in compass.search.nearest(NORTH, 4)]
    assert [span.ordinal for span in compass.search.neighbourhood(chunks[:2], 1)] == [0, 1, 2]
    assert [span.ordinal for span in compass.search.neighbourhood(chunks[:1], 1)] == [0, 1]
    assert [span.ordinal for span in compass.search.neighbourhood(chunks[3:], 5)] == [0]
    assert compass.search.neighbourhood([], 1) == []


def test_cutting_counts_characters_and_keeps_the_order(archive: Archive) -> None:
    text = "perché 文字 \U0001f600 fine"
    written = archive.documents.write(new_document("/docs/a.txt", [(text, NORTH, ("it:fine",))]))
    gone = DocumentId("aaaaaaaa")
    ranges = [(written.id, 7, 9), (gone, 0, 5), (written.id, 0, 6), (written.id, 10, 16), (written.id, 90, 99)]
    cut = archive.search.cut([TextRange(*wanted) for wanted in ranges])
    assert cut == [text[7:9], "", text[0:6], text[10:16], ""]


@pytest.mark.parametrize("length", [4095, 4096, 4097, 12288, 20000])
def test_a_long_text_is_whole_and_cut_exactly(archive: Archive, length: int) -> None:
    text = "".join(chr(0x100 + number % 5000) for number in range(length))
    written = archive.documents.write(new_document("/docs/long.txt", [(text, NORTH, ("en:long",))]))
    assert archive.documents.text(written.id) == text
    ranges = [(0, length), (4090, 4100), (4096, 4097), (4095, 4096), (length - 3, length + 9), (5, 5), (7, 3)]
    cut = archive.search.cut([TextRange(written.id, start, end) for start, end in ranges])
    assert cut == [text[start:end] for start, end in ranges]


def test_heads_leave_out_what_is_gone(compass: Archive) -> None:
    record = compass.documents.by_path("/docs/south.txt")
    assert record
    heads = compass.search.heads([record.id, DocumentId("aaaaaaaa")])
    assert list(heads) == [record.id]
    head = heads[record.id]
    assert (head.name, head.path, head.modified, head.stale) == (
        "south.txt",
        "/docs/south.txt",
        record.file.modified,
        "",
    )
