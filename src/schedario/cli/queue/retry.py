"""schedario queue retry: let what was given up be tried again."""

from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, counted, print_json
from schedario.cli.session import ArchiveOption, open_archive


def retry(
    context: typer.Context,
    paths: Annotated[
        list[str] | None, typer.Argument(metavar="[PATH...]", help="Files; all without any.", show_default=False)
    ] = None,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let parked jobs wait again, all or those of some files, with all their attempts.

    Example: schedario queue retry
    """
    with open_archive(context, archive) as services:
        jobs = services.queueing.retry(paths or ())
    if as_json:
        print_json({"retried": jobs})
    else:
        console().print(f"{counted(jobs, 'job')} will be tried again", markup=False)
