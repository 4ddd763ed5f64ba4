"""schedario addendum remove: take a note off its document."""

from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, print_json
from schedario.cli.session import ArchiveOption, open_archive
from schedario.services.addendum_json import addendum_json


def remove(
    context: typer.Context,
    addendum: Annotated[str, typer.Argument(metavar="ID", help="The addendum's id.", show_default=False)],
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remove a note for good; the document stays.

    Example: schedario addendum remove m4t7c2pz
    """
    with open_archive(context, archive) as services:
        removed = services.addenda.remove(addendum)
    if as_json:
        print_json(addendum_json(removed))
    else:
        console().print(f"addendum {removed.id} was removed from {removed.document}", markup=False)
