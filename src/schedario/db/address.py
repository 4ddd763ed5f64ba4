"""Where a database is: everything the driver needs to connect, and the same without the password for people."""

from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from schedario.errors import SettingError

ADMIN = "schedario"
"""The embedded server's superuser; the socket's folder decides who may connect."""

DATABASE = "schedario"


@dataclass(frozen=True, slots=True)
class Address:
    """Where a database is.

    Attributes:
        conninfo: For the driver; holds the password where there is one.
        place: For people: host, port, database and user, or the socket's folder.
    """

    conninfo: str
    place: str

    def __repr__(self) -> str:
        return f"Address({self.place})"


def from_url(url: str) -> Address:
    """Read a database URL or a libpq connection string.

    Raises:
        SettingError: It cannot be read. The message does not repeat it, for it may hold a password.
    """
    try:
        parts = conninfo_to_dict(url)
    except psycopg.ProgrammingError:
        # The driver's message quotes the URL; not even the chain of causes may show it.
        raise SettingError(
            "the database URL cannot be read",
            subject="SCHEDARIO_DATABASE_URL",
            remedy="Write it as postgresql://user:password@host:5432/database",
        ) from None
    host = parts.get("host") or parts.get("hostaddr") or "the default host"
    port = f":{parts['port']}" if parts.get("port") else ""
    user = f" as {parts['user']}" if parts.get("user") else ""
    return Address(url, f"{host}{port}/{parts.get('dbname') or ''}{user}")


def on_socket(folder: Path, database: str) -> Address:
    """Return the address of a database of the embedded server."""
    # Every value that the driver would else take from the environment (PGPORT, PGOPTIONS, ...) is named.
    conninfo = make_conninfo(
        host=str(folder), port=5432, user=ADMIN, dbname=database, sslmode="disable", gssencmode="disable",
        connect_timeout=10, options="", target_session_attrs="any",
    )  # fmt: skip
    return Address(conninfo, f"the socket in {folder}")
