"""The parts of an Office Open XML container and how they name each other, for what the libraries leave out."""

import posixpath
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from xml.etree.ElementTree import Element, ParseError, fromstring

from schedario.extract.unpacking import member_bytes


@dataclass(frozen=True, slots=True)
class Relation:
    """One part that another names.

    Attributes:
        id: The name that the other part uses.
        kind: The last word of its type, for instance ``image``.
        target: The member of the container.
    """

    id: str
    kind: str
    target: str


def main_part(archive: zipfile.ZipFile, usual: str) -> str:
    """Return the member that holds the document itself; the usual one when the container does not say."""
    return next((one.target for one in relations(archive, "") if one.kind == "officeDocument"), usual)


def relations(archive: zipfile.ZipFile, part: str) -> Iterator[Relation]:
    """Yield the parts within the container that a part names, or, without a part, the container itself."""
    folder, name = posixpath.split(part)
    root = part_xml(archive, posixpath.join(folder, "_rels", f"{name}.rels"))
    for found in root if root is not None else ():
        if found.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", folder, found.get("Target", "")))
            kind = found.get("Type", "").rpartition("/")[2]
            yield Relation(found.get("Id", ""), kind, target.lstrip("/"))


def part_xml(archive: zipfile.ZipFile, name: str) -> Element | None:
    """Return a part's XML; None when it is missing or broken: what stands beside the text is not worth the file."""
    try:
        return fromstring(member_bytes(archive, name))
    except (KeyError, ParseError, zipfile.BadZipFile):
        return None
