"""How a document stands: its status, and what else is the matter with it."""

from schedario.dashboard.pieces import put
from schedario.dashboard.view import View
from schedario.records.document import DocumentRecord, DocumentStatus


def standing(view: View, record: DocumentRecord) -> None:
    """Show it as chips."""
    put("span", view.say(f"status.{record.status.value}"), f"chip status-{record.status.value}")
    if record.problem and record.status is DocumentStatus.INDEXED:
        put("span", view.say("status.stale"), "chip warning", title=record.problem.message)
    if record.outdated:
        put("span", view.say("status.outdated"), "chip warning", title=record.outdated)
