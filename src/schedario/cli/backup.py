"""schedario backup: an archive into one file."""

from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, counted, print_json, printable
from schedario.cli.session import ArchiveOption, application, archive_name
from schedario.records.backup import BackupFacts


def backup(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="The file to write.", show_default=False)],
    replace: Annotated[bool, typer.Option("--replace", help="Let a file of that name give way.")] = False,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the archive as it is at this moment to one file, and read the file again.

    Example: schedario backup ~/schedario-main.backup
    """
    with application() as (built, loaded):
        facts = built.backups().back_up(archive_name(context, archive, loaded), file, replace=replace)
    if as_json:
        print_json(backup_json(facts.archive, facts))
    else:
        console().print(printable(f"backed up: {backup_line(facts.archive, facts)}", keep=""), markup=False)


def backup_json(archive: str, facts: BackupFacts) -> dict[str, object]:
    """Return what a backup holds, and the archive that it is of or was made of it."""
    return {
        "archive": archive,
        "made_at": facts.made_at,
        "version": facts.product,
        "documents": facts.documents,
        "rows": {table.name: table.rows for table in facts.tables},
    }


def backup_line(archive: str, facts: BackupFacts) -> str:
    """Return the same in one line."""
    rows = sum(table.rows for table in facts.tables)
    return f"{archive}, {counted(facts.documents, 'file')}, {counted(rows, 'row')}, all verified"
