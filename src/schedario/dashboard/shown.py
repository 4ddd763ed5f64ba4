"""Text out of a document, as a page shows it: nothing in it turns round or hides what stands beside it.

It is only ever sent as text, never as markup, so here nothing is escaped. Controls, the marks that turn the direction
of writing and characters that show nothing become U+FFFD, as on the command line, one for one: offsets still hold.
"""

import unicodedata

_INNOCENT = "\u00ad\u200c\u200d"
"""A soft hyphen, and joiners of letters and emoji."""

_SPACES_OR_PRIVATE = ("Zs", "Co")


def shown(text: str, *, keep: str = "") -> str:
    """Return a text as it may be shown, as long as it was.

    Args:
        text: As it came.
        keep: Controls that may stay, such as line ends.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(c if c in keep or _is_harmless(c) else "\N{REPLACEMENT CHARACTER}" for c in text)


def shown_lines(text: str) -> str:
    """Return a text of several lines as it may be shown."""
    return shown(text, keep="\n\t")


def _is_harmless(character: str) -> bool:
    return character.isprintable() or character in _INNOCENT or unicodedata.category(character) in _SPACES_OR_PRIVATE
