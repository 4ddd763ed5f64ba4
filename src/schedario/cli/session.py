"""Opens archives for commands: settings, the --archive option, and what must be told of the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import typer

from schedario.cli.output import notice
from schedario.settings import LoadedSettings, load_settings
from schedario.wiring import Application, ArchiveServices


@dataclass(slots=True)
class Invocation:
    """What was said before the command's name."""

    archive: str | None = None


def archive_name(context: typer.Context, loaded: LoadedSettings) -> str:
    """Return the archive that a command is about: the option's, else the setting's."""
    given = context.find_object(Invocation)
    return loaded.values.archive if given is None or given.archive is None else given.archive


@contextmanager
def application() -> Iterator[tuple[Application, LoadedSettings]]:
    """Build the application from the settings and close it afterwards."""
    loaded = load_settings()
    with Application(loaded) as built:
        yield built, loaded


@contextmanager
def open_archive(
    context: typer.Context, *, create: bool = False, retry_failed: bool = False
) -> Iterator[ArchiveServices]:
    """Open the archive that a command is about."""
    with (
        application() as (built, loaded),
        built.archive(archive_name(context, loaded), create=create, retry_failed=retry_failed) as services,
    ):
        for text in services.notices:
            notice(text)
        yield services
