"""Answers as JSON, the same at every front door."""

from dataclasses import asdict
from datetime import datetime
from typing import Any

from schedario.records.filters import Filters
from schedario.records.search import DocumentPassages, Passage, TimedAnswer
from schedario.services.document_json import container_json, family_json


def answer_json(timed: TimedAnswer, *, trace: bool = False) -> dict[str, Any]:
    """Return an answer as the JSON that ``search --json`` prints."""
    answer = timed.answer
    shown: dict[str, Any] = {
        "query": answer.query,
        "archive": answer.archive,
        "filters": filters_json(answer.filters),
        "phrases": list(answer.phrases),
        "documents_searched": answer.documents_searched,
        "floor": answer.floor,
        "best_score": None if answer.best_score is None else round(answer.best_score, 4),
        "degraded": list(answer.degraded),
        "stale": dict(answer.stale),
        "outdated": dict(answer.outdated),
        "versions": [family_json(family) for family in answer.versions],
        "results": [_group_json(group) for group in answer.results],
        "timings_ms": {name: round(milliseconds, 2) for name, milliseconds in timed.timings_ms.items()},
    }
    if trace:
        shown["trace"] = [
            {
                "step": step.name,
                "ms": round(step.milliseconds, 2),
                "count": step.count,
                "note": step.note,
                "documents": step.documents,
                "scores": [round(score, 4) for score in step.scores],
            }
            for step in answer.trace
        ]
    return shown


def filters_json(filters: Filters) -> dict[str, Any]:
    """Return filters as they stand in JSON; a kind that is not set is ``[]`` or ``null``."""
    return {
        name: value.isoformat() if isinstance(value, datetime) else list(value) if isinstance(value, tuple) else value
        for name, value in asdict(filters).items()
    }


def _group_json(group: DocumentPassages) -> dict[str, Any]:
    document = group.document
    return {
        "document": {
            "id": document.id,
            "name": document.name,
            "path": document.path,
            "container": container_json(document.container),
            "collection": document.collection,
            "modified": document.modified.isoformat(),
            "description": document.description,
            "described_by": document.described_by,
            "description_stale": document.description_stale,
        },
        "passages": [_passage_json(passage) for passage in group.passages],
    }


def _passage_json(passage: Passage) -> dict[str, Any]:
    return {
        "header": passage.header_before,
        "text": passage.text,
        "page": passage.page,
        "locator": passage.locator,
        "rank": passage.rank,
        "score": round(passage.score, 4),
        "origin": passage.origin.value,
        "language": passage.language,
        "addendum": passage.addendum,
        "jump": passage.jump,
    }
