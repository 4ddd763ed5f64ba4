"""schedario search: ask the archive."""

import textwrap
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

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
from schedario.cli.output import JsonOption, console, container_line, counted, notice, print_json, printable
from schedario.cli.service import ask_service
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.extraction import Origin
from schedario.records.search import DocumentHead, DocumentPassages, Passage, SearchAnswer, TimedAnswer, nowhere
from schedario.services.answer_json import answer_json

if TYPE_CHECKING:
    from schedario.wiring import ArchiveServices

_INDENT = "    "
_ORIGINS = {
    Origin.TEXT: "",
    Origin.OCR: "read by OCR",
    Origin.VISION: "read by a vision model",
    Origin.UNREAD: "not read",
}


def search(
    context: typer.Context,
    query: Annotated[list[str], typer.Argument(metavar="QUERY", help="A question or some words.", show_default=False)],
    passages: Annotated[
        int | None, typer.Option("--passages", "-k", min=1, max=100, help="Best passages, at most.", show_default=False)
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
    wide: Annotated[bool, typer.Option("--wide", "-w", help="Show what stands around each passage too.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Show what every step did.")] = False,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask a question in any language; the answer names file and page of every passage.

    Example: schedario search "quali regioni AWS usa il sistema?"
    """
    narrowing = wanted(collection, folder, type_, language, document, tag, after, before)
    asked: dict[str, Any] = {"text": " ".join(query), "passages": passages, "floor": floor, "wanted": narrowing}
    timed = ask_service(context, archive, "search", TimedAnswer, **asked)
    if timed is None:
        with open_archive(context, archive) as services:
            timed = searched(services, **asked)
    if as_json:
        print_json(answer_json(timed, trace=trace))
    else:
        print_answer(timed, wide=wide, trace=trace)


def searched(services: "ArchiveServices", *, wanted: Mapping[str, Any], **asked: Any) -> TimedAnswer:
    """Search an archive that is open.

    Args:
        services: Of the archive.
        wanted: Which documents may answer, as ``narrowed`` takes it.
        asked: As ``Searching.search`` takes it.
    """
    from schedario.services.narrowing import narrowed

    return services.searching.search(filters=narrowed(services.documents, **wanted), **asked)


def print_answer(timed: TimedAnswer, *, wide: bool = False, trace: bool = False) -> None:
    """Print an answer for a person; ``wide`` with the text around each passage."""
    answer, out = timed.answer, console()
    for text in answer.degraded:
        notice(text)
    if not answer.results:
        out.print(no_matches(answer), markup=False)
    for family in answer.versions:
        out.print(Text(f"note: {printable(family.in_words, keep='')}", style="yellow"))
    for group in answer.results:
        _print_group(out, group, answer, wide=wide)
    if answer.results:
        shown = sum(len(group.passages) for group in answer.results)
        out.print(
            f"{counted(shown, 'passage')} of {counted(len(answer.results), 'document')}; "
            f"{answer.documents_searched} searched in {_searching_ms(timed):.0f} ms, floor {answer.floor:.2f}",
            style="dim",
            markup=False,
        )
    if trace:
        for step in answer.trace:
            line = f"{step.name:<10}{step.milliseconds:>9.1f} ms {step.count:>5}  {step.note}"
            out.print(line.rstrip(), style="dim", markup=False)


def _searching_ms(timed: TimedAnswer) -> float:
    """Return the time of the search itself: each command loads the model anew, a service would not."""
    return timed.timings_ms["total"] - timed.timings_ms.get("load", 0.0)


def no_matches(answer: SearchAnswer) -> str:
    """Say that nothing was found, with the numbers that make it an answer."""
    searched = counted(answer.documents_searched, "document")
    if not answer.documents_searched and answer.filters.names:
        return f"No matches: no document of the archive {answer.archive} passes the filters"
    if not answer.documents_searched:
        return f"No matches: the archive {answer.archive} is empty. Add files with: schedario add PATH"
    if answer.best_score is None and answer.phrases:
        missing = printable(nowhere(answer.phrases), keep="")
        return f"No matches: {missing} in the {searched} searched. Without quotes, words count"
    if answer.best_score is None:
        return f"No matches: searched {searched}, best score none, floor {answer.floor:.2f}"
    # Two numbers that differ must not look alike.
    digits = 2 if f"{answer.best_score:.2f}" != f"{answer.floor:.2f}" else 4
    return (
        f"No matches: searched {searched}, best score {answer.best_score:.{digits}f}, floor {answer.floor:.{digits}f}"
    )


def _print_group(out: Console, group: DocumentPassages, answer: SearchAnswer, *, wide: bool) -> None:
    document = group.document
    title = Text(printable(document.name, keep=""), style="bold")
    title.append(f"  {document.id}", style="dim")
    out.print(title)
    out.print(Text(printable(document.path, keep=""), style="dim"))
    if document.container:
        out.print(Text(printable(f"member of {container_line(document.container)}", keep=""), style="dim"))
    if document.description:
        out.print(Text(printable(f"{document.description}{_described(document)}", keep=""), style="italic"))
    if stale := answer.stale.get(document.id):
        out.print(Text(f"not up to date: {printable(stale, keep='')}", style="yellow"))
    if outdated := answer.outdated.get(document.id):
        out.print(Text(f"outdated: {outdated}; 'schedario reindex --stale' mends it", style="yellow"))
    for passage in group.passages:
        if passage.jump:
            out.print(Text("    [...]", style="dim"))
        place = ", ".join(filter(None, [printable(passage.locator, keep=""), _origin(passage)]))
        out.print(Text(f"  {passage.score:.2f}  {place or 'whole text'}", style="cyan"))
        _print_header(out, passage.header_before if wide else passage.header)
        _print_text(out, passage.text if wide else passage.best_text)
    out.print()


def _described(document: DocumentHead) -> str:
    """Say of a description that it is stale, for it is not what the document would be called now."""
    return " (stale: 'schedario analyse' writes it anew)" if document.description_stale else ""


def _print_header(out: Console, header: str) -> None:
    """Print the header of the table whose rows follow, marked as standing further up."""
    if header:
        _print_text(out, header)
        out.print(Text(f"{_INDENT}[...]", style="dim"))


def _print_text(out: Console, text: str) -> None:
    """Print a document's text, indented, wrapped to the terminal's width or, without one, as it is."""
    width = max(out.width - len(_INDENT), 20)
    for line in printable(text).splitlines():
        shown = textwrap.wrap(line, width) if out.is_terminal else [line]
        for part in shown or [""]:
            out.print(Text(f"{_INDENT}{part}".rstrip()))


def _origin(passage: Passage) -> str:
    return _ORIGINS[passage.origin]
