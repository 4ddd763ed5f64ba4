"""The JSON examples of docs/cli.md have the keys that the commands print, no more and no fewer."""

import json
import re
from datetime import UTC, datetime
from typing import Any

from fixtures.pages import page, section
from schedario.cli.add import ledger_json
from schedario.cli.backup import backup_json
from schedario.cli.evaluate.ablate import ablation_json
from schedario.cli.evaluate.compare import comparison_json
from schedario.cli.evaluate.floor import curve_json
from schedario.cli.extract import file_json
from schedario.cli.links import links_json
from schedario.cli.reindex import built_json, plan_json
from schedario.cli.sync import sync_json
from schedario.ingest.extract import ExtractedText
from schedario.records.analysis import Analysis, AnalysisCoverage, Fingerprints, Presentation, ServerMemory
from schedario.records.asking import AnswerKind, AnswerSentence, AnswerSource, AskedAnswer
from schedario.records.backup import BackupFacts, TableFacts
from schedario.records.document import (
    DocumentId,
    DocumentRecord,
    DocumentStatus,
    DocumentText,
    FileFacts,
    Heading,
    Page,
    Problem,
)
from schedario.records.evaluation import (
    Change,
    Comparison,
    EvaluationReport,
    Figures,
    FloorCurve,
    FloorPoint,
    MeasureComparison,
    Question,
    QuestionResult,
)
from schedario.records.extraction import Extraction, Origin, PageKind
from schedario.records.job import JobId, JobKind, JobRecord, JobState, QueueLengths, QueueView
from schedario.records.ledger import Ledger, LedgerEntry, Outcome
from schedario.records.link import DocumentLinks, LinkEnd, ResolvedLink
from schedario.records.note import Link, LinkKind
from schedario.records.outline import Place, SectionText
from schedario.records.overview import ArchiveOverview
from schedario.records.search import DocumentHead, DocumentPassages, Passage, SearchAnswer, TimedAnswer, TraceStep
from schedario.records.source import NewSource, Source, SourceId, SourceKind, SourceReport, SyncReport
from schedario.records.space import SpaceBuilt, SpacePlan, SpaceState
from schedario.records.status import ArchiveStatus, Coverage, Freshness
from schedario.records.version import Family, Order, Sketched
from schedario.services.ablation import PartFigures
from schedario.services.answer_json import answer_json
from schedario.services.asking_json import asked_json
from schedario.services.document_json import record_json, section_json
from schedario.services.evaluation_json import report_json
from schedario.services.extracting import FileText
from schedario.services.queue_json import queue_json
from schedario.services.source_json import source_json
from schedario.services.status_json import status_json

# Objects whose keys are names of steps, kinds, languages or documents: no part of the shape.
OPEN_OBJECTS = frozenset(
    {
        "stale",
        "outdated",
        "outdated_reasons",
        "timings_ms",
        "by_kind",
        "by_language",
        "search_ms",
        "stage_ms",
        "ranks",
        "settings",
        "rows",
    }
)
ID = DocumentId("c6ygncrq")
NOW = datetime(2026, 1, 2, tzinfo=UTC)


def shape(value: Any) -> Any:
    """Return keys and nesting of a JSON value, without its figures and texts."""
    if isinstance(value, dict):
        return {key: "open" if key in OPEN_OBJECTS else shape(below) for key, below in value.items()}
    if isinstance(value, list):
        return [shape(item) for item in value if isinstance(item, dict | list)]
    return None


def documented(command: str) -> Any:
    """Return the JSON example of a command."""
    found = re.search(r"```json\n(.*?)```", section(page("docs/cli.md"), command), re.S)
    assert found, command
    return json.loads(found[1])


def printed(value: Any) -> Any:
    """Return a value as it comes back from its JSON."""
    return json.loads(json.dumps(value))


def test_the_json_of_add_is_as_documented() -> None:
    entries = (LedgerEntry("/a", Outcome.INDEXED, ID), LedgerEntry("/b", Outcome.FAILED, ID, "file_damaged", "broken"))
    assert shape(documented("schedario add")) == shape(printed(ledger_json(Ledger(entries))))


def test_the_totals_of_the_documented_ledger_add_up() -> None:
    ledger = documented("schedario add")
    assert sum(ledger["totals"].values()) == len(ledger["files"])


def test_the_json_of_extract_is_as_documented() -> None:
    text = DocumentText("a", (Page(0, 1, PageKind.BODY, None, "", Origin.TEXT),), (Heading(0, 1, "a"),))
    file = FileText("/a", 0.1, ExtractedText(Extraction("text/plain", "", (), ()), text))
    assert shape(documented("schedario extract")) == [shape(printed(file_json(file)))]


def test_the_json_of_search_is_as_documented() -> None:
    head = DocumentHead(ID, "a", "/a", "default", NOW, "", "", "/a")
    passage = Passage("text", 1, "page 1", 0.5, Origin.TEXT, "en", 0, 4, 0, 4, False, 1)
    answer = SearchAnswer(
        query="a",
        archive="main",
        documents_searched=1,
        floor=0.1,
        best_score=0.5,
        degraded=(),
        stale={},
        results=(DocumentPassages(head, (passage,)),),
        trace=(TraceStep("embed", 1.0, 0),),
        versions=(Family((Sketched(ID, "a", "/a", NOW, None, ()),) * 2, Order.NUMBER),),
    )
    example = documented("schedario search")
    assert shape(example) == shape(printed(answer_json(TimedAnswer(answer, {}), trace=True)))
    assert set(example) - set(answer_json(TimedAnswer(answer, {}))) == {"trace"}


def test_the_json_of_ask_is_as_documented() -> None:
    head = DocumentHead(ID, "a", "/a", "default", NOW, "", "", "/a")
    passage = Passage("text", 1, "page 1", 0.5, Origin.TEXT, "en", 0, 4, 0, 4, False, 1)
    answer = SearchAnswer("a", "main", 1, 0.1, 0.5, (), {}, (DocumentPassages(head, (passage,)),))
    asked = AskedAnswer(
        TimedAnswer(answer, {"total": 1.0}),
        AnswerKind.WRITTEN,
        sentences=(AnswerSentence("a", (1,)),),
        sources=(AnswerSource(1, head, passage),),
    )
    assert shape(documented("schedario ask")) == shape(printed(asked_json(asked)))


def test_the_json_of_a_section_is_as_documented() -> None:
    part = SectionText(ID, 1, Place("page 1", 1, "text", 0, 4), 0, "text", None)
    assert shape(documented("schedario show")) == shape(printed(section_json(part)))


def test_the_json_of_list_is_as_documented() -> None:
    record = DocumentRecord(
        id=ID,
        name="a",
        file=FileFacts("/a", 1, NOW, ""),
        collection="default",
        media_type="",
        title="",
        language="",
        status=DocumentStatus.FAILED,
        problem=Problem("file_empty", "empty"),
        duplicate_of=None,
        text_hash="",
        fingerprint="",
        pages=0,
        chunks=0,
        indexed_at=NOW,
        analysis=Analysis(ID, Presentation("", "", ("a",), ""), ("a",), "", Fingerprints("", "", ""), NOW),
    )
    assert shape(documented("schedario list")) == [shape(printed(record_json(record)))]


def test_the_json_of_a_built_space_is_as_documented() -> None:
    built = SpaceBuilt("a", "b", 1, 1, ("b",), ())
    assert shape(documented("schedario reindex")) == shape(printed(built_json(built)))


def test_the_keys_of_a_plan_are_documented() -> None:
    plan = SpacePlan("a", "b", 1, 1, 1, 0.1, 0.1, None, 0)
    text = section(page("docs/cli.md"), "schedario reindex").partition("`--plan` counts")[2]
    assert set(plan_json(plan)) <= set(re.findall(r"`(\w+)`", text))


def test_the_json_of_links_is_as_documented() -> None:
    end = LinkEnd(ID, "/a")
    broken = ResolvedLink(end, Link(LinkKind.WIKI, "a"), candidates=(end,))
    found = DocumentLinks(end, (broken,), (ResolvedLink(end, Link(LinkKind.WIKI, "a"), end),))
    assert shape(documented("schedario links")) == shape(printed(links_json(found)))


def test_the_keys_of_status_are_as_documented() -> None:
    state = ArchiveStatus("main", {}, 0, 0, 0, 0, 0, {}, "", 0, None)
    lengths = QueueLengths(0, dict.fromkeys(JobKind, 0), 0, 0, paused=False)
    spaces = SpaceState("a", "", (("b", 1),), 1)
    sources = (Freshness("/a", None, 0, 0, None, None),)
    analysis = AnalysisCoverage("a", 1, 0, 1, memory=ServerMemory("a", 1, 1))
    shown = status_json(ArchiveOverview(state, Coverage({3: 1}), sources, lengths, spaces, analysis))
    named = set(re.findall(r"`(\w+)`", section(page("docs/cli.md"), "schedario status")))
    assert {*shown, *shown["coverage"], *shown["coverage"]["done"][0], *shown["sources"][0]} <= named


def test_the_json_of_queue_is_as_documented() -> None:
    job = JobRecord(JobId(1), JobKind.INDEX, "/a", JobState.WAITING, NOW, None, None, 0, None)
    lengths = QueueLengths(0, dict.fromkeys(JobKind, 0), 0, 0, paused=False)
    assert shape(documented("schedario queue")) == shape(printed(queue_json(QueueView(lengths, (job,)))))


def evaluation_report() -> EvaluationReport:
    question = Question("q", "a?", "en", "mono", ("set",), "", None, None)
    return EvaluationReport(
        dataset="set",
        made_at=NOW,
        settings={},
        documents=1,
        chunks=1,
        indexed_chunks=0,
        index_seconds=0.0,
        overall=Figures(1, {1: 1.0, 3: 1.0, 10: 1.0}, 1.0, 1.0, None, 1.0, 0.0),
        by_kind={},
        by_language={},
        search_ms={"p50": 1.0, "p95": 2.0},
        stage_ms={},
        results=(QuestionResult(question, {}, None, None, 0, None, 1.0),),
        notes=(),
    )


def test_the_json_of_evaluate_run_is_as_documented() -> None:
    report = evaluation_report()
    assert shape(documented("schedario evaluate run")) == shape(printed(report_json(report)))


def test_the_json_of_backup_is_as_documented() -> None:
    facts = BackupFacts("main", "2026-01-02T03:04:05+00:00", "0.1.0", (), 1, (TableFacts("chunk", ("id",), 1, ""),))
    assert shape(documented("schedario backup")) == shape(printed(backup_json("main", facts)))


def test_the_json_of_evaluate_compare_is_as_documented() -> None:
    question = Question("q", "a?", "en", "mono", ("set",), "", "a.md", None)
    comparison = Comparison(
        questions=1,
        measures=(MeasureComparison("hit@1", 0.0, 1.0, 1, 0, 1.0),),
        changes=(Change(question, None, 1),),
        settings={},
        notes=(),
    )
    assert shape(documented("schedario evaluate compare")) == shape(printed(comparison_json(comparison)))


def test_the_json_of_evaluate_floor_is_as_documented() -> None:
    point = FloorPoint(0.1, 0.0, 1.0)
    curve = FloorCurve(answers=1, empty=1, points=(point,), most_lost=0.03, best=point)
    assert shape(documented("schedario evaluate floor")) == shape(printed(curve_json(curve, 0.1)))


def test_the_json_of_evaluate_ablate_is_as_documented() -> None:
    measured = {"my-questions": [PartFigures("as set", evaluation_report(), None)]}
    assert shape(documented("schedario evaluate ablate")) == shape(printed(ablation_json(measured)))


SOURCE = Source(SourceId(1), NewSource(SourceKind.FOLDER, "/a"), False, "", NOW, "", 0)


def test_the_json_of_folder_list_is_as_documented() -> None:
    assert shape(documented("schedario folder list")) == [shape(printed(source_json(SOURCE)))]


def test_the_json_of_sync_is_as_documented() -> None:
    report = SyncReport((SourceReport(SOURCE),), Ledger((LedgerEntry("/a", Outcome.INDEXED, ID),)))
    assert shape(documented("schedario sync")) == shape(printed(sync_json(report)))
