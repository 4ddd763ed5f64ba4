"""schedario status: the state of an archive."""

import typer

from schedario.cli.output import JsonOption, console, print_json
from schedario.cli.queue.show import lengths_json, lengths_line
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.status import ArchiveStatus


def status(context: typer.Context, archive: ArchiveOption = None, as_json: JsonOption = False) -> None:
    """Show how many documents there are, in which state, and what needs attention.

    Example: schedario --archive work status
    """
    with open_archive(context, archive) as services:
        state, lengths = services.overview.status(), services.overview.queue_lengths()
    if as_json:
        print_json({**_json(state), "queue": lengths_json(lengths)})
        return
    for line in [*_lines(state), f"queue        {lengths_line(lengths)}"]:
        console().print(line, markup=False)


def _json(state: ArchiveStatus) -> dict[str, object]:
    return {
        "archive": state.archive,
        "documents": state.documents,
        "stale": state.stale,
        "outdated": state.outdated,
        "chunks": state.chunks,
        "text_characters": state.text_characters,
        "languages": state.languages,
        "model": state.model,
        "size_bytes": state.size_bytes,
        "newest": state.newest.isoformat() if state.newest else None,
    }


def _lines(state: ArchiveStatus) -> list[str]:
    documents = ", ".join(f"{count} {name}" for name, count in state.documents.items()) or "none"
    languages = ", ".join(f"{name} {count}" for name, count in state.languages.items()) or "none"
    newest = state.newest.isoformat(timespec="seconds") if state.newest else "never"
    lines = [
        f"archive      {state.archive}",
        f"documents    {documents}",
        f"chunks       {state.chunks} (by language: {languages})",
        f"text         {state.text_characters} characters",
        f"model        {state.model or 'none yet'}",
        f"size         {state.size_bytes / 1024**2:.1f} MB in the database",
        f"last write   {newest}",
    ]
    if state.stale:
        lines.append(f"stale        {state.stale}: a newer version could not be indexed; see 'schedario list'")
    if state.outdated:
        lines.append(f"outdated     {state.outdated}: indexed under other settings; add their files again")
    return lines
