"""schedario categories rename."""

from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, print_json, printable
from schedario.cli.session import ArchiveOption, open_archive
from schedario.services.analysis_json import category_json


def rename(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The category.", show_default=False)],
    new_name: Annotated[str, typer.Argument(metavar="NEW", help="Its new name.", show_default=False)],
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Give a category another name; its documents stay in it, and nothing is made anew.

    Example: schedario categories rename invoice bill
    """
    with open_archive(context, archive) as services:
        changed = [services.categories.rename(name, new_name)]
    if as_json:
        print_json([category_json(category) for category in changed])
        return
    for category in changed:
        console().print(printable(f"it is {category.name} now", keep=""), markup=False)
