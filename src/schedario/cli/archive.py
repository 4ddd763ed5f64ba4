"""schedario archive: the archives of the database."""

import sys
from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, counted, print_json
from schedario.cli.session import application
from schedario.errors import InputError
from schedario.records.status import ArchiveFigures

app = typer.Typer(
    help="List or remove archives.\n\nExample: schedario archive list",
    no_args_is_help=True,
    rich_markup_mode=None,
)


@app.command("list")
def list_archives(as_json: JsonOption = False) -> None:
    """List all archives with what they hold.

    Example: schedario archive list
    """
    with application() as (built, _):
        found = built.all_archives().list()
    if as_json:
        print_json([_json(figures) for figures in found])
        return
    for figures in found:
        console().print(_line(figures), markup=False)


@app.command("remove")
def remove(
    name: Annotated[str, typer.Argument(metavar="NAME", help="The archive.", show_default=False)],
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Remove an archive with all its documents, vectors and kept searches; the files themselves are not touched.

    Example: schedario archive remove old_projects
    """
    with application() as (built, _):
        archives = built.all_archives()
        found = archives.find(name)
        if not yes:
            _ask(found)
        archives.remove(name)
    if as_json:
        print_json({"removed": _json(found)})
    else:
        console().print(f"removed: {_line(found)}", markup=False)


def _ask(figures: ArchiveFigures) -> None:
    if not sys.stdin.isatty():
        raise InputError("an archive is removed only when that is confirmed", subject=figures.name, remedy="Add --yes")
    if not typer.confirm(f"Remove the archive {_line(figures)}?", err=True):
        raise InputError("nothing was removed", subject=figures.name)


def _json(figures: ArchiveFigures) -> dict[str, object]:
    return {
        "name": figures.name,
        "documents": figures.documents,
        "chunks": figures.chunks,
        "size_bytes": figures.size_bytes,
    }


def _line(figures: ArchiveFigures) -> str:
    return (
        f"{figures.name}  {counted(figures.documents, 'document')}, {counted(figures.chunks, 'chunk')}, "
        f"{figures.size_bytes / 1024**2:.1f} MB in the database"
    )
