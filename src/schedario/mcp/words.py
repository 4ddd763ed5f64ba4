"""How documents and answers are put into words for a model; what came out of a document stands between marks."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from schedario.mcp.definition import NUMBER, OPTIONAL_NUMBER, SCORE, TEXT, form, list_of
from schedario.records.document import DocumentRecord, DocumentStatus
from schedario.records.extraction import Origin
from schedario.records.search import DocumentPassages, Passage, SearchAnswer, nowhere
from schedario.untrusted import RULE, external, external_lines, line, marked

if TYPE_CHECKING:
    from schedario.wiring import ArchiveServices

EMPTY = "The archive is empty. Its owner can add files: schedario add PATH, or schedario folder add PATH."

LISTED = form(
    id=TEXT, name=TEXT, path=TEXT, title=TEXT, status=TEXT, problem=TEXT, pages=NUMBER, changed=TEXT, description=TEXT
)
ANSWERED = {
    "notes": list_of(TEXT),
    "searched": NUMBER,
    "best_score": SCORE,
    "floor": {"type": "number"},
    "documents": list_of(
        form(
            id=TEXT,
            name=TEXT,
            path=TEXT,
            title=TEXT,
            inside=TEXT,
            changed=TEXT,
            stale=TEXT,
            outdated=TEXT,
            description=TEXT,
            passages=list_of(
                form(place=TEXT, page=OPTIONAL_NUMBER, score=SCORE, read_by=TEXT, addendum=TEXT, text=TEXT)
            ),
        )
    ),
    "versions": list_of(TEXT),
    "reading_rule": TEXT,
}
_NOTE_CHARACTERS = 500
DESCRIPTION_CHARACTERS = 600
"""Of a description, which is two sentences at most."""

_READ_BY = {Origin.TEXT: "", Origin.OCR: "OCR", Origin.VISION: "a vision model", Origin.UNREAD: "nobody: not read"}


def counted(number: int, noun: str) -> str:
    """Return a number with its noun."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def paragraphs(parts: Iterable[str]) -> str:
    """Return the parts that say something, parted by blank lines."""
    return "\n\n".join(part for part in parts if part)


def indexing(archive: "ArchiveServices") -> list[str]:
    """Say how far indexing is; empty when nothing is to be done."""
    lengths = archive.overview.queue_lengths()
    waiting = lengths.files
    if not waiting:
        return []
    done = sum(archive.overview.status().documents.values())
    paused = " (paused)" if lengths.paused else ""
    return [f"Indexing {done:,} of {done + waiting:,} files{paused}: what is not indexed yet is not found."]


def notices(answer: SearchAnswer, archive: "ArchiveServices") -> list[str]:
    """Say what did not work as it should, and how far indexing is; a line each, which no name in it can break."""
    return [line(text, _NOTE_CHARACTERS) for text in (*answer.degraded, *indexing(archive))]


def answer_structured(answer: SearchAnswer, notes: Sequence[str]) -> dict[str, Any]:
    """Return an answer in the form of ``ANSWERED``."""
    return {
        "notes": list(notes),
        "searched": answer.documents_searched,
        "best_score": None if answer.best_score is None else round(answer.best_score, 4),
        "floor": round(answer.floor, 4),
        "documents": [_group(group, answer) for group in answer.results],
        "versions": [marked(family.in_words, _NOTE_CHARACTERS) for family in answer.versions],
        "reading_rule": RULE,
    }


def _group(group: DocumentPassages, answer: SearchAnswer) -> dict[str, Any]:
    head = group.document
    return {
        "id": head.id,
        "name": marked(head.name),
        "path": marked(head.path),
        "title": marked(head.title),
        "inside": marked(f"{head.container.name} {head.container.title}") if head.container else "",
        "changed": f"{head.modified:%Y-%m-%d}",
        "stale": marked(answer.stale.get(head.id, "")),
        "outdated": answer.outdated.get(head.id, ""),
        "description": marked(head.description, DESCRIPTION_CHARACTERS),
        "passages": [_passage(passage) for passage in group.passages],
    }


def _passage(passage: Passage) -> dict[str, Any]:
    return {
        "place": marked(passage.locator),
        "page": passage.page,
        "score": round(passage.score, 4),
        "read_by": _READ_BY[passage.origin],
        "addendum": passage.addendum or "",
        "text": external(_quoted(passage)),
    }


def answer_words(answer: SearchAnswer, notes: Sequence[str]) -> str:
    """Return an answer in words, grouped by document."""
    passages = sum(len(group.passages) for group in answer.results)
    found = f"{counted(passages, 'passage')} of {counted(len(answer.results), 'document')}"
    searched = f"searched {answer.documents_searched:,}, {_scores(answer)}"
    head = f"{found}; {searched}." if answer.results else no_matches(answer)
    groups = [_group_words(group, answer) for group in answer.results]
    last = (
        "Passages are pieces of documents. To ask one of them further: get_document with mode answer." if groups else ""
    )
    return paragraphs([head, *map(_note, notes), *groups, _versions(answer), last])


def _versions(answer: SearchAnswer) -> str:
    """Say which of the documents are versions of one; the sentence has their names in it."""
    said = [line(family.in_words, _NOTE_CHARACTERS) for family in answer.versions]
    return f"Note: some of these look like versions of one document.\n{external_lines(said)}" if said else ""


def no_matches(answer: SearchAnswer) -> str:
    """Say that nothing was found, with the numbers that make it an answer."""
    if not answer.documents_searched:
        return "No matches: no document passes the filters." if answer.filters.names else f"No matches. {EMPTY}"
    if answer.best_score is None and answer.phrases:
        searched = counted(answer.documents_searched, "document")
        missing = line(nowhere(answer.phrases), _NOTE_CHARACTERS)
        return f"No matches: {missing} in the {searched} searched. Without quotes, words count."
    return f"No matches: searched {counted(answer.documents_searched, 'document')}, {_scores(answer)}."


def _scores(answer: SearchAnswer) -> str:
    if answer.best_score is None:
        return f"best score none, floor {answer.floor:.2f}"
    # Two numbers that differ must not look alike.
    digits = 2 if f"{answer.best_score:.2f}" != f"{answer.floor:.2f}" else 4
    return f"best score {answer.best_score:.{digits}f}, floor {answer.floor:.{digits}f}"


def _note(text: str) -> str:
    return f"Note: {text}"


def _group_words(group: DocumentPassages, answer: SearchAnswer) -> str:
    head = group.document
    stale, outdated = answer.stale.get(head.id, ""), answer.outdated.get(head.id, "")
    state = "; not up to date, the reason is below" if stale else ""
    state += f"; outdated: {outdated}" if outdated else ""
    facts = {
        "name": head.name,
        "path": head.path,
        "title": head.title if head.title != head.name else "",
        "lies in": f"{head.container.name} {head.container.title}" if head.container else "",
        "not up to date": stale,
    }
    described = [f"description: {line(head.description, DESCRIPTION_CHARACTERS)}"] if head.description else []
    above = f"Document {head.id}, changed {head.modified:%Y-%m-%d}{state}."
    return "\n".join([above, external_lines([*fact_lines(facts), *described]), *map(_passage_words, group.passages)])


def _passage_words(passage: Passage) -> str:
    read = _READ_BY[passage.origin]
    facts = [
        f"score {passage.score:.2f}",
        f"page {passage.page}" if passage.page else "",
        f"read by {read}" if read else "",
        "an addendum, which the owner wrote beside the document" if passage.addendum else "",
    ]
    place = place_line(passage.locator, passage.page)
    return f"Passage {passage.rank}: {', '.join(filter(None, facts))}.\n{external(place + _quoted(passage))}"


def place_line(name: str, page: int | None) -> str:
    """Return the line that names a place, where its page does not say it already: a sheet's name, headings."""
    return "" if name in {"", f"page {page}"} else f"[{line(name)}]\n"


def _quoted(passage: Passage) -> str:
    header = passage.header_before
    return f"{header}\n[...]\n{passage.text}" if header else passage.text


def fact_lines(facts: dict[str, str]) -> list[str]:
    """Return facts of a document that its writer chose, one a line; those that are empty are left out."""
    return [f"{name}: {line(value)}" for name, value in facts.items() if value]


def record_structured(record: DocumentRecord) -> dict[str, Any]:
    """Return a document of a list in the form of ``LISTED``."""
    return {
        "id": record.id,
        "name": marked(record.name),
        "path": marked(record.file.path),
        "title": marked(record.title),
        "status": record.status.value,
        "problem": marked(record.problem.message) if record.problem else "",
        "pages": record.pages,
        "changed": f"{record.file.modified:%Y-%m-%d}",
        "description": marked(description_of(record), DESCRIPTION_CHARACTERS),
    }


def description_of(record: DocumentRecord) -> str:
    """Return what a document is, in a sentence or two; empty where nothing says so."""
    return record.analysis.presentation.description if record.analysis else ""


def record_words(records: Sequence[DocumentRecord]) -> str:
    """Return documents as one line each; their names are a document's own words, so all of it stands between marks."""
    return external_lines([record_line(record) for record in records]) if records else ""


def record_line(record: DocumentRecord) -> str:
    """Return a document as one line."""
    title = record.title if record.title != record.name else ""
    problem = record.problem.message if record.problem else ""
    status = record.status.value if record.status is not DocumentStatus.INDEXED else ""
    parts = [record.id, line(record.name), line(title), f"{record.file.modified:%Y-%m-%d}", status, line(problem)]
    described = line(description_of(record), DESCRIPTION_CHARACTERS)
    return " | ".join([*filter(None, parts), line(record.file.path), *([described] if described else [])])
