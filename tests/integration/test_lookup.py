"""Documents are found by what people call them."""

import hashlib
from datetime import UTC, datetime
from pathlib import PurePath

import pytest

from schedario.db.database import Archive
from schedario.records.document import Chunk, DocumentText, FileFacts, NewDocument, Page, PassageEmbedding
from schedario.records.extraction import Origin, PageKind
from schedario.services.lookup import Lookup, first_paragraph, pieces

FILES = {
    "/d/ADR-0018-queue.md": ("ADR-0018: the queue", "Jobs are kept in PostgreSQL. It is enough."),
    "/d/ADR-0180-cache.md": ("ADR-0180: the cache", "Nothing is cached yet."),
    "/d/notes on ADR-0018.md": ("", "What was said about the queue in the meeting."),
    "/d/ADR-2018.md": ("", "An old numbering that nobody uses."),
    "/d/Kündigung Miete.txt": ("", "Die Miete wird gekündigt, zum Ende des Jahres."),
    "/d/RE-2024_0815.pdf": ("Invoice RE-2024/0815", "The invoice for the compressor."),
    "/e/report.md": ("Quarterly report", "Revenue rose by 4 percent in 2024."),
    "/f/report.md": ("", "Revenue fell by 2 percent in 2023."),
}


@pytest.fixture
def lookup(archive: Archive) -> Lookup:
    for path, (title, text) in FILES.items():
        page = Page(0, len(text), PageKind.BODY, None, "", Origin.TEXT)
        archive.documents.write(
            NewDocument(
                file=FileFacts(path, len(text), datetime(2026, 1, 1, tzinfo=UTC), path),
                collection="default",
                media_type="text/plain",
                title=title,
                text=DocumentText(text, (page,)),
                text_hash=hashlib.sha256(text.encode()).hexdigest(),
                language="en",
                chunks=(Chunk(0, 0, len(text), 0, (), None, None, 5),),
                embeddings=(PassageEmbedding((1.0, 0.0, 0.0, 0.0)),),
                fingerprint="f",
            )
        )
    return Lookup(archive.documents)


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("ADR 18", ["ADR-0018-queue.md"]),
        ("adr-0018", ["ADR-0018-queue.md"]),
        ("ADR0018", ["ADR-0018-queue.md"]),
        ("ADR 180", ["ADR-0180-cache.md"]),
        ("ADR 2018", ["ADR-2018.md"]),
        ("notes on ADR 18", ["notes on ADR-0018.md"]),
        ("ADR-0018-queue.md", ["ADR-0018-queue.md"]),
        ("RE-2024/0815", ["RE-2024_0815.pdf"]),
        ("kündigung", ["Kündigung Miete.txt"]),
        ("Ku\u0308ndigung MIETE", ["Kündigung Miete.txt"]),
        ("report", ["report.md", "report.md"]),
        ("quarterly report", ["report.md"]),
        ("ADR", ["ADR-0018-queue.md", "ADR-0180-cache.md", "ADR-2018.md"]),
        ("/f/report.md", ["report.md"]),
        ("/d/none.md", []),
        ("ADR 19", []),
        ("100%", []),
        ("_", []),
        ("", []),
    ],
)
def test_a_name_finds_what_it_fits_best(lookup: Lookup, name: str, found: list[str]) -> None:
    assert [PurePath(record.file.path).name for record in lookup.named(name)] == found


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("What is kept in PostgreSQL?", "ADR-0018-queue.md"),
        ("revenue 2023", "report.md"),
        ("invoice compressor", "RE-2024_0815.pdf"),
        ("Miete gekündigt", "Kündigung Miete.txt"),
    ],
)
def test_title_and_first_paragraph_are_looked_at(lookup: Lookup, query: str, first: str) -> None:
    assert lookup.about(query, 5)[0].document.name == first


def test_what_has_none_of_the_words_is_not_found(lookup: Lookup) -> None:
    assert lookup.about("zebra crossing", 5) == []
    assert lookup.about("?!", 5) == ()


def test_a_name_is_words_and_numbers_without_leading_zeros() -> None:
    assert pieces("ADR-0018_Queue v2.md") == ("adr", "18", "queue", "v", "2", "md")
    assert pieces("000") == ("0",)


def test_the_first_paragraph_is_the_first_that_says_something() -> None:
    assert first_paragraph("# Title\n\nThis is what it is about.\n\nMore.") == "This is what it is about."
    assert first_paragraph("Only a title") == "Only a title"
    assert first_paragraph("") == ""
    assert first_paragraph("One sentence. " * 40 + "and a half").endswith("sentence.")
