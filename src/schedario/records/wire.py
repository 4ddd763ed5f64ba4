"""Records as plain values that JSON can hold, and back without loss: what one process of ours tells another."""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def to_plain(value: object) -> Any:
    """Return a record, or what is made of records, as plain values."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, date):
        return value.isoformat()
    if is_dataclass(value):
        return {field.name: to_plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {to_plain(key): to_plain(item) for key, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [to_plain(item) for item in value]
    return value


def from_plain(kind: type[T], value: Any) -> T:
    """Return the record of a kind that became the plain value."""
    made: T = _made(kind, value)
    return made


def _made(kind: Any, value: Any) -> Any:
    if isinstance(kind, NewType):
        return _made(kind.__supertype__, value)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, UnionType):
        (other,) = (argument for argument in arguments if argument is not NoneType)
        return None if value is None else _made(other, value)
    if origin is tuple:
        return tuple(_made(arguments[0], item) for item in value)
    if origin is dict:
        return {_made(arguments[0], key): _made(arguments[1], item) for key, item in value.items()}
    if not isinstance(kind, type):
        return value
    if is_dataclass(kind):
        return kind(**{name: _made(hint, value[name]) for name, hint in _hints(kind).items()})
    if issubclass(kind, Enum):
        return kind(value)
    if issubclass(kind, date):
        return kind.fromisoformat(value)
    # JSON knows no keys but texts.
    return int(value) if kind is int else value


@cache
def _hints(kind: type) -> dict[str, Any]:
    hints = get_type_hints(kind)
    return {field.name: hints[field.name] for field in fields(kind)}
