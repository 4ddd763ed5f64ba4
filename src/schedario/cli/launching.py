"""How other programs are to start this one: by an absolute path, with the data folder that holds here."""

import os
import shutil
import sys
from pathlib import Path

from schedario.settings.place import ENV_PREFIX

_HOME = f"{ENV_PREFIX}HOME"


def own_command() -> tuple[str, ...]:
    """Return the program with which this process was started, absolute; else Python with its package."""
    called = Path(sys.argv[0])
    if called.name == "schedario" and (found := shutil.which(called)):
        return (str(Path(found).absolute()),)
    return (sys.executable, "-m", "schedario")


def own_environment() -> dict[str, str]:
    """Return what must be set so that the same data folder is meant."""
    home = os.environ.get(_HOME)
    return {_HOME: str(Path(home).absolute())} if home else {}
