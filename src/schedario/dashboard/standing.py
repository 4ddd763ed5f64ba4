"""How a document stands: its status, and what else is the matter with it."""

from schedario.dashboard.pieces import put
from schedario.dashboard.tables import Chip
from schedario.dashboard.view import View
from schedario.records.document import DocumentRecord, DocumentStatus


def standing(view: View, record: DocumentRecord) -> tuple[Chip, ...]:
    """Return it as words that stand out."""
    status = Chip(view.say(f"status.{record.status.value}"), f"status-{record.status.value}")
    stale = record.problem if record.status is DocumentStatus.INDEXED else None
    return (
        status,
        *([Chip(view.say("status.stale"), "warning", stale.message)] if stale else []),
        *([Chip(view.say("status.outdated"), "warning", record.outdated)] if record.outdated else []),
    )


def put_standing(view: View, record: DocumentRecord) -> None:
    """Show it."""
    for chip in standing(view, record):
        put("span", chip.text, f"chip {chip.kind}", title=chip.title or None)
