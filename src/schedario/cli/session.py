"""Opens archives for commands: settings, the --archive option, and what must be told of the database."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from schedario.cli.output import notice

if TYPE_CHECKING:
    from schedario.settings import LoadedSettings
    from schedario.wiring import Application, ArchiveServices

ArchiveOption = Annotated[
    str | None,
    typer.Option(
        "--archive", "-a", metavar="NAME", help="Archive to use instead of the setting's.", show_default=False
    ),
]
"""May stand before or after the command's name; after it wins."""


@dataclass(slots=True)
class Invocation:
    """What was said before the command's name."""

    archive: str | None = None


def archive_name(context: typer.Context, archive: str | None, loaded: "LoadedSettings") -> str:
    """Return the archive that a command is about: its own option's, else that before its name, else the setting's."""
    named = named_archive(context, archive)
    return loaded.values.archive if named is None else named


def named_archive(context: typer.Context, archive: str | None) -> str | None:
    """Return the archive that was named after the command's name, else that before it; None when none was."""
    before = context.find_object(Invocation)
    return archive if archive is not None else before.archive if before else None


@contextmanager
def application() -> Iterator["tuple[Application, LoadedSettings]"]:
    """Build the application from the settings and close it afterwards."""
    # Loaded here because a command that a running service answers has no use for them.
    from schedario.settings import load_settings
    from schedario.wiring import Application

    loaded = load_settings()
    with Application(loaded) as built:
        yield built, loaded


@contextmanager
def open_archive(
    context: typer.Context,
    archive: str | None,
    *,
    create: bool = False,
    retry_failed: bool = False,
    tell_space: bool = True,
) -> Iterator["ArchiveServices"]:
    """Open the archive that a command is about; ``tell_space`` for a word when the settings name another model."""
    with (
        application() as (built, loaded),
        built.archive(archive_name(context, archive, loaded), create=create, retry_failed=retry_failed) as services,
    ):
        for text in services.notices:
            notice(text)
        if tell_space and (text := services.spaces.notice()):
            notice(text)
        yield services
