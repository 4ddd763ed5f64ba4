"""fetch: the second of the pair that connectors of ChatGPT expect."""

import json

from schedario.mcp.conversation import Conversation
from schedario.mcp.definition import FLAG, NUMBER, TEXT, Arguments, Parameter, Reply, Tool, form
from schedario.mcp.tools.search import address
from schedario.untrusted import RULE, external, marked

_DESCRIPTION = """\
Read how a document begins, by an id that search returned: at most some 4,000 characters, whatever its length; \
metadata.complete says whether that is all. For the rest, where it is to be had, get_document with mode answer, \
outline or section."""
_CHARACTERS = 4000


def run(conversation: Conversation, arguments: Arguments) -> Reply:
    """Read the beginning of a document that was shown."""
    archive = conversation.archive
    record = archive.documents.show(conversation.known(arguments.text("id")))
    text = archive.reading.beginning(record.id, _CHARACTERS)
    characters = max((place.end for place in archive.reading.outline(record.id)), default=0)
    complete = len(text) >= characters
    said = "" if complete else f"The first {len(text):,} of {characters:,} characters; it says more than this.\n"
    metadata = {
        "complete": complete,
        "characters": characters,
        "path": marked(record.file.path),
        "changed": f"{record.file.modified:%Y-%m-%d}",
        "status": record.status.value,
    }
    found = {
        "id": record.id,
        "title": marked(record.title or record.name),
        "text": said + (external(text) if text else "No text of it could be read."),
        "url": address(record.id),
        "metadata": metadata,
        "reading_rule": RULE,
    }
    return Reply(json.dumps(found, ensure_ascii=False), found)


TOOL = Tool(
    name="fetch",
    title="Fetch a document (after search)",
    description=_DESCRIPTION,
    parameters=(Parameter("id", "text", "An id that search returned.", required=True, most=60),),
    output=form(
        id=TEXT,
        title=TEXT,
        text=TEXT,
        url=TEXT,
        metadata=form(complete=FLAG, characters=NUMBER, path=TEXT, changed=TEXT, status=TEXT),
        reading_rule=TEXT,
    ),
    run=run,
)
