"""search: the first of the pair that connectors of ChatGPT expect."""

import json

from schedario.mcp.conversation import Conversation
from schedario.mcp.definition import TEXT, Arguments, Parameter, Reply, Tool, form, list_of
from schedario.mcp.words import no_matches, notices
from schedario.untrusted import RULE, marked

_DESCRIPTION = """\
Search the archive; returns ids, titles and addresses of the documents that answer best, for fetch. For clients \
that know only this pair: where search_knowledge is to be had, use that, for it shows the passages."""


def run(conversation: Conversation, arguments: Arguments) -> Reply:
    """Search, and note which documents were shown."""
    answer = conversation.archive.searching.search(arguments.text("query")).answer
    heads = [group.document for group in answer.results]
    conversation.shown.add(head.id for head in heads)
    results = [{"id": head.id, "title": marked(head.title or head.name), "url": address(head.id)} for head in heads]
    notes = [*notices(answer, conversation.archive), *([] if heads else [no_matches(answer)])]
    found = {"results": results, "notes": notes, "reading_rule": RULE}
    return Reply(json.dumps(found, ensure_ascii=False), found)


def address(document: str) -> str:
    """Return the address by which a document is cited; it leads nowhere outside the archive."""
    return f"schedario:document/{document}"


TOOL = Tool(
    name="search",
    title="Search (for fetch)",
    description=_DESCRIPTION,
    parameters=(Parameter("query", "text", "The question, in any language, in full.", required=True),),
    output=form(results=list_of(form(id=TEXT, title=TEXT, url=TEXT)), notes=list_of(TEXT), reading_rule=TEXT),
    run=run,
)
