"""Turns the tags that a person names into the keys by which notes are found."""

from collections.abc import Sequence

from schedario.errors import FilterError
from schedario.records.note import tag_key


def named_tags(tags: Sequence[str]) -> tuple[str, ...]:
    """Return the keys of tags, with or without the sign before them.

    Raises:
        FilterError: One of them is empty.
    """
    keys = tuple(map(tag_key, tags))
    if not all(keys):
        raise FilterError("a tag is empty", subject="--tag", remedy="Name a tag, as in --tag project/harbour")
    return keys
