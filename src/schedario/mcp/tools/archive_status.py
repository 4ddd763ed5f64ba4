"""archive_status: how the archive is."""

from schedario.mcp.conversation import Conversation
from schedario.mcp.definition import COUNTS, NUMBER, TEXT, Arguments, Reply, Tool, form, list_of
from schedario.mcp.words import EMPTY, indexing, paragraphs

_DESCRIPTION = """\
How many documents the archive holds and in which state, in which languages, whether indexing is under way, and \
what needs attention. Use it when an answer seems incomplete, or when asked about the archive itself."""


def run(conversation: Conversation, arguments: Arguments) -> Reply:
    """Count what is there."""
    state = conversation.archive.overview.status()
    notes = [*([] if sum(state.documents.values()) else [EMPTY]), *indexing(conversation.archive)]
    if state.stale:
        notes.append(f"{state.stale} documents are not up to date: a newer version of their file could not be indexed.")
    if failed := state.documents.get("failed", 0):
        notes.append(f"{failed} files could not be read; list_documents with status failed says why.")
    if pictures := conversation.archive.pictures.counts().in_words:
        notes.append(f"Pictures and pages that OCR could not read: {pictures}.")
    counts = ", ".join(f"{count:,} {name}" for name, count in state.documents.items() if count) or "none"
    languages = ", ".join(f"{name} {count:,}" for name, count in state.languages.items()) or "none"
    changed = state.newest.isoformat(timespec="seconds") if state.newest else "never"
    head = f"Archive {state.archive}. Documents: {counts}. Passages by language: {languages}. Last change: {changed}."
    structured = {
        "archive": state.archive,
        "documents": state.documents,
        "passages": state.chunks,
        "languages": state.languages,
        "last_change": changed,
        "notes": notes,
    }
    return Reply(paragraphs([head, *notes]), structured)


TOOL = Tool(
    name="archive_status",
    title="State of the archive",
    description=_DESCRIPTION,
    parameters=(),
    output=form(
        archive=TEXT, documents=COUNTS, passages=NUMBER, languages=COUNTS, last_change=TEXT, notes=list_of(TEXT)
    ),
    run=run,
)
