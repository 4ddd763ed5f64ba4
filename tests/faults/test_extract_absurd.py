"""Small files that ask for much are read, or end with a reason, in time; nothing is left behind."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fixtures.hostile import MAKERS
from schedario.errors import (
    FileDamagedError,
    FileEmptyError,
    FileError,
    FormatUnsupportedError,
    LimitExceededError,
)
from schedario.extract.limits import ExtractionLimits
from schedario.extract.supervisor import ChildExtractor

LIMITS = ExtractionLimits(
    file_bytes=5_000_000,
    page_seconds=60,
    file_seconds=90,
    memory_bytes=600 << 20,
    pages=1000,
    archive_members=500,
    unpacked_bytes=80_000_000,
    image_pixels=30_000_000,
    output_characters=5_000_000,
)
READ = {
    "table in a circle.pdf": "Text on the page.",
    "deep arrays.pdf": "Text on the page.",
    "one chapter.epub": "again again",
    "long header.eml": "text",
    "many names.eml": "Attachments: aaaa",
    "wide cells.html": "wide",
    "unclosed tags.html": "DEEP",
    "tables in tables.html": "DEEP",
    "long attribute.html": "kept",
    "long title.html": "kept",
    "many notes.eml": "kept",
    "open quotation.csv": "b | c",
    "one wide row.csv": "x | x",
    "quotations.md": "DEEP",
    "brackets.md": "a",
    "emphasis.md": "*a_",
    "long bytes.rtf": "kept",
    "absurd number.json": "1000",
    "chance.eml": "",
}
REFUSED: dict[str, tuple[type[FileError], str]] = {
    "tree in a circle.pdf": (FileDamagedError, "no page can be read"),
    "same page.pdf": (LimitExceededError, "max_pages=1000 was reached .2,000 pages"),
    "count that lies.pdf": (FileDamagedError, "cannot be opened"),
    "huge page.pdf": (FileEmptyError, "no text"),
    "absurd picture.pdf": (FileEmptyError, "no text"),
    "absurd size.png": (LimitExceededError, "max_image_pixels=30000000 was reached .40000 x 30000"),
    "packed text.png": (FileDamagedError, "too large"),
    "circle.tiff": (FileEmptyError, "no text"),
    "overlapping members.docx": (FileDamagedError, "zip container"),
    "sizes that lie.docx": (FileDamagedError, "zip container"),
    "one long string.xlsx": (LimitExceededError, "max_output_characters=5000000 was reached .17,999,999"),
    "endless string.xlsx": (LimitExceededError, "max_memory_mb=600 was reached"),
    "circle.webarchive": (FileDamagedError, "web archive"),
    "inside itself.msg": (FileDamagedError, "circle"),
    "parts in parts.eml": (LimitExceededError, "nested too deeply"),
    "deep.ipynb": (LimitExceededError, "nested too deeply"),
    "nothing.txt": (FileEmptyError, "no content"),
    "zeroes.txt": (FormatUnsupportedError, "binary data"),
    "no encoding.txt": (FormatUnsupportedError, "binary data"),
    "chance.pdf": (FileDamagedError, "no PDF"),
    "chance.docx": (FileDamagedError, "no Word"),
    "chance.xlsx": (FileDamagedError, "no Excel"),
    "chance.png": (FileDamagedError, "no PNG"),
    "chance.rtf": (FormatUnsupportedError, "binary data"),
    "chance.epub": (FileDamagedError, "no EPUB"),
    "chance.msg": (FileDamagedError, "no Outlook"),
}


@pytest.fixture(scope="module")
def extractor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChildExtractor]:
    root = tmp_path_factory.mktemp("temporary")
    made = ChildExtractor(LIMITS, temporary_root=root)
    yield made
    assert [left for folder in root.iterdir() for left in folder.iterdir()] == []
    made.close()
    assert list(root.iterdir()) == []


def test_every_file_has_its_expectation() -> None:
    assert set(MAKERS) == set(READ) | set(REFUSED)


@pytest.mark.parametrize("name", READ)
def test_an_odd_file_is_read(extractor: ChildExtractor, tmp_path: Path, name: str) -> None:
    MAKERS[name](tmp_path / name)
    extraction = extractor.extract(tmp_path / name)
    assert READ[name] in "\n".join(block.text for page in extraction.pages for block in page.blocks)
    assert len(extraction.title) <= 300
    assert len(extraction.warnings) <= 101


@pytest.mark.parametrize("name", REFUSED)
def test_an_absurd_file_ends_with_a_reason(extractor: ChildExtractor, tmp_path: Path, name: str) -> None:
    error, words = REFUSED[name]
    MAKERS[name](tmp_path / name)
    with pytest.raises(error, match=words) as caught:
        extractor.extract(tmp_path / name)
    assert type(caught.value) is error
    assert caught.value.subject == str(tmp_path / name)
