"""The table of extraction for the formats that are made byte by byte: what must appear in this order, what must not."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from fixtures import formats
from schedario.extract.supervisor import ChildExtractor
from schedario.records.extraction import BlockRole, Extraction, PageKind


@dataclass(frozen=True)
class Row:
    file: str
    make: Callable[[Path], object]
    media_type: str
    title: str
    appear: tuple[str, ...]
    absent: tuple[str, ...] = ()
    headings: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def text(content: str, encoding: str = "utf-8") -> Callable[[Path], object]:
    return lambda path: path.write_bytes(content.encode(encoding))


MAIL = Row(
    "letter.eml",
    text(formats.MAIL),
    "message/rfc822",
    "Der Schlüssel",
    (
        *(
            "From: André <andre@example.org>\nTo: Bob <bob@example.org>\nDate: Mon, 2 Mar 2026",
            "Subject: Der Schlüssel",
        ),
        *("Attachments: rooms.csv, logo.png, The first letter.eml", "Der Schlüssel liegt im Büro.", "Raum | 12"),
    ),
    # What is attached is a document of its own.
    ("see the page", "floor", "It lies inside."),
)
ROWS = (
    Row(
        "plan.rtf",
        text(formats.RTF),
        "application/rtf",
        "Piano del porto",
        (
            *("Header: Porto di Genova", "Città e porto", "Prezzo: 5 €, zażółć e 日本, emoji 😀"),
            *("Note: Una nota.", "Comment (Anna): Da rivedere.", "Porto | Navi\nGenova | 41"),
            *("Dettagli", "• Dopo la tabella collegamento.", "Footer: riservato"),
        ),
        ("nascosto", "HYPERLINK", "heading 2", "89504e", "{"),
        ("Città e porto", "Dettagli"),
        ("1 picture is in a format that cannot be read (unknown)", "1 picture is not read: damaged"),
    ),
    Row(
        "rules.odt",
        lambda path: formats.make_odf(path, "text", formats.ODT_BODY),
        "application/vnd.oasis.opendocument.text",
        "Regolamento",
        (
            *("Header: Porto di Genova", "Regolamento", "Gli ormeggi sono liberi\nsempre."),
            *("Note: Solo di giorno.", "Comment (Bruno): Davvero?", "Molo | Posti\nNord | 7 | 7\nNord | 7 | 7"),
            *("1. primo", "Footer: riservato"),
        ),
        ("cancellato", "2026"),
        ("Regolamento",),
    ),
    Row(
        "book.epub",
        formats.make_epub,
        "application/epub+zip",
        "The harbour book",
        ("First", "The pier & the wall.", "Second", "The lighthouse."),
        ("contents page",),
        ("First", "Second"),
    ),
    Row(
        "tides.ipynb",
        formats.make_notebook,
        "application/x-ipynb+json",
        "Tide model",
        ("Tide model", "height(3)", "computed", "4.2 metres", "hour | 3", "ValueError: no tide"),
        ("\x1b", "plain", "long"),
        ("Tide model",),
    ),
    Row(
        "harbours.json",
        text(json.dumps(formats.RECORDS)),
        "application/json",
        "Harbours",
        (
            *("name: Harbours\nyear: 2026\nprice: 1.1\nopen: true\nowner.city: Forlì", "tags: sea, north", "boats"),
            "boat | length | crew\nAlba | 12.5\nBora |  | 3",
        ),
        ("null", "None", "phone"),
        ("boats",),
    ),
    Row(
        "ferries.webarchive",
        formats.make_webarchive,
        "application/x-webarchive",
        "Orari",
        ("Traghetti", "perché no", "inside the frame"),
        headings=("Traghetti",),
    ),
    MAIL,
    replace(MAIL, file="letter_in_utf16.eml", make=text(formats.MAIL, "utf-16")),
    Row(
        "letters.mbox",
        text(formats.MBOX),
        "application/mbox",
        "",
        ("First", "From: eve@example.org", "From here on it works.", "Second", "From there too."),
        ("Gone", ">"),
        ("First", "Second"),
    ),
    Row(
        "letter.msg",
        formats.make_msg,
        "application/vnd.ms-outlook",
        "Der Schlüssel",
        (
            "From: Anna <anna@example.org>\nTo: Bob\nSubject: Der Schlüssel",
            *("Attachments: hours.txt, The inner letter.msg", "Zażółć gęślą jaźń."),
        ),
        ("open from nine", "It lies inside."),
    ),
    # The content decides, not the name.
    Row("Inbox", text(formats.MBOX), "application/mbox", "", ("From here on it works.",), headings=("First", "Second")),
    Row("really_rtf.doc", text(r"{\rtf1 only words}"), "application/rtf", "", ("only words",)),
    Row("exported.xls", text("<html><table><tr><td>a<td>b</table>"), "text/html", "", ("a | b",)),
)


@pytest.fixture(scope="module")
def extractor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChildExtractor]:
    made = ChildExtractor(temporary_root=tmp_path_factory.mktemp("temporary"))
    yield made
    made.close()


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.file)
def test_a_file_gives_its_text_in_order_and_nothing_else(extractor: ChildExtractor, tmp_path: Path, row: Row) -> None:
    row.make(tmp_path / row.file)
    extraction = extractor.extract(tmp_path / row.file)
    blocks = [block for page in extraction.pages for block in page.blocks]
    found_text = "\n".join(block.text for block in blocks)
    assert (extraction.media_type, extraction.title, extraction.warnings) == (row.media_type, row.title, row.warnings)
    assert [page.kind for page in extraction.pages] == [PageKind.BODY]
    position = 0
    for wanted in row.appear:
        found = found_text.find(wanted, position)
        assert found >= 0, f"{wanted!r} is not where it should be in {found_text!r}"
        position = found + len(wanted)
    assert [unwanted for unwanted in row.absent if unwanted in found_text] == []
    assert tuple(block.text for block in blocks if block.role is BlockRole.HEADING) == row.headings


def test_the_slides_of_a_presentation_are_pages_with_their_notes(extractor: ChildExtractor, tmp_path: Path) -> None:
    formats.make_odf(tmp_path / "plan.odp", "presentation", formats.ODP_BODY)
    extraction = extractor.extract(tmp_path / "plan.odp")
    assert [(page.kind, page.number) for page in extraction.pages] == [(PageKind.SLIDE, 1), (PageKind.SLIDE, 2)]
    assert texts(extraction) == [
        ["Piano", "nel gruppo\n\nin basso", "Notes: parlare piano"],
        ["Anno | Navi"],
    ]


def test_notes_comments_and_running_lines_of_a_word_file_are_labelled(
    extractor: ChildExtractor, tmp_path: Path
) -> None:
    formats.make_docx(tmp_path / "contract.docx")
    assert texts(extractor.extract(tmp_path / "contract.docx")) == [
        [
            "Header: Harbour office",
            "Terms",
            "The quay is free.\n\nComment (Anna & Co): Is it?\n\nNote: Only by day.",
            "Berth | 7 Note: Only by day.",
            "Footer: confidential",
        ]
    ]


def texts(extraction: Extraction) -> list[list[str]]:
    return [[block.text for block in page.blocks] for page in extraction.pages]
