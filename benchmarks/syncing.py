"""Syncs a folder of many small files: the first pass, then passes in which nothing has changed.

Run ``make sync N=10000``, or ``PYTHONPATH=tests python benchmarks/syncing.py --files 10000``.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import psutil

from fixtures.model import models_folder

_UNCHANGED_PASSES = 3
_LOOK_SECONDS = 0.05


def main() -> None:
    """Sync the files into a fresh data folder, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--files", type=int, default=10_000, help="how many files (default 10000)")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="schedario-bench-") as folder:
        home = Path(folder, "home")
        home.mkdir()
        (home / "models").symlink_to(models_folder())
        _write(Path(folder, "files"), wanted.files)
        _run(home, "folder", "add", str(Path(folder, "files")))
        print(f"start-up         {_run(home, 'version')}")
        print(f"first sync       {_run(home, 'sync', '--quiet')}")
        for _ in range(_UNCHANGED_PASSES):
            print(f"unchanged sync   {_run(home, 'sync', '--quiet')}")


def _write(root: Path, files: int) -> None:
    for number in range(files):
        path = root / f"shelf{number % 100:02}" / f"note{number:05}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"# Parcel {number}\n\nThe parcel {number} went to depot {number * 7919 % 10007} by ferry.\n")


def _run(home: Path, *arguments: str) -> str:
    """Run a command, and say how long it took and how much memory it had resident at most, without its children."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("SCHEDARIO_")}
    started = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "schedario", *arguments],
        env={**environment, "SCHEDARIO_HOME": str(home)}, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    most = [0]
    watch = threading.Thread(target=_watch, args=(process, most))
    watch.start()
    code = process.wait()
    watch.join()
    if code != 0:
        raise SystemExit(f"schedario {' '.join(arguments)} ended with {code}")
    return f"{time.perf_counter() - started:8.2f} s {most[0] / 1024**2:6.0f} MB"


def _watch(process: "subprocess.Popen[bytes]", most: list[int]) -> None:
    while process.poll() is None:
        try:
            most[0] = max(most[0], int(psutil.Process(process.pid).memory_info().rss))
        except psutil.Error:
            return
        time.sleep(_LOOK_SECONDS)


if __name__ == "__main__":
    main()
