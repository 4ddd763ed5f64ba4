"""schedario status: the state of an archive."""

from collections.abc import Sequence
from typing import Any

import typer

from schedario.cli.output import JsonOption, console, counted, print_json, printable
from schedario.cli.queue.show import lengths_json, lengths_line
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.job import QueueLengths
from schedario.records.space import SpaceState
from schedario.records.status import MOST_PROMPT_TOKENS, PHASES, ArchiveStatus, Coverage, Freshness


def status(context: typer.Context, archive: ArchiveOption = None, as_json: JsonOption = False) -> None:
    """Show how many documents there are, in which state, and what needs attention.

    Example: schedario --archive work status
    """
    with open_archive(context, archive) as services:
        overview = services.overview
        state, coverage = overview.status(), overview.coverage()
        sources, lengths, spaces = overview.freshness(), overview.queue_lengths(), services.spaces.state()
    if as_json:
        print_json(status_json(state, coverage, sources, lengths, spaces))
        return
    following = [
        f"coverage     {coverage.in_words}",
        *(f"source       {source.name}: {source.in_words}" for source in sources),
        f"queue        {lengths_line(lengths)}",
    ]
    for line in [*_lines(state), *_space_lines(spaces), *following]:
        console().print(printable(line, keep=""), markup=False)


def status_json(
    state: ArchiveStatus, coverage: Coverage, sources: Sequence[Freshness], lengths: QueueLengths, spaces: SpaceState
) -> dict[str, Any]:
    """Return the state of an archive as the JSON that ``status --json`` prints."""
    return {
        **_json(state),
        "coverage": {
            "phases": list(PHASES),
            "done": [{"phases": phases, "documents": count} for phases, count in coverage.done.items()],
            "note": coverage.in_words,
        },
        "sources": [_freshness_json(source) for source in sources],
        "spaces": _spaces_json(spaces),
        "queue": lengths_json(lengths),
    }


def _freshness_json(source: Freshness) -> dict[str, Any]:
    return {
        "name": source.name,
        "scanned_at": source.scanned_at.isoformat() if source.scanned_at else None,
        "files": source.files,
        "behind": source.behind,
        "newest_file": source.newest_file.isoformat() if source.newest_file else None,
        "newest_chunk": source.newest_chunk.isoformat() if source.newest_chunk else None,
    }


def _json(state: ArchiveStatus) -> dict[str, object]:
    return {
        "archive": state.archive,
        "documents": state.documents,
        "stale": state.stale,
        "outdated": state.outdated,
        "outdated_reasons": state.outdated_reasons,
        "chunks": state.chunks,
        "tokens": state.tokens,
        "fits_one_prompt": state.fits_one_prompt,
        "text_characters": state.text_characters,
        "languages": state.languages,
        "model": state.model,
        "size_bytes": state.size_bytes,
        "newest": state.newest.isoformat() if state.newest else None,
    }


def _spaces_json(spaces: SpaceState) -> dict[str, object]:
    others = [{"model": model, "embedded": embedded} for model, embedded in spaces.others]
    return {"active": spaces.active, "unbuilt": spaces.unbuilt, "others": others}


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
