"""Feeds damaged files to the reader and fails when it does not stay up, within its limits, and tidy.

Run ``make fuzz``, or ``make fuzz FILES="~/Documents /srv/scans" N=5000 SEED=7``. Files that the tests make are damaged,
and those of any folder that is named: bits flipped, pieces deleted, repeated, moved, numbers made absurd, also inside
zip members and PDF streams.
"""

import argparse
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from fixtures.fuzzing import Trial, fuzz
from fixtures.samples import make_samples
from schedario.extract.limits import ExtractionLimits

LIMITS = ExtractionLimits(
    file_bytes=50 << 20,
    page_seconds=15,
    file_seconds=30,
    memory_bytes=1200 << 20,
    output_characters=5_000_000,
    pages=500,
    unpacked_bytes=200 << 20,
    image_pixels=30_000_000,
)
_SLOWEST = 5
_TELL_EVERY = 100


def main() -> None:
    """Damage, read, report; end with 1 when something happened that must not."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "paths", nargs="*", type=Path, help="files, or folders of files, to damage besides the made ones"
    )
    parser.add_argument("-n", type=int, default=1000, help="how many damaged files (default 1000)")
    parser.add_argument("--seed", type=int, default=None, help="the same seed gives the same damage")
    arguments = parser.parse_args()
    seed = int(time.time()) if arguments.seed is None else arguments.seed
    folder = Path(tempfile.mkdtemp(prefix="schedario-fuzz-"))
    (folder / "sound").mkdir()
    files = [*make_samples(folder / "sound"), *_named(arguments.paths)]
    print(f"{arguments.n} damaged files of {len(files)} sound ones, seed {seed}, in {folder}", flush=True)
    trials: list[Trial] = []
    for trial in fuzz(files, arguments.n, seed, LIMITS, folder / "damaged"):
        trials.append(trial)
        if len(trials) % _TELL_EVERY == 0:
            print(f"{len(trials)} read", flush=True)
        if trial.faults or trial.file:
            print(
                f"{trial.outcome}: {trial.name}: {trial.reason}; {'; '.join(trial.faults)} ({trial.file})", flush=True
            )
    _report(trials)
    sys.exit(1 if any(trial.faults for trial in trials) else 0)


def _named(paths: Sequence[Path]) -> list[Path]:
    found = [path for named in paths for path in ([named] if named.is_file() else sorted(named.rglob("*")))]
    return [path for path in found if path.is_file() and path.stat().st_size <= LIMITS.file_bytes]


def _report(trials: Sequence[Trial]) -> None:
    print("\noutcomes")
    for outcome, count in Counter(trial.outcome for trial in trials).most_common():
        print(f"{count:>6}  {outcome}")
    print("\nreasons")
    # Names and figures differ from file to file; what is left tells kinds apart.
    reasons = Counter(re.sub(r"[\d,.]+", "#", trial.reason)[:100] for trial in trials if trial.reason)
    for reason, count in reasons.most_common(40):
        print(f"{count:>6}  {reason}")
    print("\nslowest")
    for trial in sorted(trials, key=lambda trial: -trial.seconds)[:_SLOWEST]:
        print(f"{trial.seconds:>7.1f} s  {trial.name} ({trial.outcome})")
    largest = max(trials, key=lambda trial: trial.peak_bytes)
    print(f"\nmost memory  {largest.peak_bytes / 1024**2:.0f} MB  {largest.name} ({largest.outcome})")
    faults = [fault for trial in trials for fault in trial.faults]
    print(f"faults       {len(faults)}")


if __name__ == "__main__":
    main()
