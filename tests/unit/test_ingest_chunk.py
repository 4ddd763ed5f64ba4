import random

import pytest

from fixtures.words import WordTokenizer
from schedario.ingest.chunk import chunk, embedded_text, heading_path
from schedario.ingest.normalise import normalise
from schedario.records.document import Chunk, DocumentText, Heading
from schedario.records.extraction import Block, BlockRole, ExtractedPage, Extraction, Origin, PageKind


def document(*pages: str | list[Block]) -> DocumentText:
    extracted = tuple(
        ExtractedPage(PageKind.PAGE, number, "", Origin.TEXT, tuple([Block(p)] if isinstance(p, str) else p))
        for number, p in enumerate(pages, 1)
    )
    return normalise(Extraction("text/plain", "", extracted))


def texts(made: DocumentText, chunks: tuple[Chunk, ...]) -> list[str]:
    return [made.text[piece.start : piece.end] for piece in chunks]


def words(count: int, prefix: str = "w") -> str:
    return " ".join(f"{prefix}{number}" for number in range(count))


def cut(made: DocumentText, size: int, overlap: int = 0) -> tuple[Chunk, ...]:
    return chunk(made, WordTokenizer(), size_tokens=size, overlap_tokens=overlap)


def test_a_short_text_is_one_chunk() -> None:
    made = document("one two three")
    assert texts(made, cut(made, 10)) == ["one two three"]


def test_a_chunk_never_crosses_a_page() -> None:
    made = document("one two", "three four")
    chunks = cut(made, 100)
    assert texts(made, chunks) == ["one two", "three four"]
    assert [piece.page for piece in chunks] == [0, 1]


def test_a_blank_page_has_no_chunk_and_the_next_keeps_its_number() -> None:
    made = document("one", "", "three")
    assert [made.pages[piece.page].number for piece in cut(made, 100)] == [1, 3]


def test_paragraphs_go_before_sentences_before_words() -> None:
    made = document("a b c.\n\nd e. f g.")
    assert texts(made, cut(made, 5)) == ["a b c.", "d e. f g."]
    assert texts(made, cut(made, 3)) == ["a b c.", "d e.", "f g."]
    assert texts(made, cut(made, 1)) == ["a", "b", "c.", "d", "e.", "f", "g."]


def test_an_overlap_repeats_the_end_of_the_chunk_before() -> None:
    made = document(words(10))
    assert texts(made, cut(made, 4, 1)) == ["w0 w1 w2", "w2 w3 w4 w5", "w5 w6 w7 w8", "w8 w9"]


def test_no_overlap_reaches_into_another_page() -> None:
    made = document(words(6, "a"), words(6, "b"))
    for piece, text in zip(cut(made, 4, 2), texts(made, cut(made, 4, 2)), strict=True):
        assert {word[0] for word in text.split()} == {"ab"[piece.page]}


def test_a_heading_begins_a_new_chunk_when_the_one_before_is_long_enough() -> None:
    made = document([Block(words(5)), Block("Next", BlockRole.HEADING, 1), Block("x y")])
    assert texts(made, cut(made, 20))[0] == made.text, "a section of five words out of twenty is not long enough alone"
    long = document([Block(words(15)), Block("Next", BlockRole.HEADING, 1), Block(words(10, "x"))])
    assert texts(long, cut(long, 20))[1].startswith("Next")


def test_the_heading_path_is_that_of_most_of_the_chunk() -> None:
    headings = (Heading(0, 1, "A"), Heading(10, 2, "B"), Heading(20, 2, "C"), Heading(30, 1, "D"))
    assert heading_path(headings, 5) == ("A",)
    assert heading_path(headings, 10) == ("A", "B")
    assert heading_path(headings, 25) == ("A", "C")
    assert heading_path(headings, 99) == ("D",)
    assert heading_path((), 5) == ()


def test_a_chunk_of_several_short_sections_names_what_they_share() -> None:
    def section(title: str) -> list[Block]:
        return [Block(title, BlockRole.HEADING, 2), Block(words(5, title[0].lower()))]

    blocks = [Block("Home", BlockRole.HEADING, 1), *section("Gas"), *section("Water"), *section("Internet")]
    (whole,) = cut(document(blocks), 100)
    assert whole.heading_path == ("Home",)
    apart = [Block("Gas", BlockRole.HEADING, 1), Block(words(5)), Block("Water", BlockRole.HEADING, 1), Block(words(6))]
    (unrelated,) = cut(document(apart), 100)
    assert unrelated.heading_path == ()
    mostly = [Block("Gas", BlockRole.HEADING, 1), Block("x"), Block("Water", BlockRole.HEADING, 1), Block(words(30))]
    assert cut(document(mostly), 100)[0].heading_path == ("Water",)


def test_rows_of_a_sheet_are_named() -> None:
    table = Block("\n".join(f"r{row} x" for row in range(5, 9)), BlockRole.TABLE, rows=(5, 6, 7, 8))
    made = document([table])
    assert [(piece.first_row, piece.last_row) for piece in cut(made, 4)] == [(5, 6), (7, 8)]


def test_a_text_without_rows_names_none() -> None:
    made = document("one two")
    assert [(piece.first_row, piece.last_row) for piece in cut(made, 10)] == [(None, None)]


def test_a_chunk_that_goes_on_with_a_table_carries_its_header_within_its_size() -> None:
    rows = [f"boat{n} | berth{n}" for n in range(6)]
    made = document([Block("Intro"), Block("\n".join(["Boat | Berth", *rows]), BlockRole.TABLE), Block("After it")])
    chunks = cut(made, 12)
    assert [embedded_text(made, piece) for piece in chunks] == [
        "Intro\n\nBoat | Berth\nboat0 | berth0\nboat1 | berth1",
        "Boat | Berth\nboat2 | berth2\nboat3 | berth3\nboat4 | berth4",
        "Boat | Berth\nboat5 | berth5\n\nAfter it",
    ]
    assert [piece.tokens for piece in chunks] == [10, 12, 8]


def test_what_follows_a_table_has_no_header_even_where_it_repeats_a_row() -> None:
    made = document([Block("Boat | Berth\nAlba | 1\nBora | 2", BlockRole.TABLE), Block(words(9))])
    assert [piece.header for piece in cut(made, 12, 3)] == [None, None]


def test_a_header_of_more_than_a_third_of_a_chunk_is_not_repeated() -> None:
    made = document([Block("\n".join(["a | b | c | d", *(f"w{n} | x | y | z" for n in range(9))]), BlockRole.TABLE)])
    assert {piece.header for piece in cut(made, 20)} == {None}
    assert cut(made, 21)[1].header is not None


@pytest.mark.parametrize("seed", range(30))
def test_rows_with_headers_keep_within_the_size_and_are_all_there(seed: int) -> None:
    chance = random.Random(seed)
    blocks = []
    for _ in range(chance.randint(1, 5)):
        rows = [f"{words(chance.randint(1, 9), 'r')} | x{row}" for row in range(chance.randint(1, 40))]
        blocks += [Block(words(chance.randint(1, 30))), Block("\n".join(["Name | Place", *rows]), BlockRole.TABLE)]
    made = document(blocks)
    size = chance.randint(12, 64)
    overlap = chance.choice((0, size // 4))
    chunks = cut(made, size, overlap)
    assert all(len(embedded_text(made, piece).split()) == piece.tokens <= size for piece in chunks)
    covered = {at for piece in chunks for at in range(piece.start, piece.end)}
    assert all(character.isspace() for at, character in enumerate(made.text) if at not in covered)
    within = [p for p in chunks if any(table.header and table.start < p.start < table.end for table in made.tables)]
    assert overlap or all(piece.header for piece in within)


@pytest.mark.parametrize("seed", range(30))
def test_every_word_is_in_a_chunk_and_no_chunk_is_too_long(seed: int) -> None:
    chance = random.Random(seed)
    separators = [" ", " ", " ", ". ", ", ", "\n", "\n\n", "; "]
    pages = []
    for _ in range(chance.randint(1, 4)):
        text = "".join(f"w{chance.randint(0, 99)}{chance.choice(separators)}" for _ in range(chance.randint(0, 300)))
        pages.append(text.strip())
    made = document(*pages)
    size = chance.randint(8, 64)
    overlap = chance.randint(0, size // 2)
    chunks = cut(made, size, overlap)
    covered: set[int] = set()
    for piece in chunks:
        assert 0 < piece.tokens <= size
        assert made.pages[piece.page].start <= piece.start < piece.end <= made.pages[piece.page].end
        covered.update(range(piece.start, piece.end))
    assert all(character.isspace() for at, character in enumerate(made.text) if at not in covered)
    assert [piece.ordinal for piece in chunks] == list(range(len(chunks)))
