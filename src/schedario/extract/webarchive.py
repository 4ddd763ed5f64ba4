"""Reads Safari's web archives: a property list with a page, its frames and its pictures."""

import plistlib
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urljoin, urlsplit

from schedario.extract.blocks import body
from schedario.extract.encoding import TextUndecodableError
from schedario.extract.html import read_html_bytes
from schedario.extract.html_blocks import HtmlText
from schedario.extract.html_pictures import pictures_within
from schedario.extract.inner import inner_blocks
from schedario.extract.source import Source
from schedario.records.extraction import Extraction

_PAGES = frozenset({"text/html", "application/xhtml+xml", ""})
_EMPTY_FRAMES = ("about:", "javascript:", "data:")


def read_webarchive(source: Source) -> Extraction:
    """Read the page, then its frames.

    Raises:
        FileDamagedError: It is no property list, or has no page.
    """
    try:
        archive = plistlib.loads(source.path.read_bytes())
    except (plistlib.InvalidFileException, ValueError, LookupError, OverflowError, TypeError) as error:
        raise source.damaged(f"the web archive is no property list ({error})") from error
    warnings: list[str] = []
    pages = list(_pages(source, archive, warnings))
    if not pages:
        raise source.damaged("the web archive has no page")
    title = next((page.title for page in pages if page.title), "")
    return Extraction(source.media_type, title, body(block for page in pages for block in page.blocks), tuple(warnings))


def _pages(source: Source, archive: Any, warnings: list[str]) -> Iterator[HtmlText]:
    """Yield the text of an archive and of those inside it; one that holds itself is read once."""
    seen: set[int] = set()
    waiting = [archive]
    while waiting:
        one = waiting.pop()
        if not isinstance(one, dict) or id(one) in seen:
            continue
        seen.add(id(one))
        if page := _page(source, one.get("WebMainResource"), _resources(one), warnings):
            yield page
        frames = one.get("WebSubframeArchives")
        waiting += reversed(frames) if isinstance(frames, list) else ()
        source.progress()


def _resources(archive: dict[str, Any]) -> dict[str, bytes]:
    """Return what was saved with a page, by address."""
    found = archive.get("WebSubresources")
    saved = ((one.get("WebResourceURL"), one.get("WebResourceData")) for one in _dicts(found))
    return {str(address): content for address, content in saved if isinstance(content, bytes)}


def _dicts(value: Any) -> Iterator[dict[str, Any]]:
    return (one for one in value if isinstance(one, dict)) if isinstance(value, list) else iter(())


def _joined(base: str, address: str) -> str:
    try:
        return urljoin(base, address)
    except ValueError:
        # No address at all, so nothing was saved under it.
        return ""


def _page(source: Source, resource: Any, beside: dict[str, bytes], warnings: list[str]) -> HtmlText | None:
    if not isinstance(resource, dict) or not isinstance(content := resource.get("WebResourceData"), bytes):
        return None
    address = str(resource.get("WebResourceURL", ""))
    if address.startswith(_EMPTY_FRAMES) and not content.strip():
        return None
    if str(resource.get("WebResourceMIMEType", "")).lower() in _PAGES:
        try:
            picture = pictures_within(source, lambda name: beside.get(_joined(address, name)))
            return read_html_bytes(content, str(resource.get("WebResourceTextEncodingName", "")), picture)
        except TextUndecodableError:
            warnings.append(f"the page {address} is no text")
            return None
    # A PDF or a picture that was saved from the browser.
    name = unquote(urlsplit(address).path).rpartition("/")[2]
    return HtmlText("", tuple(inner_blocks(source, name, content, warnings)))
