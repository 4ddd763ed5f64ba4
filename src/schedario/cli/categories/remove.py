"""schedario categories remove."""

from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, print_json, printable
from schedario.cli.session import ArchiveOption, open_archive
from schedario.services.analysis_json import category_json


def remove(
    context: typer.Context,
    names: Annotated[list[str], typer.Argument(metavar="NAME...", help="Names of categories.", show_default=False)],
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remove categories, also from the documents that are in them.

    Example: schedario categories remove invoice
    """
    with open_archive(context, archive) as services:
        changed = [services.categories.remove(name) for name in names]
    if as_json:
        print_json([category_json(category) for category in changed])
        return
    for category in changed:
        console().print(printable(f"{category.name} was removed", keep=""), markup=False)
