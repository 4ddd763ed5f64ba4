"""schedario service status: whether the system starts the service."""

from schedario.cli.output import JsonOption, console, print_json
from schedario.cli.unit.install import own_unit
from schedario.services.units import run_program, state


def status(as_json: JsonOption = False) -> None:
    """Show whether there is a unit, and what the system says of it.

    Example: schedario service status
    """
    unit = own_unit(None)
    said = state(unit, run_program)
    if as_json:
        print_json({"path": str(unit.path), "installed": bool(said), "state": said})
        return
    console().print(f"{unit.path}: {said}" if said else "The system does not start the service.", markup=False)
