"""What is kept of a note beside its text: from its header first, from its markup where that is said to count."""

from datetime import date

import pytest

from schedario.ingest.notes import FoundNote, cut_at_sentence, read_note
from schedario.records.extraction import Extraction
from schedario.records.note import NO_MARKUP, Link, LinkKind, Markup, Note, link_key

WIKI = (Link(LinkKind.WIKI, "Name"),)


def note_of(text: str, markup: Markup = NO_MARKUP, media_type: str = "text/markdown") -> FoundNote:
    found = read_note("/n.md", Extraction(media_type, "", (), markup=markup), text)
    assert found
    return found


@pytest.mark.parametrize(
    ("header", "tags"),
    [
        ("tags: [a, 'b c', '#d']", ("a", "b c", "d")),
        ("tags: a b,c", ("a", "b", "c")),
        ("tag: a\nkeywords: [b]", ("a", "b")),
        ("tags: [Winter, winter, WINTER/a]", ("Winter", "WINTER/a")),
        ("tags: [1, 2024-05-06, null]", ("1", "2024-05-06", "None")),
        ("tags:", ()),
        ("title: x", ()),
    ],
)
def test_tags_are_those_of_the_header(header: str, tags: tuple[str, ...]) -> None:
    assert note_of(f"---\n{header}\n---\n").note.tags == tags


def test_words_with_a_sign_are_tags_only_in_notes_with_properties_or_wiki_links() -> None:
    assert note_of("text", Markup(hashtags=("general",))).note.tags == ()
    assert note_of("text", Markup(WIKI, ("general",))).note.tags == ("general",)
    assert note_of("---\ntags: a\n---\n", Markup(hashtags=("A", "b"))).note.tags == ("a", "b")


def test_title_aliases_and_date_come_from_the_header() -> None:
    found = note_of("---\ntitle: The  boiler\naliases: one, two words\ndate: 2024-05-06T07:08:09\n---\n")
    assert (found.title, found.note.aliases, found.note.dated) == (
        "The boiler",
        ("one", "two words"),
        date(2024, 5, 6),
    )
    assert note_of("---\naliases: ['a, b', c]\ndate: last spring\n---\n").note == Note(aliases=("a, b", "c"))


def test_the_summary_is_the_headers_else_the_first_paragraph() -> None:
    markup = Markup(opening="The first paragraph.")
    assert note_of("text", markup).note.summary == "The first paragraph."
    assert note_of("---\ndescription: |\n  Of two\n  lines.\n---\n", markup).note.summary == "Of two lines."


def test_a_summary_ends_with_a_sentence_where_it_can() -> None:
    sentence = f"{'word ' * 20}end. "
    assert cut_at_sentence(sentence * 9, 250) == (sentence * 2).strip()
    assert cut_at_sentence(f"Dr. {'word ' * 99}", 50) == f"Dr. {'word ' * 9}".strip() + "…"
    assert cut_at_sentence("x" * 99, 50) == "x" * 49 + "…"
    assert cut_at_sentence("Short.", 50) == "Short."
    assert cut_at_sentence("文" * 90 + "。" + "文" * 90, 100) == "文" * 90 + "。"


def test_another_kind_of_file_is_no_note() -> None:
    assert read_note("/n.txt", Extraction("text/plain", "", ()), "---\ntags: a\n---\n") is None
    assert note_of("---\ntags: a\n---\n", media_type="text/plain").note.tags == ("a",)


def test_a_note_is_found_by_title_aliases_tags_and_summary() -> None:
    found = note_of("---\ntags: winter\naliases: Heizkessel\nsummary: It burns\n---\n")
    assert found.lexemes("The boilers", "en") == (
        "en:boiler",
        "en:burn",
        "en:heizkessel",
        "en:it",
        "en:the",
        "en:winter",
    )


def test_tags_are_found_by_those_above_them() -> None:
    assert Note(tags=("House/Heating/Boiler", "b")).tag_keys == (
        "b",
        "house",
        "house/heating",
        "house/heating/boiler",
    )


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("a/B.md", "b"),
        ("B", "b"),
        ("b.PDF", "b.pdf"),
        ("Straße.MD", "strasse"),
        ("cafe\u0301.md", "café"),
        ("v1.2", "v1.2"),
        ("TCP/IP", "ip"),
    ],
)
def test_keys_bring_together_what_may_be_the_same_name(name: str, key: str) -> None:
    assert link_key(name) == key
