"""schedario config: the settings, their values, and where each comes from."""

from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, notice, print_json
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.setting import SettingState
from schedario.services.setting_json import change_json
from schedario.settings import Settings, changed_config, config_path, data_folder, load_settings

app = typer.Typer(
    help="Show or change settings.\n\nExample: schedario config set chunk_tokens 256",
    invoke_without_command=True,
    rich_markup_mode=None,
)

_DOOR = "command line"

ForArchive = Annotated[
    bool, typer.Option("--for-archive", help="For this archive alone, in the database; a running service follows.")
]
SettingName = Annotated[str, typer.Argument(metavar="NAME", help="A setting's name.", show_default=False)]


@app.callback()
def config(context: typer.Context, as_json: JsonOption = False) -> None:
    """Show all settings, or change one in the configuration file."""
    if context.invoked_subcommand is not None:
        return
    loaded = load_settings()
    rows = [(name, loaded.shown(name), loaded.sources[name], _meaning(name)) for name in Settings.model_fields]
    if as_json:
        print_json(
            {name: {"value": value, "source": source, "meaning": meaning} for name, value, source, meaning in rows}
        )
        return
    for name, value, source, meaning in rows:
        console().print(f"{name} = {value}  ({source})\n    {meaning}", markup=False)
    console().print(f"\nFile: {config_path(loaded.values.home)}", markup=False)


@app.command("set")
def set_value(
    context: typer.Context,
    name: SettingName,
    value: Annotated[str, typer.Argument(metavar="VALUE", help="Its value.", show_default=False)],
    for_archive: ForArchive = False,
    archive: ArchiveOption = None,
) -> None:
    """Write a setting to the configuration file, or let it hold for one archive at once.

    Example: schedario config set languages "it en de"
    """
    if for_archive:
        with open_archive(context, archive, create=True) as services:
            _print_state(services.tuning.set(name, value, changed_by=_DOOR))
        return
    changed_config(data_folder(), name, value)
    _print_now(name)


@app.command("unset")
def unset(
    context: typer.Context, name: SettingName, for_archive: ForArchive = False, archive: ArchiveOption = None
) -> None:
    """Take a setting out of the configuration file, so that its default holds; or what holds for one archive.

    Example: schedario config unset languages
    """
    if for_archive:
        with open_archive(context, archive) as services:
            _print_state(services.tuning.unset(name, changed_by=_DOOR))
        return
    changed_config(data_folder(), name, None)
    if name in Settings.model_fields:
        _print_now(name)


@app.command("changes")
def changes(
    context: typer.Context,
    limit: Annotated[int, typer.Option(min=1, max=1000, help="Changes, at most.")] = 100,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """List what was changed for one archive, the newest first.

    Example: schedario config changes
    """
    with open_archive(context, archive) as services:
        found = services.tuning.changes(limit)
    if as_json:
        print_json([change_json(change) for change in found])
        return
    for change in found:
        at = change.changed_at.isoformat(timespec="seconds")
        before, after = ("not set" if value is None else value for value in (change.before, change.after))
        console().print(f"{at}  {change.name}: {before} -> {after}  ({change.changed_by})", markup=False)
    if not found:
        console().print("No changes.", markup=False)


def _print_now(name: str) -> None:
    loaded = load_settings()
    console().print(f"{name} = {loaded.shown(name)}", markup=False)
    if loaded.sources[name] == "environment":
        notice("note: the environment goes before the file, and sets this value")


def _print_state(state: SettingState) -> None:
    console().print(f"{state.name} = {state.value}  ({state.source})", markup=False)
    if state.source == "environment":
        notice("note: the environment goes before the archive, and sets this value")
    if state.effect:
        notice(f"note: what a change does: {state.effect.value}")


def _meaning(name: str) -> str:
    return str(Settings.model_fields[name].description)
