"""schedario restore: an archive out of a backup."""

from typing import Annotated

import typer

from schedario.cli.backup import backup_json, backup_line
from schedario.cli.output import JsonOption, console, print_json, printable
from schedario.cli.session import ArchiveOption, application, named_archive


def restore(
    context: typer.Context,
    file: Annotated[str, typer.Argument(metavar="FILE", help="A file that 'backup' wrote.", show_default=False)],
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make an archive of a backup, under the name that it had or the one that --archive gives.

    Example: schedario restore ~/schedario-main.backup
    """
    with application() as (built, _):
        name, facts = built.backups().restore(file, named_archive(context, archive))
    if as_json:
        print_json(backup_json(name, facts))
    else:
        console().print(printable(f"restored: {backup_line(name, facts)}", keep=""), markup=False)
