"""Files damaged by chance: the reader stays up, within its limits, and leaves nothing behind."""

from pathlib import Path

from fixtures.fuzzing import fuzz
from fixtures.samples import make_samples
from schedario.extract.limits import ExtractionLimits

LIMITS = ExtractionLimits(page_seconds=10, file_seconds=20, memory_bytes=1200 << 20, output_characters=5_000_000)
PICTURES = {"router-settings.png", "fax.tiff", "contratto-di-locazione-scansione.pdf"}
COUNT = 60


def test_damaged_files_end_within_their_limits_and_leave_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "sound").mkdir()
    # Text on pictures is read by the same engine whatever the damage, and takes seconds.
    files = [file for file in make_samples(tmp_path / "sound") if file.name not in PICTURES]
    trials = list(fuzz(files, COUNT, 1, LIMITS, tmp_path / "damaged"))
    assert [(trial.name, trial.faults) for trial in trials if trial.faults] == []
    assert [trial.name for trial in trials if trial.outcome == "extraction_crashed"] == []
    assert {"read", "file_damaged"} <= {trial.outcome for trial in trials}
