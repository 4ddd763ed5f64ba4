"""schedario forget-searches: empty what is kept of searches."""

from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, counted, print_json
from schedario.cli.session import ArchiveOption, application, archive_name


def forget_searches(
    context: typer.Context,
    days: Annotated[
        int, typer.Option("--older-than", metavar="DAYS", min=0, max=36_500, help="Only those older; 0 for all.")
    ] = 0,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Forget the searches that were kept in the archive, with their traces.

    Example: schedario forget-searches --older-than 30
    """
    with application() as (built, loaded):
        forgotten = built.care(archive_name(context, archive, loaded)).forget_searches(days)
    if as_json:
        print_json({"forgotten": forgotten})
    else:
        console().print(
            f"{counted(forgotten, 'search') if forgotten == 1 else f'{forgotten} searches'} forgotten", markup=False
        )
