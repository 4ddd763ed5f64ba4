"""schedario folder: which folders are kept up to date."""

from collections.abc import Sequence
from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, counted, print_json, printable
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.source import Source, SourceKind
from schedario.services.source_json import source_json

app = typer.Typer(
    help="Folders that 'sync' and 'watch' keep up to date.\n\nExample: schedario folder add ~/Documents",
    no_args_is_help=True,
    rich_markup_mode=None,
)

FolderArgument = Annotated[str, typer.Argument(metavar="PATH", help="The folder.", show_default=False)]
IncludeOption = Annotated[
    list[str] | None,
    typer.Option("--include", metavar="GLOB", help="Only files that match, as in .gitignore.", show_default=False),
]
ExcludeOption = Annotated[
    list[str] | None,
    typer.Option("--exclude", metavar="GLOB", help="Leave out what matches, as in .gitignore.", show_default=False),
]
KeepOption = Annotated[bool, typer.Option("--keep", help="Keep the documents in the archive.")]


@app.command("add")
def add(
    context: typer.Context,
    path: FolderArgument,
    include: IncludeOption = None,
    exclude: ExcludeOption = None,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Keep a folder up to date from the next 'sync' on; said again, it takes over the globs.

    Example: schedario folder add ~/Documents --exclude "*.log" --exclude drafts/
    """
    with open_archive(context, archive, create=True) as services:
        source = services.sourcing.add_folder(path, include or (), exclude or ())
    print_one(source, "kept up to date by 'schedario sync'", as_json=as_json)


@app.command("list")
def list_folders(context: typer.Context, archive: ArchiveOption = None, as_json: JsonOption = False) -> None:
    """List the folders, with what kept their last pass from being whole.

    Example: schedario folder list
    """
    with open_archive(context, archive) as services:
        print_sources(services.sourcing.all(SourceKind.FOLDER), as_json=as_json)


@app.command("remove")
def remove(
    context: typer.Context,
    path: FolderArgument,
    keep: KeepOption = False,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Forget a folder, and take its documents out of the archive; the files themselves are not touched.

    Example: schedario folder remove ~/Documents --keep
    """
    with open_archive(context, archive) as services:
        source, removed = services.sourcing.remove(SourceKind.FOLDER, path, keep=keep)
    print_removed(source, removed, as_json=as_json)


@app.command("pause")
def pause(
    context: typer.Context, path: FolderArgument, archive: ArchiveOption = None, as_json: JsonOption = False
) -> None:
    """Leave a folder alone until 'resume'; its documents stay.

    Example: schedario folder pause ~/Documents
    """
    with open_archive(context, archive) as services:
        source = services.sourcing.pause(path, paused=True)
    print_one(source, "paused", as_json=as_json)


@app.command("resume")
def resume(
    context: typer.Context, path: FolderArgument, archive: ArchiveOption = None, as_json: JsonOption = False
) -> None:
    """Take a paused folder in again.

    Example: schedario folder resume ~/Documents
    """
    with open_archive(context, archive) as services:
        source = services.sourcing.pause(path, paused=False)
    print_one(source, "kept up to date by 'schedario sync'", as_json=as_json)


def print_sources(sources: Sequence[Source], *, as_json: bool) -> None:
    """Print sources with their state."""
    if as_json:
        print_json([source_json(source) for source in sources])
        return
    for source in sources:
        scanned = source.scanned_at.isoformat(timespec="seconds") if source.scanned_at else "never"
        state = f"{counted(source.files, 'file')}, last scan {scanned}{', paused' if source.paused else ''}"
        problem = f"; {source.problem}" if source.problem else ""
        console().print(printable(f"{source.name}  {state}{problem}", keep=""), markup=False)
    if not sources:
        console().print("None.", markup=False)


def print_removed(source: Source, removed: int, *, as_json: bool) -> None:
    """Print what the removal of a source did."""
    if as_json:
        print_json({"root": source.given.root, "branch": source.given.branch, "removed": removed})
    else:
        console().print(
            printable(f"{source.name}: forgotten, {counted(removed, 'document')} removed", keep=""), markup=False
        )


def print_one(source: Source, said: str, *, as_json: bool) -> None:
    """Print one source and what became of it."""
    if as_json:
        print_json(source_json(source))
    else:
        console().print(printable(f"{source.name}: {said}", keep=""), markup=False)
