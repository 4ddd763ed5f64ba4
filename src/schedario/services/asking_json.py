"""Answers in sentences as JSON."""

from typing import Any

from schedario.records.asking import AnswerSource, AskedAnswer
from schedario.services.answer_json import filters_json
from schedario.services.document_json import family_json


def asked_json(asked: AskedAnswer) -> dict[str, Any]:
    """Return an answer as the JSON that ``ask --json`` prints."""
    answer = asked.found.answer
    cited = asked.cited
    return {
        "query": answer.query,
        "archive": answer.archive,
        "kind": asked.kind.value,
        "model": asked.model or None,
        "sentences": [
            {"text": one.text, "sources": list(one.sources), "absent": one.absent} for one in asked.sentences
        ],
        "sources": [{**_source_json(source), "cited": source.number in cited} for source in asked.sources],
        "degraded": list(asked.degraded),
        "notices": list(asked.notices),
        "stale": dict(answer.stale),
        "versions": [family_json(family) for family in answer.versions],
        "filters": filters_json(answer.filters),
        "documents_searched": answer.documents_searched,
        "floor": answer.floor,
        "best_score": None if answer.best_score is None else round(answer.best_score, 4),
        "seconds": {"search": round(asked.found.timings_ms["total"] / 1000, 3), "chat": round(asked.seconds, 3)},
    }


def _source_json(source: AnswerSource) -> dict[str, Any]:
    passage = source.passage
    return {
        "number": source.number,
        "document": {"id": source.document.id, "name": source.document.name, "path": source.document.path},
        "page": passage.page,
        "locator": passage.locator,
        "score": round(passage.score, 4),
        "text": passage.text,
    }
