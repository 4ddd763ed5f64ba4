"""search_notes: documents by title and summary."""

from collections.abc import Sequence
from dataclasses import replace

from schedario.mcp.conversation import Conversation
from schedario.mcp.definition import TEXT, Arguments, Parameter, Reply, Tool, form, list_of
from schedario.mcp.words import description_of, indexing, paragraphs, record_line
from schedario.records.document import DocumentRecord
from schedario.untrusted import RULE, external_lines, line, marked

_DESCRIPTION = """\
Find notes by title, alias, tag and summary, and other documents by name, title and first paragraph: quick, by \
words alone. Use it to find which documents are about a subject, or a note whose title is half remembered. It does \
not look into texts: for that, search_knowledge."""
_DEFAULT = 10
_SUMMARY = 400


def run(conversation: Conversation, arguments: Arguments) -> Reply:
    """Find documents, and note that they were shown."""
    found = _found(conversation, arguments.text("query"), arguments.number("limit", _DEFAULT))
    conversation.shown.add(record.id for record, _ in found)
    notes = indexing(conversation.archive)
    lines = [_line(record, summary) for record, summary in found]
    none = "No note or document has these words in its name, title or summary; search_knowledge looks into the texts."
    head = f"{len(found)} found, as id, name, title, day of change, path, summary:" if found else none
    notices = [*notes, *([] if found else [none])]
    documents = [
        {
            "id": record.id,
            "name": marked(record.name),
            "title": marked(record.title),
            "summary": marked(summary, _SUMMARY),
        }
        for record, summary in found
    ]
    text = paragraphs([head, *notes, external_lines(lines) if lines else ""])
    return Reply(text, {"notes": notices, "documents": documents, "reading_rule": RULE})


def _line(record: DocumentRecord, summary: str) -> str:
    """Return a document as a line that ends with what it is about, said once."""
    said = record_line(replace(record, analysis=None))
    return f"{said} | {line(summary, _SUMMARY)}"


def _found(conversation: Conversation, query: str, limit: int) -> Sequence[tuple[DocumentRecord, str]]:
    """Return notes first, which say themselves what they are about, then other documents with their beginning."""
    notes = [(one.record, one.record.note) for one in conversation.archive.notes.find(query, limit)]
    others = conversation.archive.lookup.about(query, limit)
    ids = {record.id for record, _ in notes}
    below = [
        (one.document, description_of(one.document) or one.beginning) for one in others if one.document.id not in ids
    ]
    return [*((record, note.summary if note else "") for record, note in notes), *below][:limit]


TOOL = Tool(
    name="search_notes",
    title="Find documents by title",
    description=_DESCRIPTION,
    parameters=(
        Parameter("query", "text", "Some words.", required=True),
        Parameter("limit", "number", "Documents, at most; 10 if not said.", least=1, most=50),
    ),
    output=form(
        notes=list_of(TEXT), documents=list_of(form(id=TEXT, name=TEXT, title=TEXT, summary=TEXT)), reading_rule=TEXT
    ),
    run=run,
)
