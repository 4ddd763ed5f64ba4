"""Shows where reading differs from the golden table.

Run ``make golden FILES=folder`` for the files of a folder that have a row under ``benchmarks/golden``, or
``python -m benchmarks.golden FOLDER --rows rows.toml`` for a table of your own. Files without a row are only counted.
A row that is pending is known to fail; it is shown apart, and when it passes the run says so.
"""

import argparse
import hashlib
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.golden_check import differences
from benchmarks.golden_rows import READ, GoldenRow, load_rows

from schedario.errors import FileError, ReaderMissingError
from schedario.extract.supervisor import ChildExtractor
from schedario.ingest.normalise import normalise

ROWS = Path(__file__).resolve().parent / "golden"
PROGRAMS = {"libreoffice": "soffice"}


@dataclass(frozen=True)
class Outcome:
    """What became of one row: its differences, none when it passes, and how long it took."""

    row: GoldenRow
    differences: tuple[str, ...]
    seconds: float


def main() -> int:
    """Read every file that has a row, print the differences; 1 when there are any that are not pending."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="the folder that holds the files")
    parser.add_argument("--rows", type=Path, default=ROWS, help="a TOML file of rows, or a folder of such files")
    asked = parser.parse_args()
    if not asked.folder.is_dir():
        parser.error(f"{asked.folder} is no folder. Give the folder that holds the files")
    rows = {row.name: row for row in load_rows(asked.rows)}
    present = {name: asked.folder / name for name in rows if (asked.folder / name).is_file()}
    if not present:
        parser.error(f"no file below {asked.folder} has a row in {asked.rows}. Rows name files as folder/file")
    usable = {name: path for name, path in present.items() if _is_usable(rows[name])}
    with tempfile.TemporaryDirectory(prefix="schedario-golden-") as temporary:
        outcomes = list(_outcomes(rows, usable, Path(temporary)))
    for name in present.keys() - usable.keys():
        print(f"{name}: passed over, {rows[name].needs} is not installed")
    without = sum(1 for path in asked.folder.rglob("*") if path.is_file()) - len(present)
    return _report(outcomes, len(rows) - len(present), without)


def _is_usable(row: GoldenRow) -> bool:
    return not row.needs or shutil.which(PROGRAMS[row.needs]) is not None


def _outcomes(rows: dict[str, GoldenRow], paths: dict[str, Path], temporary: Path) -> Iterator[Outcome]:
    extractor = ChildExtractor(temporary_root=temporary)
    try:
        for name, path in paths.items():
            outcome = _outcome(extractor, rows[name], path)
            for said in outcome.differences:
                print(f"{name}: {f'({rows[name].pending}) ' if rows[name].pending else ''}{said}", flush=True)
            yield outcome
    finally:
        extractor.close()


def _outcome(extractor: ChildExtractor, row: GoldenRow, path: Path) -> Outcome:
    started = time.perf_counter()
    try:
        said = list(_read(extractor, row, path))
    except FileError as error:
        said = [] if error.code in row.statuses else [f"ended with {error.code} ({error.what}) instead of {row.status}"]
        if isinstance(error, ReaderMissingError) and row.needs:
            said.append(f"{row.needs} was found but could not be used")
    seconds = time.perf_counter() - started
    if row.most_seconds and seconds > row.most_seconds:
        said.append(f"took {seconds:.1f} s, {row.most_seconds:.0f} s are allowed")
    if row.sha256 and hashlib.sha256(path.read_bytes()).hexdigest() != row.sha256:
        said.append("the file is another one than the row was written for")
    return Outcome(row, tuple(said), seconds)


def _read(extractor: ChildExtractor, row: GoldenRow, path: Path) -> Iterator[str]:
    extraction = extractor.extract(path)
    if READ not in row.statuses:
        yield f"was read instead of ending with {row.status}"
        return
    truth = (path.parent / row.truth).read_text(encoding="utf-8") if row.truth else ""
    yield from differences(row, extraction, normalise(extraction), truth)


def _report(outcomes: list[Outcome], absent: int, without: int) -> int:
    failed = [outcome for outcome in outcomes if outcome.differences and not outcome.row.pending]
    pending = [outcome for outcome in outcomes if outcome.differences and outcome.row.pending]
    for outcome in outcomes:
        if outcome.row.pending and not outcome.differences:
            print(f"{outcome.row.name}: passes now; take out pending = {outcome.row.pending!r}")
    print(
        f"{len(outcomes)} files in {sum(outcome.seconds for outcome in outcomes):.1f} s: "
        f"{len(outcomes) - len(failed) - len(pending)} pass, {len(failed)} differ, {len(pending)} pending; "
        f"{absent} rows without a file, {without} files without a row"
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
