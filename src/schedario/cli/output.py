"""How results, notices and progress reach a person or a program."""

import json
import os
import sys
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from schedario.records.document import Container

if TYPE_CHECKING:
    from rich.progress import Progress

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def console() -> Console:
    """Return the console for results; plain text when stdout is no terminal."""
    return _Console(file=sys.stdout, highlight=False, emoji=False, soft_wrap=not sys.stdout.isatty())


class _Console(Console):
    """A console that leaves it to ``main`` what a reader who has gone means."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: "1 file", "2 files"."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def print_json(value: Any) -> None:
    r"""Print a value as JSON, without loss: what a terminal should not see is escaped as ``\\uXXXX``.

    Only bytes of file names that are no UTF-8 cannot stand in JSON; they are shown as U+FFFD.
    """
    text = json.dumps(value, ensure_ascii=False, indent=2)
    sys.stdout.write("".join(c if c == "\n" or _harmless(c) else _escaped(c) for c in text) + "\n")


def container_line(container: Container | None) -> str:
    """Return the document that a member lies in as a person reads it: name, id and subject; empty for no member."""
    if container is None:
        return ""
    title = f": {container.title}" if container.title else ""
    return f"{container.name} ({container.id}){title}"


def notice(text: str) -> None:
    """Print one line to stderr."""
    sys.stderr.write(printable(text) + "\n")


def printable(text: str, *, keep: str = "\n") -> str:
    """Return a text that is safe for a terminal: no control characters, no lone surrogates.

    What comes out of a document, its name included, must not be able to steer the terminal it is shown on.
    """
    return "".join(c if c in keep or _harmless(c) else "\N{REPLACEMENT CHARACTER}" for c in text)


def _harmless(character: str) -> bool:
    """Say whether a terminal shows a character as what it is; odd spaces and joiners of letters and emoji are fine."""
    return (
        character.isprintable() or character in "\u00ad\u200c\u200d" or unicodedata.category(character) in ("Zs", "Co")
    )


def _escaped(character: str) -> str:
    if "\ud800" <= character <= "\udfff":
        return "\N{REPLACEMENT CHARACTER}"
    # Beyond the first 65,536, JSON writes a character as two halves.
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


class ProgressLine:
    """A bar on stderr, shown only on a terminal."""

    def __init__(self, progress: "Progress | None") -> None:
        self._progress = progress
        self._task = progress.add_task("", total=None) if progress else None

    def update(self, done: int, total: int | None, label: str) -> None:
        """Show how far the work is."""
        if self._progress and self._task is not None:
            shown = printable(label, keep="")
            self._progress.update(self._task, completed=done, total=total, description=shown[:48].ljust(48))


@contextmanager
def progress_line(*, quiet: bool) -> Iterator[ProgressLine]:
    """Show a bar while work goes on; nothing when quiet or when stderr is no terminal."""
    if quiet or not sys.stderr.isatty() or os.environ.get("TERM") == "dumb":
        yield ProgressLine(None)
        return
    # Loaded here because most commands show no bar.
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(file=sys.stderr), transient=True) as progress:
        yield ProgressLine(progress)
