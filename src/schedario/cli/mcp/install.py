"""schedario mcp install: let a client know the archive."""

import os
import sys
from typing import Annotated

import typer

from schedario.cli.launching import own_command, own_environment
from schedario.cli.output import console
from schedario.cli.session import ArchiveOption, named_archive
from schedario.services.clients import ClientName, Clients, Launch, entry_text

ClientOption = Annotated[ClientName, typer.Option("--client", help="The client.", show_default=False)]


def install(
    context: typer.Context,
    client: ClientOption,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print what would be written, and write nothing.")] = False,
    archive: ArchiveOption = None,
) -> None:
    """Write the archive into a client's configuration, of which a copy is kept; no other entry is touched.

    Example: schedario mcp install --client claude-desktop
    """
    named = named_archive(context, archive)
    program, *words = own_command()
    arguments = (*words, *(("--archive", named) if named else ()), "mcp")
    launch = Launch(program, arguments, own_environment())
    clients = Clients.of_user(sys.platform, os.environ)
    if dry_run:
        place = clients.place(client)
        console().print(f"{place.path} would get:\n{entry_text(place, launch)}", markup=False)
        return
    place = clients.install(client, launch)
    console().print(f"{client} knows the archive now ({place.path}). Start it anew.", markup=False)
