"""schedario categories add."""

from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, print_json, printable
from schedario.cli.session import ArchiveOption, open_archive
from schedario.services.analysis_json import category_json


def add(
    context: typer.Context,
    names: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="Names, of a few words each.", show_default=False)
    ],
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Add categories; the documents are sorted anew by 'schedario analyse', which needs a model.

    Example: schedario categories add invoice contract
    """
    with open_archive(context, archive) as services:
        changed = [services.categories.add(name) for name in names]
    if as_json:
        print_json([category_json(category) for category in changed])
        return
    for category in changed:
        console().print(printable(f"{category.name} was added", keep=""), markup=False)
