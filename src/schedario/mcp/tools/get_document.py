"""get_document: one document, by id or by name; never the whole of it at once."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from schedario.errors import ArgumentError
from schedario.mcp.conversation import Conversation
from schedario.mcp.definition import (
    FLAG,
    NUMBER,
    OPTIONAL_NUMBER,
    TEXT,
    Arguments,
    Parameter,
    Reply,
    Tool,
    form,
    list_of,
)
from schedario.mcp.words import (
    ANSWERED,
    LISTED,
    answer_structured,
    answer_words,
    counted,
    fact_lines,
    notices,
    paragraphs,
    place_line,
    record_structured,
    record_words,
)
from schedario.records.document import DocumentRecord
from schedario.untrusted import RULE, external, external_lines, line, marked

if TYPE_CHECKING:
    from schedario.records.outline import Place

_DESCRIPTION = """\
Read one document, by its id or by its name ("ADR 18" finds ADR-0018; when several fit, their list comes back: \
choose one of its ids). Never the whole text at once. The mode decides:

- summary: what it is, and how it begins. Not enough to say what it does not contain.
- answer: the passages of this one document that best answer `question`. For every "does it also say ...?" call it \
again.
- outline: its numbered pages, sheets, slides or sections.
- section: the text of one number of the outline; if it goes on, call again with the offset that the answer gives.

Ids work only after a search or list of this conversation has shown them."""

_MODES = ("summary", "answer", "outline", "section")
_BEGINNING = 1500
_SUMMARY = 4000
_MOST_PLACES = 300
_MOST_CHOICES = 20
_ORIGINS = {"text": "", "ocr": ", read by OCR", "vision": ", read by a vision model", "unread": ", not read"}


def run(conversation: Conversation, arguments: Arguments) -> Reply:
    """Find the document that is meant, and read of it what the mode says."""
    found = _meant(conversation, arguments.text("document"))
    conversation.shown.add(record.id for record in found)
    if len(found) > 1:
        return _choices(found)
    (record,) = found
    match arguments.text("mode"):
        case "answer":
            return _answer(conversation, record, arguments.text("question"))
        case "outline":
            return _outline(conversation, record, arguments.number("section", 1))
        case "section":
            return _section(conversation, record, arguments)
        case _:
            return _summary(conversation, record)


def _meant(conversation: Conversation, document: str) -> Sequence[DocumentRecord]:
    """Return the document of an id that was shown, or those that a name may mean, as a list would show them."""
    if document.strip().lower() not in conversation.shown:
        named = conversation.archive.lookup.named(document)
        if named:
            return named
    return [conversation.archive.documents.show(conversation.known(document))]


def _choices(found: Sequence[DocumentRecord]) -> Reply:
    # What presents a document is made of its text, and nothing of that is read here.
    shown = [replace(record, analysis=None) for record in found[:_MOST_CHOICES]]
    more = f" The first {len(shown)} are below." if len(found) > len(shown) else ""
    head = f"{len(found)} documents have that name.{more} Nothing was read: call again with the id of the right one."
    return Reply(paragraphs([head, record_words(shown)]), _structured("choices", choices=shown))


def _summary(conversation: Conversation, record: DocumentRecord) -> Reply:
    archive = conversation.archive
    members = archive.documents.members(record.id)[:_MOST_CHOICES]
    conversation.shown.add(member.id for member in members)
    begins = archive.reading.beginning(record.id, _BEGINNING)
    facts = {"name": record.name, "title": record.title, "path": record.file.path, "language": record.language}
    facts["note's own summary"] = record.note.summary if record.note else ""
    facts["problem"] = record.problem.message if record.problem else ""
    changed = f"changed {record.file.modified:%Y-%m-%d}"
    head = f"{_head(record)} {counted(record.pages, 'page')} or parts, {changed}, {record.status.value}."
    said = "This is how it begins:" if begins else "No text of it could be read."
    inside = paragraphs(["Files that lie in it:", record_words(members)]) if members else ""
    quoted = external(begins) if begins else ""
    text = paragraphs([head, external_lines([*fact_lines(facts), *_presented(record)]), said, quoted, inside, _FURTHER])
    return Reply(text, _structured("summary", record, text=quoted, choices=members))


def _presented(record: DocumentRecord) -> list[str]:
    """Return what presents a document; a model wrote it of the document's text, so it stands between marks, too."""
    if record.analysis is None:
        return []
    shown = record.analysis.presentation
    facts = {
        "description": shown.description,
        "summary": shown.summary,
        "key terms": ", ".join(shown.key_terms),
        "categories": ", ".join(record.analysis.categories),
        "summary by": record.analysis.made_by or "nobody, it is an extract",
    }
    return [f"{name}: {line(value, _SUMMARY)}" for name, value in facts.items() if value]


_FURTHER = "This is not the whole document: mode outline lists its parts, mode answer asks it."


def _answer(conversation: Conversation, record: DocumentRecord, question: str) -> Reply:
    if not question.strip():
        raise ArgumentError("mode answer needs the parameter question", remedy="Ask it in full")
    answer = conversation.archive.reading.answer(record.id, question).answer
    notes = notices(answer, conversation.archive)
    # A copy is read in its original, which is then what the answer names.
    conversation.shown.add(group.document.id for group in answer.results)
    text = paragraphs([_head(record), answer_words(answer, notes)])
    return Reply(text, {**_structured("answer", record), "answer": answer_structured(answer, notes)})


def _outline(conversation: Conversation, record: DocumentRecord, first: int) -> Reply:
    places = conversation.archive.reading.outline(record.id)
    shown = list(enumerate(places, 1))[first - 1 : first - 1 + _MOST_PLACES]
    lines = [_place_line(number, place) for number, place in shown]
    last = shown[-1][0] if shown else 0
    more = f"Sections {first} to {last} of {len(places)}; go on with section {last + 1}." if last < len(places) else ""
    text = paragraphs([_head(record), f"{len(places)} sections.", external_lines(lines) if lines else "", more])
    sections = [
        {"section": number, "place": marked(place.name), "page": place.page, "characters": place.end - place.start}
        for number, place in shown
    ]
    return Reply(text, _structured("outline", record, sections=sections, goes_on=bool(more)))


def _place_line(number: int, place: "Place") -> str:
    how = ", blank" if place.blank else _ORIGINS[place.origin]
    return f"{number} | {line(place.name)}{how} | {place.end - place.start} characters"


def _section(conversation: Conversation, record: DocumentRecord, arguments: Arguments) -> Reply:
    number = arguments.number("section", 0)
    if not number:
        raise ArgumentError("mode section needs the parameter section", remedy="Mode outline lists the numbers")
    part = conversation.archive.reading.section(record.id, number, arguments.number("offset", 0))
    goes_on = part.next_offset is not None
    more = f"The section goes on: call again with offset {part.next_offset}." if goes_on else ""
    page = f", page {part.place.page}" if part.place.page else ""
    head = f"{_head(record)} Section {number}{page}{_ORIGINS[part.place.origin]}, from character {part.offset}."
    body = external(place_line(part.place.name, part.place.page) + part.text) if part.text else "It is blank."
    text = paragraphs([head, body, more])
    fields = _structured("section", record, text=external(part.text) if part.text else "", goes_on=goes_on)
    return Reply(text, {**fields, "next_offset": part.next_offset})


def _head(record: DocumentRecord) -> str:
    stale = " A newer version of its file is not indexed." if record.problem and record.pages else ""
    copy = f" It has the same text as {record.duplicate_of}." if record.duplicate_of else ""
    return f"Document {record.id}.{copy}{stale}"


def _structured(
    kind: str,
    record: DocumentRecord | None = None,
    *,
    text: str = "",
    sections: Sequence[dict[str, Any]] = (),
    choices: Sequence[DocumentRecord] = (),
    goes_on: bool = False,
) -> dict[str, Any]:
    return {
        "kind": kind,
        "document": record_structured(record) if record else None,
        "text": text,
        "sections": list(sections),
        "choices": [record_structured(choice) for choice in choices],
        "goes_on": goes_on,
        "next_offset": None,
        "answer": None,
        "reading_rule": RULE,
    }


TOOL = Tool(
    name="get_document",
    title="Read a document",
    description=_DESCRIPTION,
    parameters=(
        Parameter("document", "text", "Its id, or its name as a person says it.", required=True, most=4096),
        Parameter("mode", "text", "What to read of it.", required=True, choices=_MODES),
        Parameter("question", "text", "For mode answer: the question, in full."),
        Parameter("section", "number", "For mode section: its number in the outline.", least=1, most=10_000_000),
        Parameter("offset", "number", "For mode section: the character to go on from.", most=1_000_000_000),
    ),
    output=form(
        kind=TEXT,
        document={"anyOf": [LISTED, {"type": "null"}]},
        text=TEXT,
        sections=list_of(form(section=NUMBER, place=TEXT, page=OPTIONAL_NUMBER, characters=NUMBER)),
        choices=list_of(LISTED),
        goes_on=FLAG,
        next_offset=OPTIONAL_NUMBER,
        answer={"anyOf": [form(**ANSWERED), {"type": "null"}]},
        reading_rule=TEXT,
    ),
    run=run,
)
