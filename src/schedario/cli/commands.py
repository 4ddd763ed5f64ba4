"""Which commands there are, each loaded when it is called: what one command needs, no other waits for."""

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Any

import typer
import typer.core
import typer.main

COMMANDS = {
    "add": "add:add",
    "work": "work:work",
    "queue": "queue:app",
    "extract": "extract:extract",
    "search": "search:search",
    "answer": "answer:answer",
    "ask": "ask:ask",
    "show": "show:show",
    "links": "links:links",
    "list": "list:list_documents",
    "remove": "remove:remove",
    "addendum": "addendum:app",
    "folder": "folder:app",
    "git": "git:app",
    "sync": "sync:sync",
    "watch": "watch:watch",
    "serve": "serve:serve",
    "reindex": "reindex:reindex",
    "analyse": "analyse:analyse",
    "categories": "categories:app",
    "status": "status:status",
    "doctor": "doctor:doctor",
    "forget-searches": "forget_searches:forget_searches",
    "backup": "backup:backup",
    "restore": "restore:restore",
    "move-database": "move_database:move_database",
    "archive": "archive:app",
    "config": "config:app",
    "token": "token:app",
    "evaluate": "evaluate:app",
    "mcp": "mcp:app",
    "service": "unit:app",
    "version": "version:version",
}
"""Name of a command to its module in this package and what it is called there: a function, or an app of commands."""


class _Loaded(MutableMapping[str, Any]):
    """The commands by name, each loaded when it is looked up."""

    def __init__(self) -> None:
        self._places = dict(COMMANDS)
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            self._loaded[name] = _load(name, self._places[name])
        return self._loaded[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._places[name], self._loaded[name] = "", command

    def __delitem__(self, name: str) -> None:
        del self._places[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


class CommandGroup(typer.core.TyperGroup):
    """The commands of the program."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = _Loaded()


def _load(name: str, place: str) -> Any:
    module, attribute = place.split(":")
    found = getattr(import_module(f"schedario.cli.{module}"), attribute)
    if isinstance(found, typer.Typer):
        command: Any = typer.main.get_group(found)
    else:
        alone = typer.Typer(add_completion=False, rich_markup_mode=None)
        alone.command(name)(found)
        command = typer.main.get_command(alone)
    command.name = name
    return command
