"""search_notes: documents by title and summary."""

from schedario.mcp.conversation import Conversation
from schedario.mcp.definition import TEXT, Arguments, Parameter, Reply, Tool, form, list_of
from schedario.mcp.words import indexing, paragraphs, record_line
from schedario.untrusted import RULE, external_lines, line, marked

_DESCRIPTION = """\
Find documents whose name, title or first paragraph has the words of a query: quick, by words alone. Use it to \
find which documents are about a subject, or a note whose title is half remembered. It does not look into texts: \
for that, search_knowledge."""
_DEFAULT = 10
_SUMMARY = 400


def run(conversation: Conversation, arguments: Arguments) -> Reply:
    """Find documents, and note that they were shown."""
    found = conversation.archive.lookup.about(arguments.text("query"), arguments.number("limit", _DEFAULT))
    conversation.shown.add(one.document.id for one in found)
    notes = indexing(conversation.archive)
    lines = [f"{record_line(one.document)} | {line(one.beginning, _SUMMARY)}" for one in found]
    none = "No document has these words in its name, title or first paragraph; search_knowledge looks into the texts."
    head = f"{len(found)} found, as id, name, title, day of change, path, first paragraph:" if found else none
    notices = [*notes, *([] if found else [none])]
    documents = [
        {
            "id": one.document.id,
            "name": marked(one.document.name),
            "title": marked(one.document.title),
            "summary": marked(one.beginning, _SUMMARY),
        }
        for one in found
    ]
    text = paragraphs([head, *notes, external_lines(lines) if lines else ""])
    return Reply(text, {"notes": notices, "documents": documents, "reading_rule": RULE})


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
