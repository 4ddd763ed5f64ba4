"""Says in short which values a setting may have."""

from typing import Any, Literal, get_args, get_origin

from annotated_types import Ge, Le
from pydantic.fields import FieldInfo

_SWITCH = ("true", "false")


def allowed(field: FieldInfo) -> str:
    """Return the range of a setting, or the words to choose from: "0 to 1", "auto, on, off"; empty for any text."""
    if words := _words(field.annotation):
        return ", ".join(words)
    least = next((limit.ge for limit in field.metadata if isinstance(limit, Ge)), None)
    most = next((limit.le for limit in field.metadata if isinstance(limit, Le)), None)
    return "" if least is None or most is None else f"{_plain(least)} to {_plain(most)}"


def _words(annotation: Any) -> tuple[str, ...]:
    if annotation is bool:
        return _SWITCH
    return get_args(annotation) if get_origin(annotation) is Literal else ()


def _plain(limit: Any) -> str:
    return f"{limit:g}" if isinstance(limit, float) else str(limit)
