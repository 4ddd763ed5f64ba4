"""Measures time and memory of reading, by kind of file; prints a table for docs/measurement.md.

Run ``make extraction FILES="folder other/folder"``. Each file is read in a fresh process under the default limits. Time
is from asking for the file to having its text, the start of the process included. Memory is the most that the reading
process holds resident together with the programs that it runs, looked at every 20 milliseconds.
"""

import argparse
import tempfile
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from fixtures.pdfs import make_long
from fixtures.peak_memory import PeakMemory
from schedario.errors import FileError
from schedario.extract.supervisor import ChildExtractor
from schedario.records.extraction import Extraction, Origin

LONG_PAGES = 500


@dataclass(frozen=True)
class Measured:
    """One file: its media type and whether OCR was needed, or the code of its error; time and memory."""

    name: str
    kind: str
    pages: int
    seconds: float
    peak_bytes: int


def main() -> None:
    """Read every file that is named, and a long PDF made here; print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, help="files, or folders of files")
    arguments = parser.parse_args()
    files = sorted({file for path in arguments.paths for file in ([path] if path.is_file() else path.rglob("*"))})
    _print_table([_measured(file) for file in files if file.is_file()])
    print()
    with tempfile.TemporaryDirectory(prefix="schedario-extraction-") as folder:
        path = Path(folder, "long.pdf")
        make_long(path, LONG_PAGES)
        _print_one(_measured(path))


def _measured(path: Path) -> Measured:
    extractor = ChildExtractor()
    started = time.perf_counter()
    pages = 0
    try:
        with PeakMemory() as memory:
            try:
                extraction = extractor.extract(path)
                pages = len(extraction.pages)
                kind = extraction.media_type + (", by OCR" if _by_ocr(extraction) else "")
            except FileError as error:
                kind = f"not read: {error.code}"
            seconds = time.perf_counter() - started
    finally:
        extractor.close()
    return Measured(path.name, kind, pages, seconds, memory.peak_bytes)


def _by_ocr(extraction: Extraction) -> bool:
    return any(page.origin is Origin.OCR for page in extraction.pages)


def _print_table(files: Sequence[Measured]) -> None:
    kinds: dict[str, list[Measured]] = defaultdict(list)
    for file in files:
        kinds[file.kind].append(file)
    print("| kind | files | pages | median s | worst s | median MB | worst MB | worst file |")
    print("|---|---|---|---|---|---|---|---|")
    for kind, members in sorted(kinds.items()):
        print(_row(kind, members))
    print(_row("all", files))


def _row(kind: str, files: Sequence[Measured]) -> str:
    seconds, megabytes = [file.seconds for file in files], [file.peak_bytes / 1024**2 for file in files]
    figures = f"{median(seconds):.2f} | {max(seconds):.2f} | {median(megabytes):.0f} | {max(megabytes):.0f}"
    slowest = max(files, key=lambda file: file.seconds)
    return f"| {kind} | {len(files)} | {sum(file.pages for file in files)} | {figures} | {slowest.name} |"


def _print_one(file: Measured) -> None:
    print(f"{file.name}: {file.pages} pages, {file.seconds:.2f} s, {file.peak_bytes / 1024**2:.0f} MB")


if __name__ == "__main__":
    main()
