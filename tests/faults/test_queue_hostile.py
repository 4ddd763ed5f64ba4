"""Files that harm the reader cost their own entries, also in a queue with several lanes."""

from collections import Counter
from pathlib import Path

from fixtures.harmful_pdfs import HARMFUL, work_off, write_pdfs
from schedario.db.database import Database
from schedario.embed.bundled import BundledEmbedder
from schedario.records.ledger import Outcome

SOUND = 24


def test_three_pdfs_that_harm_the_reader_do_not_keep_the_others_out(
    database: Database, bundled: BundledEmbedder, tmp_path: Path
) -> None:
    write_pdfs(tmp_path / "files", SOUND)
    archive = database.archive("main", create=False)
    archive.spaces.ensure_space(bundled.space)
    entries = work_off(database, archive, bundled, tmp_path / "files", lanes=2)
    assert Counter(entry.outcome for entry in entries) == {Outcome.INDEXED: SOUND, Outcome.FAILED: 3}
    failed = {Path(entry.path).stem.split("-")[1]: entry.code for entry in entries if entry.outcome is Outcome.FAILED}
    assert failed == HARMFUL
    kept = archive.documents.list_documents(status="failed")
    assert len(kept) == 3
    assert all(record.problem and record.problem.message for record in kept)
    assert archive.queue.jobs(10) == []
