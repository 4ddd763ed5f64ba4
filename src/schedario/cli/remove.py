"""schedario remove: take documents out of the archive."""

from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, print_json, printable
from schedario.cli.session import ArchiveOption, open_archive


def remove(
    context: typer.Context,
    targets: Annotated[
        list[str], typer.Argument(metavar="ID|PATH...", help="Ids, files or folders.", show_default=False)
    ],
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Remove documents from the archive; the files themselves are not touched.

    Nothing made from a removed document is kept. A copy of it elsewhere takes its place.

    Example: schedario remove k3x9w2ma ~/Documents/old
    """
    with open_archive(context, archive) as services:
        removed = services.documents.remove(targets)
    if as_json:
        gone = [{"id": record.id, "path": record.file.path} for record in removed.documents]
        print_json({"removed": gone, "adopted": list(removed.adopted)})
        return
    for record in removed.documents:
        console().print(printable(f"removed: {record.id}  {record.file.path}", keep=""), markup=False)
    for path in removed.adopted:
        console().print(printable(f"indexed in its place: {path}", keep=""), markup=False)
    console().print(f"{len(removed.documents)} removed", markup=False)
