"""schedario config: the settings, their values, and where each comes from."""

from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, notice, print_json
from schedario.settings import Settings, changed_config, config_path, data_folder, load_settings

app = typer.Typer(
    help="Show or change settings.\n\nExample: schedario config set chunk_tokens 256",
    invoke_without_command=True,
    rich_markup_mode=None,
)

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
    name: SettingName, value: Annotated[str, typer.Argument(metavar="VALUE", help="Its value.", show_default=False)]
) -> None:
    """Write a setting to the configuration file.

    Example: schedario config set languages "it en de"
    """
    changed_config(data_folder(), name, value)
    _print_now(name)


@app.command("unset")
def unset(name: SettingName) -> None:
    """Take a setting out of the configuration file, so that its default holds.

    Example: schedario config unset languages
    """
    changed_config(data_folder(), name, None)
    if name in Settings.model_fields:
        _print_now(name)


def _print_now(name: str) -> None:
    loaded = load_settings()
    console().print(f"{name} = {loaded.shown(name)}", markup=False)
    if loaded.sources[name] == "environment":
        notice("note: the environment goes before the file, and sets this value")


def _meaning(name: str) -> str:
    return str(Settings.model_fields[name].description)
