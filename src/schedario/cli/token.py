"""schedario token: who may ask the service over HTTP."""

from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, notice, print_json
from schedario.cli.session import ArchiveOption, open_archive

app = typer.Typer(
    help="Tokens that let their bearers ask the service.\n\nExample: schedario token create laptop",
    no_args_is_help=True,
    rich_markup_mode=None,
)

TokenName = Annotated[str, typer.Argument(metavar="NAME", help="What you call the token.", show_default=False)]


@app.command("create")
def create(context: typer.Context, name: TokenName, archive: ArchiveOption = None, as_json: JsonOption = False) -> None:
    """Make a token and print it; it is not kept, so nobody can show it again.

    Once there is a token, every request to the service needs one.

    Example: schedario token create laptop
    """
    with open_archive(context, archive, create=True) as services:
        token = services.tokens.create(name)
    if as_json:
        print_json({"name": name, "token": token})
        return
    console().print(token, markup=False)
    notice("note: keep it now; it is shown this once. A running service knows it within a second or two")


@app.command("list")
def list_tokens(context: typer.Context, archive: ArchiveOption = None, as_json: JsonOption = False) -> None:
    """List the tokens by their names.

    Example: schedario token list
    """
    with open_archive(context, archive) as services:
        tokens = services.tokens.all()
    if as_json:
        print_json([{"name": token.name, "created_at": token.created_at.isoformat()} for token in tokens])
        return
    for token in tokens:
        console().print(f"{token.name}  made {token.created_at.isoformat(timespec='seconds')}", markup=False)
    if not tokens:
        console().print("No tokens.", markup=False)


@app.command("revoke")
def revoke(context: typer.Context, name: TokenName, archive: ArchiveOption = None, as_json: JsonOption = False) -> None:
    """Let a token be valid no more.

    Example: schedario token revoke laptop
    """
    with open_archive(context, archive) as services:
        services.tokens.revoke(name)
    if as_json:
        print_json({"revoked": name})
    else:
        console().print(f"revoked: {name}", markup=False)
