"""schedario move-database: all archives into another database."""

from typing import Annotated

import typer

from schedario.cli.backup import backup_json, backup_line
from schedario.cli.output import JsonOption, console, notice, print_json, printable
from schedario.cli.session import application
from schedario.errors import SettingError
from schedario.settings import changed_config, with_values

_EMBEDDED = "embedded"


def move_database(
    url: Annotated[
        str,
        typer.Argument(
            metavar="URL", help="postgresql://user:password@host:5432/database, or 'embedded'.", show_default=False
        ),
    ],
    keep_old: Annotated[bool, typer.Option("--keep-old", help="Leave a copy where the archives are now.")] = False,
    as_json: JsonOption = False,
) -> None:
    """Copy all archives to another database, compare every row, then use that one and remove them from the old.

    Nothing is changed when anything fails. Stop watch, work and serve first.

    Example: schedario move-database postgresql://anna@db.example.org/archive
    """
    with application() as (built, loaded):
        if loaded.sources["database_url"] == "environment":
            raise SettingError(
                "the environment names the database, and would go on doing so",
                subject="SCHEDARIO_DATABASE_URL",
                remedy="Take it out of the environment: schedario config set database_url URL",
            )
        home, address = loaded.values.home, "" if url == _EMBEDDED else url
        if address:
            with_values(loaded.values, {"database_url": address})
        with built.moving(address, lambda: changed_config(home, "database_url", address or None)) as move:
            moved = move(keep=keep_old)
    if as_json:
        print_json([backup_json(facts.archive, facts) for facts in moved])
        return
    for facts in moved:
        console().print(printable(f"moved: {backup_line(facts.archive, facts)}", keep=""), markup=False)
    if not moved:
        notice("there was no archive to move; the other database is used from now on")
