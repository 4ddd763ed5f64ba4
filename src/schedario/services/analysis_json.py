"""Analyses, plans and categories as JSON, the same at every front door."""

from typing import Any

from schedario.records.analysis import Analysis, AnalysisCoverage, AnalysisPlan, Category, ListedCategory, ServerMemory


def analysis_json(analysis: Analysis | None) -> dict[str, Any] | None:
    """Return what presents a document; None where nothing does."""
    if analysis is None:
        return None
    shown, failure = analysis.presentation, analysis.failure
    return {
        "summary": shown.summary,
        "description": shown.description,
        "key_terms": list(shown.key_terms),
        "categories": list(analysis.categories),
        "language": shown.language,
        "made_by": analysis.made_by,
        "made_at": analysis.made_at.isoformat(),
        "stale": [part.value for part in analysis.stale],
        "failure": {
            "code": failure.problem.code,
            "reason": failure.problem.message,
            "answer": failure.answer,
        }
        if failure
        else None,
    }


def coverage_json(found: AnalysisCoverage) -> dict[str, Any]:
    """Return how far the analysis of an archive is."""
    return {
        "model": found.model,
        "documents": found.documents,
        "written": found.written,
        "extracted": found.extracted,
        "missing": found.missing,
        "failed": found.failed,
        "stale": dict(found.stale),
        "categories": found.categories,
        "memory": _memory_json(found.memory) if found.memory else None,
        "note": found.in_words,
    }


def _memory_json(memory: ServerMemory) -> dict[str, Any]:
    return {
        "server": memory.server,
        "resident_mb": memory.resident_mb,
        "reported_mb": memory.reported_mb,
        "trouble": memory.trouble,
    }


def plan_json(plan: AnalysisPlan) -> dict[str, Any]:
    """Return what an analysis would take."""
    return {
        "model": plan.model,
        "documents": plan.documents,
        "calls": plan.calls,
        "minutes": None if plan.minutes is None else round(plan.minutes, 1),
        "measured_calls": plan.measured_calls,
        "pictures": plan.pictures,
    }


def category_json(category: Category) -> dict[str, Any]:
    """Return a category."""
    return {"id": category.id, "name": category.name}


def listed_json(listed: ListedCategory) -> dict[str, Any]:
    """Return a category with the number of its documents."""
    return {**category_json(listed.category), "documents": listed.documents}
