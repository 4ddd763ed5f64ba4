"""schedario service uninstall: have the system start the service no more."""

from schedario.cli.output import console
from schedario.cli.unit.install import own_unit
from schedario.services.units import run_program
from schedario.services.units import uninstall as uninstall_unit


def uninstall() -> None:
    """End the service that the system started, and remove its unit.

    Example: schedario service uninstall
    """
    done = uninstall_unit(own_unit(None), run_program)
    console().print("The unit is removed." if done else "There was no unit.", markup=False)
