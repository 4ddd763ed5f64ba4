"""schedario queue pause."""

import typer

from schedario.cli.output import JsonOption, console, print_json
from schedario.cli.session import ArchiveOption, open_archive


def pause(context: typer.Context, archive: ArchiveOption = None, as_json: JsonOption = False) -> None:
    """Begin no further job, on any worker; the file in hand is finished.

    Example: schedario queue pause
    """
    with open_archive(context, archive) as services:
        services.queueing.pause()
    if as_json:
        print_json({"paused": True})
    else:
        console().print("Paused: no further job is begun; 'schedario queue resume' goes on", markup=False)
