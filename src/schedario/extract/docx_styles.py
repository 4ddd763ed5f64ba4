"""Finds the list that a paragraph style of a DOCX puts its paragraphs into."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

_LONGEST_CHAIN = 20


class NumberedStyles:
    """The styles of a document, by id; a style has what it does not say from the one that it is based on."""

    def __init__(self, styles: Element | None) -> None:
        self._based_on: dict[str, str] = {}
        self._lists: dict[str, tuple[str, str]] = {}
        self._default = ""
        for style in styles if styles is not None else ():
            self._add({key.rpartition("}")[2]: value for key, value in style.attrib.items()}, style)

    def list_of(self, style: str) -> tuple[str, str]:
        """Return the list and the level, empty where the style, or the default one, names none."""
        current = style or self._default
        level = ""
        for _ in range(_LONGEST_CHAIN):
            list_id, own_level = self._lists.get(current, ("", ""))
            level = level or own_level
            if list_id:
                return list_id, level
            current = self._based_on.get(current, "")
        return "", level

    def _add(self, attributes: dict[str, str], style: Element) -> None:
        name = attributes.get("styleId", "")
        if attributes.get("type") == "paragraph" and attributes.get("default") in {"1", "true", "on"}:
            self._default = name
        found = dict(_values(style))
        self._based_on[name] = found.get("basedOn", "")
        self._lists[name] = (found.get("numId", ""), found.get("ilvl", ""))


def _values(style: Element) -> Iterator[tuple[str, str]]:
    for element in style.iter():
        local = element.tag.rpartition("}")[2]
        if local in {"basedOn", "numId", "ilvl"}:
            yield local, next((value for key, value in element.attrib.items() if key.endswith("}val")), "")
