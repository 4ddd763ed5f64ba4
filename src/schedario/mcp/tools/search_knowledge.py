"""search_knowledge: a question to the whole archive."""

from schedario.mcp.arguments import folder_of
from schedario.mcp.conversation import Conversation
from schedario.mcp.definition import Arguments, Parameter, Reply, Tool, form
from schedario.mcp.words import ANSWERED, answer_structured, answer_words, notices

_DESCRIPTION = """\
Search the owner's private documents by meaning and by words, in any language; the question and the documents need \
not be in the same one. Use it first whenever an answer may lie in their files. Returns passages grouped by \
document, each with its page and a score from 0 to 1, and the document's id.

- Ask once, in a full question. For something with a number, write it as its title does: "ADR-0018", \
"RE-2024/0815".
- Then read on with get_document: outline, then section. A passage is not the whole document: whether it "also \
mentions X" is asked by get_document with mode answer, never concluded from passages.
- "No matches" is an answer: nothing in the archive reaches the floor. Say so; do not guess."""


def run(conversation: Conversation, arguments: Arguments) -> Reply:
    """Search, and note which documents were shown."""
    # Not at the top: it brings numpy, and whoever only lists the tools is to be quick.
    from schedario.services.narrowing import narrowed

    archive = conversation.archive
    filters = narrowed(
        archive.documents,
        collections=_given(arguments, "collection"),
        folders=tuple(filter(None, [folder_of(arguments)])),
        languages=_given(arguments, "language"),
        after=arguments.day("after"),
        before=arguments.day("before"),
    )
    passages = arguments.number("limit", 0) or None
    answer = archive.searching.search(arguments.text("query"), passages=passages, filters=filters).answer
    notes = notices(answer, archive)
    conversation.shown.add(group.document.id for group in answer.results)
    return Reply(answer_words(answer, notes), answer_structured(answer, notes))


def _given(arguments: Arguments, name: str) -> tuple[str, ...]:
    value = arguments.text(name)
    return (value,) if value else ()


TOOL = Tool(
    name="search_knowledge",
    title="Search the archive",
    description=_DESCRIPTION,
    parameters=(
        Parameter("query", "text", "The question, in any language, in full.", required=True),
        Parameter("collection", "text", "Only documents of this collection.", most=80),
        Parameter("folder", "text", "Only files below this folder, as an absolute path.", most=4096),
        Parameter("language", "text", "Only documents in this language (ISO 639-1, as en or it).", most=3),
        Parameter("after", "date", "Only files changed on or after this day (YYYY-MM-DD)."),
        Parameter("before", "date", "Only files changed before this day (YYYY-MM-DD)."),
        Parameter("limit", "number", "Passages, at most.", least=1, most=30),
    ),
    output=form(**ANSWERED),
    run=run,
)
