"""schedario addendum list: the notes on a document."""

from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, print_json, printable
from schedario.cli.session import ArchiveOption, open_archive
from schedario.services.addendum_json import addendum_json


def list_addenda(
    context: typer.Context,
    document: Annotated[
        str, typer.Argument(metavar="ID|PATH", help="A document's id, or its file.", show_default=False)
    ],
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """List the notes on a document, the oldest first.

    Example: schedario addendum list contract.pdf
    """
    with open_archive(context, archive) as services:
        found = services.addenda.of(document)
    if as_json:
        print_json([addendum_json(addendum) for addendum in found])
        return
    for addendum in found:
        console().print(f"{addendum.id}  {addendum.written.astimezone():%Y-%m-%d}", markup=False)
        for line in printable(addendum.text).splitlines():
            console().print(f"    {line}".rstrip(), markup=False)
