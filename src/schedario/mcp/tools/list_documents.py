"""list_documents: what is in the archive."""

from schedario.mcp.arguments import folder_of
from schedario.mcp.conversation import Conversation
from schedario.mcp.definition import FLAG, TEXT, Arguments, Parameter, Reply, Tool, form, list_of
from schedario.mcp.words import EMPTY, LISTED, indexing, paragraphs, record_structured, record_words
from schedario.records.document import DocumentStatus
from schedario.untrusted import RULE

_DESCRIPTION = """\
List documents by path, a page at a time, with their ids. Use it to see what there is in a folder, or which files \
failed and why. To find something by what it says use search_knowledge; by its name, get_document."""
_DEFAULT = 50


def run(conversation: Conversation, arguments: Arguments) -> Reply:
    """List a page of the documents, and note that they were shown."""
    limit, start = arguments.number("limit", _DEFAULT), arguments.number("start", 0)
    archive, folder = conversation.archive, folder_of(arguments)
    found = archive.documents.find(under=folder or None, status=arguments.text("status"), limit=limit + 1, offset=start)
    shown, goes_on = found[:limit], len(found) > limit
    conversation.shown.add(record.id for record in shown)
    notes = indexing(archive)
    narrow = start or folder or arguments.text("status")
    none = "" if shown else "No document there." if narrow else EMPTY
    span = f"Documents {start + 1} to {start + len(shown)}"
    head = none or f"{span}, as id, name, title, day of change, state, path, description:"
    more = f"There are more: go on with start {start + limit}." if goes_on else ""
    text = paragraphs([head, *notes, record_words(shown), more])
    records = [record_structured(record) for record in shown]
    notices = [*notes, *filter(None, [none])]
    return Reply(text, {"notes": notices, "documents": records, "goes_on": goes_on, "reading_rule": RULE})


TOOL = Tool(
    name="list_documents",
    title="List documents",
    description=_DESCRIPTION,
    parameters=(
        Parameter("folder", "text", "Only files at or below this absolute path.", most=4096),
        Parameter(
            "status", "text", "Only files in this state.", choices=tuple(status.value for status in DocumentStatus)
        ),
        Parameter("limit", "number", "Documents, at most; 50 if not said.", least=1, most=200),
        Parameter("start", "number", "How many to leave out first.", most=10_000_000),
    ),
    output=form(notes=list_of(TEXT), documents=list_of(LISTED), goes_on=FLAG, reading_rule=TEXT),
    run=run,
)
