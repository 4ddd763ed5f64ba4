"""Globs in gitignore's syntax: the last one that matches decides, and ``!`` takes a match back."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from schedario.errors import SourceError

_TOKENS = re.compile(r"(?P<any_folders>(?:(?<=/)|^)\*\*/)|(?P<all_below>/\*\*$)|(?P<stars>\*+)|(?P<one>\?)"
                     r"|\\(?P<plain>.)|\[(?P<none_of>[!^]?)(?P<of>\]?(?:\\.|[^\]\\])*)\]", re.S)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Glob:
    """One pattern, ready to match paths below a root.

    Attributes:
        pattern: For the whole path.
        taken_back: Whether a match undoes those before it.
        folders_only: Whether only a folder can match.
    """

    pattern: re.Pattern[str]
    taken_back: bool
    folders_only: bool


@lru_cache(maxsize=256)
def read_globs(lines: tuple[str, ...]) -> tuple[Glob, ...]:
    """Read patterns; empty lines and comments are none.

    Raises:
        SourceError: One of them cannot be read.
    """
    return tuple(_globs(lines))


def matches(globs: Iterable[Glob], path: str, *, folder: bool) -> bool:
    """Tell whether a path below the root matches; what lies in a folder that does is for the caller to leave out."""
    name = unicodedata.normalize("NFC", path)
    found = False
    for glob in globs:
        if (folder or not glob.folders_only) and glob.pattern.fullmatch(name):
            found = not glob.taken_back
    return found


def _globs(lines: Iterable[str]) -> Iterator[Glob]:
    for line in lines:
        text = re.sub(r"(?<!\\) +$", "", unicodedata.normalize("NFC", line))
        if not text or text.startswith("#"):
            continue
        taken_back = text.startswith("!")
        text = text.removeprefix("!")
        folders_only = text.endswith("/") and not text.endswith("\\/")
        body = text.removesuffix("/")
        start = "" if "/" in body else "(?:.*/)?"
        yield Glob(re.compile(start + _regex(body.removeprefix("/"), line), re.S), taken_back, folders_only)


def _regex(glob: str, line: str) -> str:
    parts: list[str] = []
    at = 0
    for token in _TOKENS.finditer(glob):
        parts += [_plain(glob[at : token.start()], line), _token(token)]
        at = token.end()
    return "".join([*parts, _plain(glob[at:], line)])


def _token(token: re.Match[str]) -> str:
    match token.lastgroup:
        case "any_folders":
            return "(?:.*/)?"
        case "all_below":
            return "/.+"
        case "stars":
            return "[^/]*"
        case "one":
            return "[^/]"
        case "plain":
            return re.escape(token["plain"])
        case _:
            return _characters(token["of"], none_of=bool(token["none_of"]))


def _characters(inside: str, *, none_of: bool) -> str:
    kept = re.sub(r"\\(.)|([\[\]^&~|])", lambda found: re.escape(found[1] or found[2]), inside)
    # A slash is never one of them: they are of one name.
    return f"(?!/)[{'^' if none_of else ''}{kept}]"


def _plain(text: str, line: str) -> str:
    if "[" in text or "\\" in text:
        raise SourceError("the glob is not complete", subject=line, remedy="Close its bracket, or put \\ before it")
    return re.escape(text)
