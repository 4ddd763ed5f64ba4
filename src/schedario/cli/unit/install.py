"""schedario service install: have the system start the service."""

import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from schedario.cli.launching import own_command, own_environment
from schedario.cli.output import console
from schedario.cli.session import ArchiveOption, named_archive
from schedario.services.units import Unit, run_program, unit_of
from schedario.services.units import install as install_unit


def install(
    context: typer.Context,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Print the unit, and write nothing.")] = False,
    archive: ArchiveOption = None,
) -> None:
    """Write a unit of systemd, or on macOS of launchd, that starts the service with your session, and start it.

    Example: schedario service install --dry-run
    """
    unit = own_unit(named_archive(context, archive))
    if dry_run:
        console().print(f"{unit.path} would be:\n{unit.text}", markup=False)
        return
    install_unit(unit, run_program)
    console().print(f"The service is started now, and with each session ({unit.path}).", markup=False)


def own_unit(archive: str | None) -> Unit:
    """Return the unit that starts this program's service."""
    home = Path.home()
    config = home if sys.platform == "darwin" else Path(os.environ.get("XDG_CONFIG_HOME") or home / ".config")
    command = [*own_command(), *(("--archive", archive) if archive else ()), "serve"]
    return unit_of(sys.platform, config, os.getuid(), command, own_environment())
