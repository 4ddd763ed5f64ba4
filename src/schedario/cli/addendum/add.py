"""schedario addendum add: hang a note on a document."""

from pathlib import Path
from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, print_json
from schedario.cli.session import ArchiveOption, open_archive
from schedario.errors import AddendumError
from schedario.services.addenda import Addendum
from schedario.services.addendum_json import addendum_json


def add(
    context: typer.Context,
    document: Annotated[
        str, typer.Argument(metavar="ID|PATH", help="A document's id, or its file.", show_default=False)
    ],
    text: Annotated[
        list[str] | None, typer.Argument(metavar="[TEXT...]", help="What to note.", show_default=False)
    ] = None,
    file: Annotated[
        Path | None, typer.Option("--file", metavar="FILE", help="A text file to take it from.", show_default=False)
    ] = None,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Hang a note on a document; it survives changes of the file, and goes with the document.

    Example: schedario addendum add k3x9w2ma "Ended by letter of 3 May; the deposit is still open."
    """
    if bool(text) == (file is not None):
        raise typer.BadParameter("give either TEXT or --file")
    content = " ".join(text or ()) if file is None else _content(file)
    with open_archive(context, archive) as services:
        made: Addendum = services.addenda.add(document, content)
    if as_json:
        print_json(addendum_json(made))
    else:
        console().print(f"addendum {made.id} hangs on {made.document}", markup=False)


def _content(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise AddendumError(
            f"the file cannot be read as text ({error})", subject=str(file), remedy="Save it as UTF-8"
        ) from error
