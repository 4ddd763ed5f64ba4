"""What presents a document, for a person."""

from schedario.records.analysis import Analysis


def analysis_facts(analysis: Analysis | None) -> list[tuple[str, str]]:
    """Return the lines of a document's analysis as name and value; empty values are not shown."""
    if analysis is None:
        return []
    shown, failure = analysis.presentation, analysis.failure
    return [
        ("description", shown.description),
        ("summary", shown.summary),
        ("key terms", ", ".join(shown.key_terms)),
        ("categories", ", ".join(analysis.categories)),
        ("written by", how_made(analysis) if shown.description else ""),
        ("not analysed", failure.problem.message if failure else ""),
        ("answer", " ".join(failure.answer.split()) if failure else ""),
    ]


def how_made(analysis: Analysis) -> str:
    """Say who wrote it and when, and what of it is stale."""
    who = analysis.made_by or "nobody: extracted from the text"
    when = f", {analysis.made_at.isoformat(timespec='seconds')}"
    stale = (
        f"; stale: {', '.join(part.value for part in analysis.stale)} ('schedario analyse')" if analysis.stale else ""
    )
    return f"{who}{when}{stale}"
