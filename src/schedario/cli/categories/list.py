"""schedario categories list: the categories."""

import typer

from schedario.cli.output import JsonOption, console, counted, print_json, printable
from schedario.cli.session import ArchiveOption, open_archive
from schedario.services.analysis_json import listed_json


def list_categories(context: typer.Context, archive: ArchiveOption = None, as_json: JsonOption = False) -> None:
    """List the categories with the number of documents in each.

    Example: schedario categories list
    """
    with open_archive(context, archive) as services:
        found = services.categories.all()
    if as_json:
        print_json([listed_json(listed) for listed in found])
        return
    for listed in found:
        line = f"{listed.category.name}  {counted(listed.documents, 'document')}"
        console().print(printable(line, keep=""), markup=False)
    if not found:
        console().print("No categories.", markup=False)
