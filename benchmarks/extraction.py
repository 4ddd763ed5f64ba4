"""Measures time and memory of reading, by kind of file; prints a table for docs/measurement.md.

Run ``make extraction FILES="folder other/folder"``. Each file is read in a fresh process under the default limits. Time
is from asking for the file to having its text, the start of the process included; CPU time is that of the process to
its end, with what it runs, and does not depend on what else the machine does. Memory is the most that the reading
process holds resident together with the programs that it runs, looked at every 20 milliseconds.
"""

import argparse
import resource
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
    cpu_seconds: float
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
    started, cpu_before = time.perf_counter(), _cpu_seconds()
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
    return Measured(path.name, kind, pages, seconds, _cpu_seconds() - cpu_before, memory.peak_bytes)


def _cpu_seconds() -> float:
    """CPU time of all child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _by_ocr(extraction: Extraction) -> bool:
    return any(page.origin is Origin.OCR for page in extraction.pages)


def _print_table(files: Sequence[Measured]) -> None:
    kinds: dict[str, list[Measured]] = defaultdict(list)
    for file in files:
        kinds[file.kind].append(file)
    print("| kind | files | pages | median s | worst s | median CPU s | worst CPU s | median MB | worst MB | slowest |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for kind, members in sorted(kinds.items()):
        print(_row(kind, members))
    print(_row("all", files))


def _row(kind: str, files: Sequence[Measured]) -> str:
    columns = (
        ([file.seconds for file in files], ".2f"),
        ([file.cpu_seconds for file in files], ".2f"),
        ([file.peak_bytes / 1024**2 for file in files], ".0f"),
    )
    figures = " | ".join(f"{median(values):{form}} | {max(values):{form}}" for values, form in columns)
    slowest = max(files, key=lambda file: file.cpu_seconds)
    return f"| {kind} | {len(files)} | {sum(file.pages for file in files)} | {figures} | {slowest.name} |"


def _print_one(file: Measured) -> None:
    times = f"{file.seconds:.2f} s, {file.cpu_seconds:.2f} s of CPU"
    print(f"{file.name}: {file.pages} pages, {times}, {file.peak_bytes / 1024**2:.0f} MB")


if __name__ == "__main__":
    main()
