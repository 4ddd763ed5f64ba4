"""schedario version: which version this is."""

from schedario.cli.output import JsonOption, console, print_json
from schedario.version import RULES_VERSION, VERSION


def version(as_json: JsonOption = False) -> None:
    """Print the version.

    Example: schedario version --json
    """
    if as_json:
        print_json({"version": VERSION, "rules": RULES_VERSION})
    else:
        console().print(f"schedario {VERSION}", markup=False)
