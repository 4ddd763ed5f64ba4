"""schedario mcp: the archive as tools for an assistant, and where assistants find it."""

import typer

from schedario.cli.mcp import install, status, uninstall
from schedario.cli.session import ArchiveOption, named_archive

app = typer.Typer(invoke_without_command=True, rich_markup_mode=None)


@app.callback()
def mcp(context: typer.Context, archive: ArchiveOption = None) -> None:
    """Answer an assistant over stdin and stdout; it starts the service if none runs, and ends with its stdin.

    Example: claude mcp add schedario -- schedario mcp
    """
    if context.invoked_subcommand is None:
        from schedario.mcp.stdio import serve_stdio

        serve_stdio(named_archive(context, archive))


app.command("install")(install.install)
app.command("status")(status.status)
app.command("uninstall")(uninstall.uninstall)
