"""schedario serve: the service."""

from typing import Annotated

import typer

from schedario.cli.output import notice
from schedario.cli.session import ArchiveOption, archive_name


def serve(
    context: typer.Context,
    host: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Address to listen on, instead of the setting's.", show_default=False),
    ] = None,
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Port, instead of the setting's; 0 for any.", show_default=False),
    ] = None,
    idle: Annotated[
        float | None,
        typer.Option(metavar="MINUTES", min=0.01, help="End when nobody asked for so long.", show_default=False),
    ] = None,
    every: Annotated[
        float | None,
        typer.Option(
            metavar="MINUTES", min=0.01, max=1440, help="How often all sources are looked at.", show_default=False
        ),
    ] = None,
    archive: ArchiveOption = None,
) -> None:
    """Answer over HTTP, follow the folders and repositories, and bring in what is in the queue.

    Ends with Ctrl-C or SIGTERM.

    Example: schedario serve
    """
    # Loaded here: only this command needs the web server.
    from schedario.host.serving import ServeOptions, serve_archive
    from schedario.settings import load_settings

    loaded = load_settings()
    settings = loaded.values
    options = ServeOptions(
        archive=archive_name(context, archive, loaded),
        host=settings.service_host if host is None else host,
        port=settings.service_port if port is None else port,
        idle_minutes=idle,
        watch=settings.service_watch,
        every_minutes=every or 0.0,
    )
    serve_archive(loaded, options, notice)
