"""schedario status: the state of an archive."""

import typer

from schedario.cli.output import JsonOption, console, counted, print_json, printable
from schedario.cli.queue.show import lengths_line
from schedario.cli.service import ask_service
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.analysis import AnalysisCoverage
from schedario.records.overview import ArchiveOverview
from schedario.records.space import SpaceState
from schedario.records.status import MOST_PROMPT_TOKENS, ArchiveStatus
from schedario.services.status_json import status_json


def status(context: typer.Context, archive: ArchiveOption = None, as_json: JsonOption = False) -> None:
    """Show how many documents there are, in which state, and what needs attention.

    Example: schedario --archive work status
    """
    found = ask_service(context, archive, "overview", ArchiveOverview)
    if found is None:
        with open_archive(context, archive) as services:
            found = services.overview.overview()
    state, coverage, sources, lengths = found.status, found.coverage, found.sources, found.queue
    if as_json:
        print_json(status_json(found))
        return
    following = [
        f"coverage     {coverage.in_words}",
        *(f"source       {source.name}: {source.in_words}" for source in sources),
        f"queue        {lengths_line(lengths)}",
        *_analysis_lines(found.analysis),
        *(f"pictures     {words}" for words in [found.pictures.in_words] if words),
    ]
    for line in [*_lines(state), *_space_lines(found.spaces), *following]:
        console().print(printable(line, keep=""), markup=False)


def _analysis_lines(found: AnalysisCoverage) -> list[str]:
    lines = [f"analysis     {found.in_words}{f'; model {found.model}' if found.model else ''}"]
    if found.missing or any(found.stale.values()) or (found.model and found.extracted):
        lines[0] += "; 'schedario analyse' goes on"
    return [*lines, f"server       {found.memory.in_words}"] if found.memory else lines


def _space_lines(spaces: SpaceState) -> list[str]:
    lines = [f"space        {model}: {n:,} of {spaces.chunks:,} chunks embedded" for model, n in spaces.others]
    if spaces.unbuilt:
        lines.append(f"unbuilt      {spaces.unbuilt}, which the settings name; 'schedario reindex --space' builds it")
    return lines


def _lines(state: ArchiveStatus) -> list[str]:
    documents = ", ".join(f"{count} {name}" for name, count in state.documents.items()) or "none"
    languages = ", ".join(f"{name} {count}" for name, count in state.languages.items()) or "none"
    newest = state.newest.isoformat(timespec="seconds") if state.newest else "never"
    lines = [
        f"archive      {state.archive}",
        f"documents    {documents}",
        f"chunks       {state.chunks} (by language: {languages})",
        f"text         {state.text_characters} characters, {state.tokens:,} tokens: {_prompt(state)}",
        f"model        {state.model or 'none yet'}",
        f"size         {state.size_bytes / 1024**2:.1f} MB in the database",
        f"last write   {newest}",
    ]
    if state.stale:
        lines.append(f"stale        {state.stale}: a newer version could not be indexed; see 'schedario list'")
    if state.outdated:
        lines.append(f"outdated     {_outdated(state)}; 'schedario reindex --stale' mends them")
    return lines


def _prompt(state: ArchiveStatus) -> str:
    if state.fits_one_prompt:
        return f"small enough to be pasted into one prompt ({MOST_PROMPT_TOKENS:,} at most)"
    return f"more than can be pasted into one prompt ({MOST_PROMPT_TOKENS:,})"


def _outdated(state: ArchiveStatus) -> str:
    known = state.documents.get("indexed", 0) + state.documents.get("duplicate", 0)
    reasons = state.outdated_reasons
    words = next(iter(reasons)) if len(reasons) == 1 else "; ".join(f"{n:,} {why}" for why, n in reasons.items())
    return f"{state.outdated:,} of {counted(known, 'document')}: {words}"
