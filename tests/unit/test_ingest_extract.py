"""From a file to its text, with what is to be said of it."""

from collections.abc import Sequence
from pathlib import Path

from schedario.ingest.extract import extract
from schedario.ingest.normalise import normalise
from schedario.ingest.read_file import read_file
from schedario.ports import PictureTexts
from schedario.records.extraction import Block, BlockRole, ExtractedPage, Extraction, Origin, PageKind
from schedario.records.picture import DrawnImage


class Reader:
    """Gives what it was made with for any file."""

    def __init__(self, *pages: ExtractedPage) -> None:
        self._extraction = Extraction("x", "", pages, ("a picture was left out",))

    def extract(self, path: Path, members: Sequence[str] = (), *, pictures: PictureTexts | None = None) -> Extraction:
        return self._extraction

    def draw(self, path: Path, members: Sequence[str], wanted: Sequence[str]) -> Sequence[DrawnImage]:
        raise AssertionError("no picture is to be drawn")

    def close(self) -> None:
        """Nothing is held."""


def test_flattened_pages_and_lost_rows_are_warned_of_after_what_the_reader_says(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    found = read_file(tmp_path / "file", str((tmp_path / "file").resolve()), max_bytes=9)
    pages = (
        ExtractedPage(PageKind.PAGE, 1, "", Origin.TEXT, (Block("text"),)),
        ExtractedPage(PageKind.PAGE, 2, "ii", Origin.OCR, (Block("a   b"),), flattened=True),
        ExtractedPage(PageKind.SHEET, 3, "Costs", Origin.TEXT, (Block("a\n\x00", BlockRole.TABLE, rows=(1, 2)),)),
    )
    read = extract(Reader(*pages), found)
    assert read.extraction.warnings == (
        "a picture was left out",
        "page 2 (ii): a table whose columns could not be told apart",
        "1 of 2 rows of sheet Costs were lost",
    )
    assert read.text == normalise(read.extraction)
    assert [page.flattened for page in read.text.pages] == [False, True, False]
