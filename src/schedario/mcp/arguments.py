"""Checks what a tool is called with; what is wrong is said in one line, with the right name or value."""

from collections.abc import Mapping, Sequence
from datetime import date
from difflib import get_close_matches
from typing import Any

from schedario.errors import ArgumentError
from schedario.mcp.definition import Arguments, Parameter, Tool
from schedario.untrusted import line


def checked(tool: Tool, given: Mapping[str, Any]) -> Arguments:
    """Return the arguments of a call; what is null was not given.

    Raises:
        ArgumentError: A parameter is unknown or missing, or a value is not allowed.
    """
    known = {parameter.name: parameter for parameter in tool.parameters}
    for name in given:
        if name not in known:
            raise _unknown(tool, name, list(known))
    present = {name: value for name, value in given.items() if value is not None}
    missing = [parameter.name for parameter in tool.parameters if parameter.required and parameter.name not in present]
    if missing:
        raise ArgumentError(f"{tool.name} needs the parameter {missing[0]}", remedy=known[missing[0]].description)
    return Arguments({name: _value(known[name], value) for name, value in present.items()})


def nearest(name: str, known: Sequence[str]) -> str:
    """Return a question for the name that was probably meant, or all that there are."""
    close = get_close_matches(name.lower(), known, n=1)
    return f"Did you mean {close[0]}?" if close else f"There are: {', '.join(known)}" if known else "It takes none"


def folder_of(arguments: Arguments) -> str:
    """Return the folder that was named; empty when none was.

    Raises:
        ArgumentError: It is not named from the root on; whoever asks knows no current folder.
    """
    folder = arguments.text("folder")
    if folder and not folder.startswith(("/", "~", "git:")):
        raise ArgumentError("folder must be an absolute path, as answers show them", subject=line(folder, 60))
    return folder


def _unknown(tool: Tool, name: str, known: Sequence[str]) -> ArgumentError:
    return ArgumentError(
        f"{tool.name} has no parameter of that name", subject=line(name, 60), remedy=nearest(name, known)
    )


def _value(parameter: Parameter, value: object) -> str | int | date:
    match parameter.kind:
        case "number":
            return _number(parameter, value)
        case "date":
            return _day(parameter, value)
        case "text":
            return _text(parameter, value)


def _number(parameter: Parameter, value: object) -> int:
    # JSON does not tell 3 from 3.0, and some clients write the one for the other.
    whole = int(value) if isinstance(value, float) and value.is_integer() else value
    if not isinstance(whole, int) or isinstance(whole, bool) or not parameter.least <= whole <= parameter.most:
        raise _refused(parameter, f"must be a whole number from {parameter.least} to {parameter.most}", value)
    return whole


def _day(parameter: Parameter, value: object) -> date:
    try:
        return date.fromisoformat(str(value))
    except ValueError as error:
        raise _refused(parameter, "must be a day such as 2026-01-31", value) from error


def _text(parameter: Parameter, value: object) -> str:
    if not isinstance(value, str):
        raise _refused(parameter, "must be a text", value)
    if parameter.choices and value not in parameter.choices:
        raise _refused(parameter, f"must be one of {', '.join(parameter.choices)}", value)
    if "\x00" in value:
        # Neither the database nor a path can hold it.
        raise _refused(parameter, "must not have a NUL character", value)
    if len(value) > parameter.most:
        raise _refused(parameter, f"must have {parameter.most} characters at most", f"{len(value)} characters")
    if parameter.required and not value.strip():
        raise _refused(parameter, "must not be empty", value)
    return value


def _refused(parameter: Parameter, rule: str, value: object) -> ArgumentError:
    return ArgumentError(f"{parameter.name} {rule}", subject=line(repr(value), 60))
