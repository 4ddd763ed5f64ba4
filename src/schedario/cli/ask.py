"""schedario ask: an answer in sentences, made only of the passages."""

import sys
from collections.abc import Sequence
from functools import partial
from typing import Annotated, Any

import typer

from schedario.cli.filters import (
    AfterOption,
    BeforeOption,
    CollectionOption,
    DocumentOption,
    FolderOption,
    LanguageOption,
    TagOption,
    TypeOption,
    wanted,
)
from schedario.cli.output import JsonOption, notice, print_json, printable
from schedario.cli.search import no_matches, searched
from schedario.cli.service import ask_service
from schedario.cli.session import ArchiveOption, application, open_archive
from schedario.records.asking import AnswerKind, AnswerSentence, AnswerSource, AskedAnswer
from schedario.records.search import TimedAnswer
from schedario.services.asking_json import asked_json


def ask(
    context: typer.Context,
    query: Annotated[list[str], typer.Argument(metavar="QUERY", help="A question.", show_default=False)],
    passages: Annotated[
        int | None,
        typer.Option("--passages", "-k", min=1, max=100, help="Passages to answer from, at most.", show_default=False),
    ] = None,
    floor: Annotated[
        float | None, typer.Option(min=0.0, max=1.0, help="Least score of a passage, 0 to 1.", show_default=False)
    ] = None,
    collection: CollectionOption = None,
    folder: FolderOption = None,
    type_: TypeOption = None,
    language: LanguageOption = None,
    document: DocumentOption = None,
    tag: TagOption = None,
    after: AfterOption = None,
    before: BeforeOption = None,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask for an answer in sentences, each with its source; without a chat model, for quotations.

    Example: schedario ask "which deposit does the tenant pay?"
    """
    narrowing = wanted(collection, folder, type_, language, document, tag, after, before)
    printer = _Printer()
    show = printer.sentence if sys.stdout.isatty() and not as_json else _later
    question: dict[str, Any] = {"text": " ".join(query), "passages": passages, "floor": floor, "wanted": narrowing}
    found = ask_service(context, archive, "search", TimedAnswer, **question)
    if found is not None:
        with application() as (built, _):
            asked = built.asking(partial(_alike, context, archive)).answer(found, show)
    else:
        with open_archive(context, archive) as services:
            asked = services.asking.answer(searched(services, **question), show)
    if as_json:
        print_json(asked_json(asked))
    else:
        printer.rest(asked)


def _alike(
    context: typer.Context, archive: str | None, question: str, sentences: Sequence[str], languages: Sequence[str]
) -> Sequence[float]:
    """Ask the service that searched; it may have ended since."""
    asked = {"question": question, "sentences": sentences, "languages": languages}
    found = ask_service(context, archive, "likeness", tuple[float, ...], **asked)
    if found is not None:
        return found
    with open_archive(context, archive) as services:
        return services.likeness(question, sentences, languages)


def _later(_: AnswerSentence) -> None:
    """Print nothing before the whole answer is there."""


class _Printer:
    """Prints an answer's sentences as they come, and the rest of it at the end."""

    def __init__(self) -> None:
        self._begun = False

    def sentence(self, sentence: AnswerSentence) -> None:
        """Print one sentence of an answer that a model writes."""
        between = "" if not self._begun else "\n" if sentence.new_line else " "
        sys.stdout.write(between + printable(_with_sources(sentence)))
        sys.stdout.flush()
        self._begun = True

    def rest(self, asked: AskedAnswer) -> None:
        """Print what has not been printed yet."""
        if asked.kind is AnswerKind.WRITTEN and not self._begun:
            for sentence in asked.sentences:
                self.sentence(sentence)
        if self._begun:
            sys.stdout.write("\n\n")
            sys.stdout.flush()
        for text in (*asked.degraded, *asked.notices):
            notice(text)
        for family in asked.found.answer.versions:
            sys.stdout.write(f"note: {printable(family.in_words, keep='')}\n")
        if asked.kind is AnswerKind.NO_MATCHES:
            sys.stdout.write(f"{no_matches(asked.found.answer)}\n")
        elif asked.kind is AnswerKind.QUOTED:
            _print_quotations(asked)
        else:
            _print_sources(asked)


def _with_sources(sentence: AnswerSentence) -> str:
    """Return a sentence with its source numbers, or with what stands for them."""
    if sentence.sources:
        return f"{sentence.text} {''.join(f'[{number}]' for number in sentence.sources)}"
    return f"{sentence.text} {'(not in the passages)' if sentence.absent else '(no source)'}"


def _print_quotations(asked: AskedAnswer) -> None:
    sources = {source.number: source for source in asked.sources}
    sys.stdout.write("Quotations, the best sentence of each passage:\n\n")
    for quotation in asked.sentences:
        (number,) = quotation.sources
        place = _place(sources[number], asked)
        sys.stdout.write(printable(f'[{number}] "{quotation.text}"\n    {place}\n'))


def _print_sources(asked: AskedAnswer) -> None:
    cited = [source for source in asked.sources if source.number in asked.cited]
    if cited:
        sys.stdout.write("Sources\n")
    for source in cited:
        sys.stdout.write(printable(f"[{source.number}] {_place(source, asked)}\n"))


def _place(source: AnswerSource, asked: AskedAnswer) -> str:
    """Return file, place, score and id of a source in one line, and whether its file has changed."""
    document = source.document
    named = ", ".join(filter(None, [document.name, source.passage.locator]))
    stale = asked.found.answer.stale.get(document.id)
    line = f"{named}  {source.passage.score:.2f}  {document.id}" + (f"  (not up to date: {stale})" if stale else "")
    return printable(line, keep="")
