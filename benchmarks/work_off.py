"""Works off a queue of PDFs, three of which harm the reader, and counts what became of them.

Run ``make queue``, or ``PYTHONPATH=tests python benchmarks/work_off.py --files 500 --lanes 2``.
"""

import argparse
import tempfile
import time
from collections import Counter
from pathlib import Path

import psutil

from fixtures.harmful_pdfs import work_off, write_pdfs
from fixtures.model import embedder
from schedario.db.database import Database
from schedario.records.ledger import Outcome


def main() -> None:
    """Bring the files into a fresh data folder, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=500, help="how many PDFs, the harmful ones included (default 500)")
    parser.add_argument("--lanes", type=int, default=1, help="files at once (default 1)")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="schedario-bench-") as folder:
        write_pdfs(Path(folder, "files"), wanted.files - 3)
        with Database.open(home=Path(folder, "home")) as database:
            archive = database.archive("bench", create=True)
            model = embedder()
            archive.spaces.ensure_space(model.space)
            started = time.perf_counter()
            entries = work_off(database, archive, model, Path(folder, "files"), lanes=wanted.lanes)
            seconds = time.perf_counter() - started
            outcomes = Counter(entry.outcome.value for entry in entries)
            print(f"{len(entries)} files in {seconds:.1f} s with {wanted.lanes} lanes: {dict(outcomes)}")
            for entry in entries:
                if entry.outcome is Outcome.FAILED:
                    print(f"failed    {Path(entry.path).name}: {entry.reason}")
            print(f"queue     {archive.queue.lengths()}")
            print(f"memory    {psutil.Process().memory_info().rss / 1024**2:.0f} MB resident in this process")


if __name__ == "__main__":
    main()
