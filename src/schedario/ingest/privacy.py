"""Which notes are private: asked before anything of a file is kept, and answered with yes when it cannot be told.

A note is a Markdown file. Its header is YAML between two lines of three dashes at its top.
"""

import os
import re
from dataclasses import dataclass
from pathlib import PurePath
from typing import Any

import yaml

from schedario.records.note import NOTE_SUFFIXES

MOST_HEADER_BYTES = 64 * 1024
"""A header that does not end within is none that can be read."""
_OPENING = re.compile(r"\s*---[ \t]*\r?(?:\n|\r|$)")
_HEADER = re.compile(r"\s*---[ \t]*(?:\r\n|\n|\r)(.*?)^(?:---|\.\.\.)[ \t]*\r?$", re.S | re.M)
_NO = frozenset({"false", "no", "off", "0", "n"})
_INLINE_TAG = re.compile(r"(?<![\w#/&])#([\w/-]+)")
TAG_KEYS = ("tags", "tag", "keywords")
_WORDS = re.compile(r"[\s,;]+")


class HeaderError(Exception):
    """A note's header cannot be read."""


@dataclass(frozen=True, slots=True)
class PrivacyRules:
    """What makes a file private besides its own header.

    Attributes:
        tags: Without the sign before them; what lies below one, as in ``private/health``, is private too.
        folders: Absolute, links followed; never looked into.
    """

    tags: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()

    def covers(self, *paths: str) -> bool:
        """Tell whether one of these paths lies in a private folder."""
        return any(
            path == folder or path.startswith(os.path.join(folder, "")) for folder in self.folders for path in paths
        )

    def is_private(self, name: str, content: bytes | str) -> bool:
        """Tell whether a file is a private note; in doubt it is.

        Args:
            name: Of the file, or its path.
            content: Its bytes, or its text as it was read.
        """
        text = content if isinstance(content, str) else _decoded(content)
        is_note = PurePath(name).suffix.lower() in NOTE_SUFFIXES
        if not is_note and not _OPENING.match(text):
            return False
        try:
            header = read_header(text)
        except HeaderError:
            # Another kind of file may begin with three dashes for reasons of its own.
            return is_note
        return _is_marked(header) or any(map(self._is_private_tag, _tags(header, text if is_note else "")))

    def _is_private_tag(self, tag: str) -> bool:
        wanted = tag.casefold()
        return any(wanted == name.casefold() or wanted.startswith(f"{name.casefold()}/") for name in self.tags)


def read_header(text: str) -> dict[str, Any]:
    """Read a note's header, with its keys in small letters; empty when it has none.

    Raises:
        HeaderError: It does not end, is no mapping, names a key twice, or cannot be read.
    """
    text = text.removeprefix("\ufeff")
    if not _OPENING.match(text):
        return {}
    found = _HEADER.match(text[:MOST_HEADER_BYTES])
    if not found:
        raise HeaderError("the header does not end")
    try:
        return _mapping(found[1])
    except (yaml.YAMLError, ValueError, OverflowError, RecursionError) as error:
        raise HeaderError("the header is not YAML") from error


def _mapping(text: str) -> dict[str, Any]:
    # An alias can make gigabytes of a line.
    if any(isinstance(event, yaml.AliasEvent) for event in yaml.parse(text, yaml.SafeLoader)):
        raise HeaderError("the header has aliases")
    node = yaml.compose(text, yaml.SafeLoader)
    if node is None:
        return {}
    if not isinstance(node, yaml.MappingNode):
        raise HeaderError("the header is no mapping")
    keys = [str(key.value).casefold() for key, _ in node.value]
    if len(set(keys)) != len(keys):
        raise HeaderError("a key stands twice in the header")
    return {str(key).casefold(): value for key, value in yaml.safe_load(text).items()}


def _is_marked(header: dict[str, Any]) -> bool:
    """Tell whether a header says private; whatever is not plainly a no is a yes."""
    return "private" in header and str(header["private"]).strip().casefold() not in _NO


def header_tags(header: dict[str, Any]) -> list[str]:
    """Return the tags that a header names, without the sign before them."""
    said: list[str] = []
    for key in TAG_KEYS:
        value = header.get(key)
        parts = value if isinstance(value, list) else _WORDS.split(str(value)) if value is not None else []
        said += [str(part).strip().lstrip("#") for part in parts]
    return said


def _tags(header: dict[str, Any], text: str) -> list[str]:
    return [*header_tags(header), *_INLINE_TAG.findall(text)]


def _decoded(content: bytes) -> str:
    for mark, encoding in ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig")):
        if content.startswith(mark):
            return content.decode(encoding, errors="replace")
    return content.decode("utf-8", errors="replace")
