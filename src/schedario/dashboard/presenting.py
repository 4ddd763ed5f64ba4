"""What presents a document: summary, description, categories and key terms, and who made them."""

from schedario.dashboard.pieces import box, note, put
from schedario.dashboard.said import when
from schedario.dashboard.view import View
from schedario.records.analysis import Analysis


def presentation(view: View, analysis: Analysis | None) -> None:
    """Show it; nothing where nothing presents the document."""
    if analysis is None:
        return
    say, shown = view.say, analysis.presentation
    with box("section", "presentation", aria_label=say("presentation.label")):
        if shown.description:
            put("p", shown.description, "description")
        if shown.summary and shown.summary != shown.description:
            with box("details", "read-summary"):
                put("summary", say("presentation.summary"))
                put("p", shown.summary, "summary")
        with box("div", "chips"):
            for category in analysis.categories:
                put("span", category, "chip status-indexed")
            for term in shown.key_terms:
                put("span", term, "chip")
        made = say("presentation.by", model=analysis.made_by) if analysis.made_by else say("presentation.extracted")
        stale = f" · {say('status.outdated')}" if analysis.stale else ""
        put("p", f"{made}, {when(analysis.made_at)}{stale}", "muted made")
        if analysis.failure:
            note(analysis.failure.problem.message, "warning")
