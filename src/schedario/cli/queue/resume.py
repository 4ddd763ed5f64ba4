"""schedario queue resume."""

import typer

from schedario.cli.output import JsonOption, console, print_json
from schedario.cli.session import ArchiveOption, open_archive


def resume(context: typer.Context, archive: ArchiveOption = None, as_json: JsonOption = False) -> None:
    """Go on after a pause.

    Example: schedario queue resume
    """
    with open_archive(context, archive) as services:
        services.queueing.resume()
    if as_json:
        print_json({"paused": False})
    else:
        console().print("Resumed", markup=False)
