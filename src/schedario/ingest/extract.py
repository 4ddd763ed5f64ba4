"""From a file to its normalised text, as the index holds it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from schedario.errors import FileEmptyError
from schedario.ingest.lost_rows import lost_rows
from schedario.ingest.normalise import normalise
from schedario.ingest.read_file import FoundFile, ensure_unchanged
from schedario.ports import Extractor, PictureTexts
from schedario.records.document import DocumentText
from schedario.records.extraction import Extraction
from schedario.records.locator import locator

_JOINERS = "\u200c\u200d \n"
"""What a text may hold and yet show nothing."""


@dataclass(frozen=True, slots=True)
class ExtractedText:
    """What a reader gave for a file, and the one text that was made of it."""

    extraction: Extraction
    text: DocumentText


def extract(
    extractor: Extractor, found: FoundFile, members: Sequence[str] = (), pictures: PictureTexts | None = None
) -> ExtractedText:
    """Read a file and normalise its text; pictures that are known are not read again, rows that got lost are warned of.

    Args:
        extractor: Reads it.
        found: The file on disk.
        members: Keys of the members to take out of it, each of the one before it; empty for the file itself.
        pictures: What is known of pictures; without it every one is read.

    Raises:
        FileError: It cannot be read, holds neither text nor files nor pictures, or changed meanwhile.
    """
    extraction = extractor.extract(Path(found.place), members, pictures=pictures)
    ensure_unchanged(found)
    text = normalise(extraction)
    if not text.text.strip(_JOINERS) and not extraction.members and not text.unread:
        raise FileEmptyError("the file holds no text", subject=found.facts.path)
    warnings = (*extraction.warnings, *_flattened(extraction), *lost_rows(extraction, text))
    return ExtractedText(replace(extraction, warnings=warnings), text)


def _flattened(extraction: Extraction) -> Iterator[str]:
    for page in extraction.pages:
        if page.flattened:
            place = locator(page.kind, page.number, page.label)
            yield f"{place}: a table whose columns could not be told apart"
