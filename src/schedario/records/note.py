"""What a note says of itself and what it links to, and how a link's target is compared with names."""

import unicodedata
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from pathlib import PurePosixPath
from urllib.parse import unquote

NOTE_SUFFIXES = frozenset({".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"})
"""How the names of notes end; a link may leave it out."""

_LONGEST_KEY = 200


class LinkKind(StrEnum):
    """How a link is written."""

    WIKI = "wiki"
    EMBED = "embed"
    """A wiki link with an exclamation mark: what it leads to is shown in its place."""
    MARKDOWN = "markdown"
    HTML = "html"


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a file or a note, as its document has it.

    Attributes:
        kind: How it is written.
        target: As written, without heading and shown text.
        heading: The heading or block that it leads to, without its sign; empty for the whole.
    """

    kind: LinkKind
    target: str
    heading: str = ""

    @property
    def path(self) -> str:
        """The target as a path or name: in Markdown and HTML it is an address, in which signs may be escaped."""
        is_address = self.kind in {LinkKind.MARKDOWN, LinkKind.HTML}
        return unquote(self.target, errors="surrogateescape") if is_address else self.target


@dataclass(frozen=True, slots=True)
class Markup:
    """What the markup of a file says beside its text.

    Attributes:
        links: In order, each once.
        hashtags: Words with a sign before them in running text, without it, in order.
        opening: The first paragraph of running text without its marks, or the beginning of a long one.
    """

    links: tuple[Link, ...] = ()
    hashtags: tuple[str, ...] = ()
    opening: str = ""


NO_MARKUP = Markup()
"""Of a file that has none."""


@dataclass(frozen=True, slots=True)
class Note:
    """What is kept of a note beside its text.

    Attributes:
        tags: As first written, without the sign; no two differ by case alone.
        aliases: Other names that it goes by.
        summary: Its header's, else its first paragraph, cut at a sentence's end; may be empty.
        dated: The date in its header; None without one.
    """

    tags: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    summary: str = ""
    dated: date | None = None

    @property
    def tag_keys(self) -> tuple[str, ...]:
        """What its tags are found by: each and all above it, without regard to case."""
        return tuple(sorted({key for tag in self.tags for key in _with_those_above(tag_key(tag))}))


def tag_key(tag: str) -> str:
    """Return a tag as it is compared: without its sign and without regard to case and Unicode form."""
    return composed_form(tag.strip().lstrip("#").strip("/")).casefold()


def composed_form(text: str) -> str:
    """Return a name in Unicode's composed form (NFC), in which names of any file system compare."""
    return unicodedata.normalize("NFC", text)


def without_note_suffix(name: str) -> str:
    """Return a name or path without the ending of a note; another ending belongs to the name."""
    suffix = PurePosixPath(name).suffix
    return name[: -len(suffix)] if suffix.lower() in NOTE_SUFFIXES else name


def link_key(name: str) -> str:
    """Return the key by which links and documents are brought together before their names are compared.

    It is the last part of a path, or of a title, without regard to case, Unicode form and the ending of a note.
    """
    last = composed_form(name).rstrip("/").rpartition("/")[2].strip()
    return without_note_suffix(last).casefold()[:_LONGEST_KEY]


def link_keys(*names: str) -> list[str]:
    """Return the keys of all names of a document, in order and without repetition."""
    return sorted({key for key in map(link_key, names) if key})


def _with_those_above(key: str) -> list[str]:
    parts = key.split("/")
    return ["/".join(parts[:length]) for length in range(1, len(parts) + 1)]
