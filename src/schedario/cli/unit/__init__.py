"""schedario service: have the system start the service with the user's session."""

import typer

from schedario.cli.unit import install, status, uninstall

app = typer.Typer(
    help="Have the system start the service with your session.\n\nExample: schedario service install",
    no_args_is_help=True,
    rich_markup_mode=None,
)

app.command("install")(install.install)
app.command("status")(status.status)
app.command("uninstall")(uninstall.uninstall)
