"""Files that harm the reader cost their own entries, also in a queue with several lanes."""

from collections import Counter
from pathlib import Path

from reportlab.pdfgen.canvas import Canvas

from fixtures.misbehaving import MISBEHAVING
from fixtures.pdfs import write_lines
from schedario.db.database import Archive, Database
from schedario.embed.bundled import BundledEmbedder
from schedario.extract.limits import ExtractionLimits
from schedario.extract.supervisor import ChildExtractor
from schedario.ingest.options import IngestOptions
from schedario.ingest.pipeline import IngestPipeline
from schedario.records.job import WorkerOptions
from schedario.records.ledger import LedgerEntry, Outcome
from schedario.services.adding import Adding
from schedario.services.queueing import Queueing
from schedario.services.working import Lane, Working

LIMITS = ExtractionLimits(page_seconds=3.0, file_seconds=20.0, memory_bytes=400 << 20)
SOUND = 24
HARMFUL = {"hang": "limit_exceeded", "abort": "extraction_crashed", "grow": "limit_exceeded"}


def make_pdf(path: Path, number: int) -> None:
    canvas = Canvas(str(path))
    write_lines(
        canvas, [f"Invoice {number} for the repair of boiler {number}.", f"The amount of {number} euro is due."]
    )
    canvas.save()


def test_three_pdfs_that_harm_the_reader_do_not_keep_the_others_out(
    database: Database, bundled: BundledEmbedder, tmp_path: Path
) -> None:
    files = tmp_path / "files"
    files.mkdir()
    for number in range(SOUND):
        make_pdf(files / f"{number:03}.pdf", number)
    for number, what in enumerate(HARMFUL):
        (files / f"{number * 7:03}-{what}.pdf").write_text(what)
    archive = database.archive("main", create=False)
    archive.spaces.ensure_space(bundled.space)
    Queueing(archive.queue).add_later([str(files)])
    entries: list[LedgerEntry] = []
    extractors = [ChildExtractor(LIMITS, temporary_root=tmp_path, child_command=MISBEHAVING) for _ in range(2)]
    lanes = [Lane(adding(archive, bundled, one), one.interrupt) for one in extractors]
    Working(database.worker(archive, WorkerOptions(lanes=2)), lanes).run(entries.append, until_empty=True)
    for extractor in extractors:
        extractor.close()
    assert Counter(entry.outcome for entry in entries) == {Outcome.INDEXED: SOUND, Outcome.FAILED: 3}
    failed = {Path(entry.path).stem.split("-")[1]: entry.code for entry in entries if entry.outcome is Outcome.FAILED}
    assert failed == HARMFUL
    kept = {record.file.path: record.problem for record in archive.documents.list_documents(status="failed")}
    assert all(problem and problem.message for problem in kept.values())
    assert len(kept) == 3
    assert archive.queue.jobs(10) == []


def adding(archive: Archive, embedder: BundledEmbedder, extractor: ChildExtractor) -> Adding:
    pipeline = IngestPipeline(
        extractor=extractor,
        tokenizer=embedder,
        embedder=embedder,
        documents=archive.documents,
        pictures=archive.pictures,
        locks=archive.locks,
        options=IngestOptions(chunk_tokens=192, overlap_tokens=32, languages=("en",)),
        collection="default",
    )
    return Adding(pipeline, archive.documents, archive.queue)
