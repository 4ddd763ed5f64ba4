"""Reports of evaluation as JSON, for programs and to be kept."""

import json
from datetime import datetime
from pathlib import Path
from typing import Any

from schedario.errors import DatasetError
from schedario.evaluate.ranks import RANKED_STAGE, SCORED_STAGE
from schedario.records.evaluation import HIT_RANKS, EvaluationReport, Figures, Question, QuestionResult


def report_json(report: EvaluationReport) -> dict[str, Any]:
    """Return a report as the JSON that ``evaluate run --json`` prints."""
    return {
        "dataset": report.dataset,
        "made_at": report.made_at.isoformat(timespec="seconds"),
        "settings": report.settings,
        "documents": report.documents,
        "chunks": report.chunks,
        "questions": len(report.results),
        "indexed_chunks": report.indexed_chunks,
        "index_seconds": round(report.index_seconds, 3),
        "overall": _figures_json(report.overall),
        "by_kind": {name: _figures_json(figures) for name, figures in report.by_kind.items()},
        "by_language": {name: _figures_json(figures) for name, figures in report.by_language.items()},
        "search_ms": {name: round(value, 2) for name, value in report.search_ms.items()},
        "stage_ms": {name: round(value, 2) for name, value in report.stage_ms.items()},
        "notes": list(report.notes),
        "per_question": [_question_json(result) for result in report.results],
    }


def load_report(file: Path) -> EvaluationReport:
    """Read a report that ``evaluate run`` kept or printed.

    Raises:
        DatasetError: The file is missing or no such report.
    """
    try:
        return _report(json.loads(file.read_text(encoding="utf-8")))
    except OSError as error:
        raise DatasetError(f"cannot be read ({error.strerror or error})", subject=str(file)) from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise DatasetError(
            "not a report of 'schedario evaluate run' as this version writes it",
            subject=str(file),
            remedy="Name a file that evaluate run kept, or run it again",
        ) from error


def _figures_json(figures: Figures) -> dict[str, Any]:
    return {
        "questions": figures.questions,
        **{f"hit@{k}": _rounded(value) for k, value in figures.hits.items()},
        "mrr": _rounded(figures.mrr),
        "candidate_recall": _rounded(figures.candidate_recall),
        "page_hit": _rounded(figures.page_hit),
        "documents_per_search": _rounded(figures.documents_per_search),
        "share_without_results": _rounded(figures.share_without_results),
    }


def _question_json(result: QuestionResult) -> dict[str, Any]:
    question = result.question
    return {
        "id": question.id,
        "question": question.text,
        "kind": question.kind,
        "language": question.language,
        "corpora": list(question.corpora),
        "archive": question.archive,
        "document": question.document,
        "page": question.page,
        "ranks": result.ranks,
        "best_score": _rounded(result.best_score),
        "label_score": _rounded(result.label_score),
        "documents": result.documents,
        "page_hit": result.page_hit,
        "ms": round(result.milliseconds, 2),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _report(fields: dict[str, Any]) -> EvaluationReport:
    return EvaluationReport(
        dataset=str(fields["dataset"]),
        made_at=datetime.fromisoformat(fields["made_at"]),
        settings={str(name): str(value) for name, value in fields["settings"].items()},
        documents=int(fields["documents"]),
        chunks=int(fields["chunks"]),
        indexed_chunks=int(fields["indexed_chunks"]),
        index_seconds=float(fields["index_seconds"]),
        overall=_figures(fields["overall"]),
        by_kind={name: _figures(figures) for name, figures in fields["by_kind"].items()},
        by_language={name: _figures(figures) for name, figures in fields["by_language"].items()},
        search_ms={name: float(value) for name, value in fields["search_ms"].items()},
        stage_ms={name: float(value) for name, value in fields["stage_ms"].items()},
        results=tuple(_result(result) for result in fields["per_question"]),
        notes=tuple(map(str, fields["notes"])),
    )


def _figures(fields: dict[str, Any]) -> Figures:
    return Figures(
        questions=int(fields["questions"]),
        hits={k: _optional(fields[f"hit@{k}"]) for k in HIT_RANKS},
        mrr=_optional(fields["mrr"]),
        candidate_recall=_optional(fields["candidate_recall"]),
        page_hit=_optional(fields["page_hit"]),
        documents_per_search=float(fields["documents_per_search"]),
        share_without_results=float(fields["share_without_results"]),
    )


def _result(fields: dict[str, Any]) -> QuestionResult:
    question = Question(
        id=str(fields["id"]),
        text=str(fields["question"]),
        language=str(fields["language"]),
        kind=str(fields["kind"]),
        corpora=tuple(map(str, fields["corpora"])),
        archive=str(fields["archive"]),
        document=None if fields["document"] is None else str(fields["document"]),
        page=None if fields["page"] is None else int(fields["page"]),
    )
    ranks = {str(stage): None if rank is None else int(rank) for stage, rank in fields["ranks"].items()}
    if question.document is not None and not ranks.keys() >= {SCORED_STAGE, RANKED_STAGE}:
        raise ValueError("stages are missing")
    return QuestionResult(
        question=question,
        ranks=ranks,
        best_score=_optional(fields["best_score"]),
        label_score=_optional(fields["label_score"]),
        documents=int(fields["documents"]),
        page_hit=None if fields["page_hit"] is None else bool(fields["page_hit"]),
        milliseconds=float(fields["ms"]),
    )


def _optional(value: Any) -> float | None:
    return None if value is None else float(value)
