"""The named queries of ``sql/``, and the one place where SQL is composed.

A query's file has, before each, a line ``-- name: of_the_query`` and a line that says what it means. Values go in by
name, ``%(path)s``. Where an identifier or a literal must vary, it stands in braces, ``{space}``, and psycopg's ``sql``
composes it.
"""

import re
from functools import cache
from importlib.resources import files

from psycopg import sql

_NAME = re.compile(r"^-- name: (\w+)$", re.MULTILINE)


def query(name: str) -> sql.SQL:
    """Return the query of that name."""
    return _queries()[name]


def composed(name: str, /, **parts: sql.Composable) -> sql.Composed:
    """Return the query of that name with identifiers and literals put into its braces."""
    return query(name).format(**parts)


def query_names() -> tuple[str, ...]:
    """Return the names of all queries, in order."""
    return tuple(sorted(_queries()))


@cache
def _queries() -> dict[str, sql.SQL]:
    found: dict[str, sql.SQL] = {}
    for file in sorted(files(__package__).joinpath("sql").iterdir(), key=lambda file: file.name):
        # What stands before the first name is the file's own comment.
        pieces = _NAME.split(file.read_text(encoding="utf-8"))[1:]
        for name, text in zip(pieces[::2], pieces[1::2], strict=True):
            if name in found:
                raise ValueError(f"two queries are named {name}")
            found[name] = sql.SQL(_statement(text))
    return found


def _statement(text: str) -> str:
    """Drop comments, so that a percent sign or a brace in one is no parameter."""
    lines = [line for line in text.splitlines() if not line.startswith("--")]
    return "\n".join(lines).strip().rstrip(";")
