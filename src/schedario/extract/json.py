"""Reads JSON, one value or one a line: records that are alike become tables, all else lines of path and value."""

import json
from collections.abc import Sequence
from typing import Any

from schedario.extract.blocks import body, heading, one_line, table
from schedario.extract.encoding import decode
from schedario.extract.source import Source
from schedario.records.extraction import Block, Extraction

_TITLES = ("title", "name")
_FEWEST_ROWS = 2
_MOST_COLUMNS = 50


def read_json(source: Source) -> Extraction:
    """Read a JSON file; one that is not quite JSON (comments, a comma too many) is kept as the text that it is."""
    text = decode(source.path.read_bytes()).text
    value = _parsed(text)
    if value is _NOT_JSON:
        kept = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
        return Extraction(source.media_type, "", body([Block(kept)]), ("the file is not valid JSON; kept as text",))
    return Extraction(source.media_type, _title(value), body(_Blocks(source).of(value)))


class _NotJson:
    """Stands for a text that is no JSON, which may hold any value, null too."""


_NOT_JSON = _NotJson()


def _parsed(text: str) -> Any:
    """Return the value, or the list of values when each line is one; figures stay as they are written."""
    decoder = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str, strict=False)
    try:
        return decoder.decode(text)
    except ValueError:
        pass
    lines = [line for line in text.splitlines() if line.strip()]
    try:
        return [decoder.decode(line) for line in lines] if len(lines) > 1 else _NOT_JSON
    except ValueError:
        return _NOT_JSON


def _title(value: Any) -> str:
    found = (value.get(key) for key in _TITLES) if isinstance(value, dict) else iter(())
    return next((one_line(text) for text in found if isinstance(text, str)), "")


class _Blocks:
    """Walks a value; lines are gathered until a table comes between them."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._cells = 0
        self._lines: list[str] = []
        self._blocks: list[Block] = []

    def of(self, value: Any) -> list[Block]:
        """Return the blocks of a value."""
        self._add("", value)
        self._end_lines()
        return self._blocks

    def _add(self, path: str, value: Any) -> None:
        if isinstance(value, dict):
            for key, inner in value.items():
                self._add(f"{path}.{key}" if path else key, inner)
        elif isinstance(value, list):
            self._add_list(path, value)
        else:
            self._line(path, _shown(value))

    def _add_list(self, path: str, values: list[Any]) -> None:
        if not any(isinstance(value, dict | list) for value in values):
            self._line(path, ", ".join(filter(None, map(_shown, values))))
        elif columns := _columns(values):
            self._end_lines()
            self._count(len(values) * len(columns))
            found = table([columns, *([_cell(value.get(column)) for column in columns] for value in values)])
            self._blocks += [heading(path, 2)] if path and found else []
            self._blocks += [found] if found else []
        else:
            for number, value in enumerate(values, 1):
                self._add(f"{path} {number}".strip(), value)

    def _line(self, path: str, text: str) -> None:
        self._count(1)
        if text:
            self._lines.append(f"{path}: {text}" if path else text)

    def _count(self, cells: int) -> None:
        self._cells += cells
        if self._cells > self._source.limits.cells:
            raise self._source.beyond("cells", self._source.limits.cells, f"{self._cells:,} values")
        self._source.progress()

    def _end_lines(self) -> None:
        if self._lines:
            self._blocks.append(Block("\n".join(self._lines)))
            self._lines.clear()


def _columns(values: Sequence[Any]) -> list[str]:
    """Return the keys of records that are flat, in order of appearance; empty when they make no table."""
    if len(values) < _FEWEST_ROWS or not all(isinstance(value, dict) for value in values):
        return []
    columns = list(dict.fromkeys(key for value in values for key in value))
    flat = all(_is_flat(inner) for value in values for inner in value.values())
    return columns if flat and len(columns) <= _MOST_COLUMNS else []


def _is_flat(value: Any) -> bool:
    if isinstance(value, list):
        return not any(isinstance(inner, dict | list) for inner in value)
    return not isinstance(value, dict)


def _cell(value: Any) -> str:
    return ", ".join(map(_shown, value)) if isinstance(value, list) else _shown(value)


def _shown(value: Any) -> str:
    """Write a single value; null is nothing."""
    match value:
        case None:
            return ""
        case bool():
            return "true" if value else "false"
        case _:
            return str(value)
