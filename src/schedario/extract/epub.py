"""Reads EPUB books: the pages of the spine, in its order."""

import posixpath
import re
import zipfile
from collections.abc import Callable, Iterator
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError, fromstring

from schedario.errors import PasswordNeededError
from schedario.extract.blocks import body, one_line
from schedario.extract.encoding import TextUndecodableError
from schedario.extract.html import read_html_bytes
from schedario.extract.html_pictures import pictures_within
from schedario.extract.source import Source
from schedario.extract.unpacking import member_bytes
from schedario.records.extraction import Block, Extraction

_BEHIND_PATH = re.compile(r"[?#].*", re.S)
_CONTAINER = "META-INF/container.xml"
_ENCRYPTION = "META-INF/encryption.xml"
_PAGES = frozenset({"application/xhtml+xml", "text/html", "application/xml", "text/xml", "text/x-oeb1-document"})
# Fonts are scrambled by these in books that are otherwise open.
_FONT_SCRAMBLERS = frozenset({"http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC"})


def read_epub(source: Source) -> Extraction:
    """Read a book with its pictures; its table of contents is left out, since it only repeats the headings.

    Raises:
        PasswordNeededError: Its pages are encrypted.
        FileDamagedError: It has no list of pages, or none of them can be read.
    """
    warnings: list[str] = []
    with zipfile.ZipFile(source.path) as archive:
        _refuse_encrypted(source, archive)
        package_name = _package_name(source, archive)
        package = _xml(source, archive, package_name)
        blocks = tuple(_blocks(source, archive, _pages(package, posixpath.dirname(package_name)), warnings))
    if not blocks and warnings:
        raise source.damaged(f"no page can be read; {warnings[0]}")
    return Extraction(source.media_type, _title(package), body(blocks), tuple(warnings))


def _blocks(source: Source, archive: zipfile.ZipFile, names: Iterator[str], warnings: list[str]) -> Iterator[Block]:
    known = {name.lower(): name for name in archive.namelist()}
    for number, name in enumerate(names, 1):
        if number > source.limits.pages:
            raise source.beyond("pages", source.limits.pages, f"{number:,} pages in the spine")
        try:
            picture = pictures_within(source, _members_beside(archive, known, name))
            yield from read_html_bytes(member_bytes(archive, known[name.lower()]), picture=picture).blocks
        except KeyError:
            warnings.append(f"{name} is listed and missing")
        except TextUndecodableError:
            warnings.append(f"{name} is no text")
        except zipfile.BadZipFile as error:
            warnings.append(f"{name} is broken ({error})")
        source.progress()


def _members_beside(archive: zipfile.ZipFile, known: dict[str, str], page: str) -> Callable[[str], bytes | None]:
    """Return what gives the bytes of the members that a page names; a broken one is as good as missing."""
    folder = posixpath.dirname(page)

    def beside(address: str) -> bytes | None:
        name = posixpath.normpath(posixpath.join(folder, unquote(_BEHIND_PATH.sub("", address))))
        try:
            return member_bytes(archive, known[name.lower()])
        except (KeyError, zipfile.BadZipFile):
            return None

    return beside


def _refuse_encrypted(source: Source, archive: zipfile.ZipFile) -> None:
    if _ENCRYPTION not in archive.namelist():
        return
    methods = [
        element.get("Algorithm", "")
        for data in _all(_xml(source, archive, _ENCRYPTION), "EncryptedData")
        for element in list(data)
        if _local(element) == "EncryptionMethod"
    ]
    if any(method not in _FONT_SCRAMBLERS for method in methods):
        raise PasswordNeededError(
            "the book is encrypted", subject=str(source.path), remedy="Add a copy without copy protection"
        )


def _package_name(source: Source, archive: zipfile.ZipFile) -> str:
    for root in _all(_xml(source, archive, _CONTAINER), "rootfile"):
        if path := root.get("full-path"):
            return path
    raise source.damaged(f"{_CONTAINER} names no package")


def _pages(package: Element, folder: str) -> Iterator[str]:
    """Yield the members of the spine in order; each once, and no table of contents."""
    items = {item.get("id", ""): item for item in _all(package, "item")}
    seen = set()
    for reference in _all(package, "itemref"):
        item = items.get(reference.get("idref", ""))
        if item is None or item.get("media-type", "").lower() not in _PAGES:
            continue
        name = posixpath.normpath(posixpath.join(folder, unquote(item.get("href", ""))))
        if name not in seen and "nav" not in item.get("properties", "").split():
            seen.add(name)
            yield name


def _title(package: Element) -> str:
    return next((one_line(found.text or "") for found in _all(package, "title")), "")


def _xml(source: Source, archive: zipfile.ZipFile, name: str) -> Element:
    try:
        return fromstring(archive.read(name))
    except KeyError as error:
        raise source.damaged(f"the book has no {name}") from error
    except ParseError as error:
        raise source.damaged(f"{name} is no XML ({error})") from error


def _all(element: Element, local: str) -> Iterator[Element]:
    """Yield the elements of a name, whatever their namespace: old books have none or another."""
    return (one for one in element.iter() if _local(one) == local)


def _local(element: Element) -> str:
    return element.tag.rpartition("}")[2]
