"""Puts one entry into a client's configuration, or takes it out, and leaves all else in it as it was."""

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from schedario.errors import ClientError

NAME = "schedario"
"""What the entry is called."""

Entry = Mapping[str, Any]


def json_entry(text: str, key: str, *, path: str) -> Entry | None:
    """Return the entry of a JSON configuration; None when there is none; raises as ``with_json_entry``."""
    found = _entries(_read_json(text, path), key, path).get(NAME)
    return found if isinstance(found, dict) else None


def with_json_entry(text: str, key: str, entry: Entry | None, *, path: str) -> str:
    """Return a JSON configuration with an entry, or without it when it is None.

    Raises:
        ClientError: It is no JSON object, or writing it anew would lose something.
    """
    values = _read_json(text, path)
    entries = dict(_entries(values, key, path))
    entries.pop(NAME, None)
    if entry is not None:
        entries[NAME] = dict(entry)
    indent = re.search(r"\n([ \t]+)\"", text)
    return json.dumps({**values, key: entries}, ensure_ascii=False, indent=indent[1] if indent else 2) + "\n"


def toml_entry(text: str, key: str, *, path: str) -> Entry | None:
    """Return the entry of a TOML configuration; None when there is none; raises as ``with_toml_entry``."""
    found = _entries(_read_toml(text, path), key, path).get(NAME)
    return found if isinstance(found, dict) else None


def with_toml_entry(text: str, key: str, entry: Entry | None, *, path: str) -> str:
    """Return a TOML configuration with an entry, or without it when it is None; its comments stay.

    Raises:
        ClientError: It is no TOML, or the entry is written in it in a way that cannot be told from the rest.
    """
    values = _read_toml(text, path)
    entries = {name: value for name, value in _entries(values, key, path).items() if name != NAME}
    kept = _without_tables(text, key)
    made = f"{kept.rstrip()}\n\n{_toml_table(key, entry)}".lstrip() if entry is not None else kept
    wanted = {**values, key: {**entries, **({NAME: dict(entry)} if entry is not None else {})}}
    if _filled(_read_toml(made, path)) != _filled(wanted):
        raise ClientError(
            "its entry is not written as a table of its own", subject=path, remedy=f"Change [{key}.{NAME}] by hand"
        )
    return made


def _filled(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return what has something in it: a table that only held the entry may be there or not."""
    return {name: value for name, value in values.items() if value != {}}


def _without_tables(text: str, key: str) -> str:
    """Leave out the lines of the entry's tables, up to the next table's head and what stands right above that."""
    ours = re.compile(rf"\s*\[\s*{key}\s*\.\s*\"?{NAME}\"?\s*[\].]")
    kept: list[str] = []
    inside = False
    for line in text.splitlines(keepends=True):
        if line.lstrip().startswith("["):
            inside = bool(ours.match(line))
        if not inside or line.lstrip().startswith("#"):
            kept.append(line)
    return "".join(kept)


def _toml_table(key: str, entry: Entry) -> str:
    # JSON's texts and lists of texts are TOML's too.
    lines = [f"[{key}.{NAME}]"]
    lines += [f"{name} = {json.dumps(value)}" for name, value in entry.items() if not isinstance(value, dict)]
    for name, value in entry.items():
        if isinstance(value, dict):
            lines += ["", f"[{key}.{NAME}.{name}]", *(f"{json.dumps(k)} = {json.dumps(v)}" for k, v in value.items())]
    return "\n".join([*lines, ""])


def _entries(values: Mapping[str, Any], key: str, path: str) -> Mapping[str, Any]:
    entries = values.get(key, {})
    if not isinstance(entries, dict):
        raise ClientError(f"{key} is not what it should be in the client's configuration", subject=path)
    return entries


def _read_json(text: str, path: str) -> dict[str, Any]:
    try:
        values = json.loads(text, object_pairs_hook=_once) if text.strip() else {}
    except ValueError as error:
        raise _unreadable(path, error) from error
    if not isinstance(values, dict):
        raise ClientError("the client's configuration is no JSON object", subject=path, remedy="Mend it first")
    return values


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        raise ValueError("a name stands in it twice")
    return values


def _read_toml(text: str, path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: str, error: Exception) -> ClientError:
    return ClientError(
        f"the client's configuration cannot be read, and was left as it is ({error})",
        subject=path,
        remedy="Mend it, or add the entry by hand; --dry-run shows it",
    )
