"""Finds the kind of a file that is text: the name decides only where the content leaves it open."""

import re
from pathlib import Path

from schedario.errors import FileEmptyError
from schedario.extract import kinds
from schedario.extract.encoding import TextUndecodableError, decode
from schedario.extract.refusal import damaged, unsupported

_HEAD_CHARACTERS = 4096
_HTML_START = re.compile(r"\s*(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<(!doctype\s+html|html|head|body)\b", re.I | re.S)
_PLIST_START = re.compile(r"\s*<\?xml[^>]*>\s*<!DOCTYPE plist|\s*<plist\b")
_MAIL_HEADER = re.compile(
    r"(received|from|to|subject|date|message-id|mime-version|content-type|return-path|delivered-to|reply-to):", re.I
)
_HEADER_LINE = re.compile(r"[!-9;-~]+:|[ \t]")
_SURE_HEADERS = frozenset({"received", "message-id", "return-path", "delivered-to", "mime-version"})
_MBOX_START = re.compile(r"From \S*.*\d\d:\d\d.*\r?\n")
_MAIL_SUFFIXES = {".eml": kinds.EML, ".mht": kinds.EML, ".mhtml": kinds.EML, ".mbox": kinds.MBOX}
_MARKDOWN_SUFFIXES = frozenset({".md", ".markdown", ".mdown", ".mkd"})
_NAMED = {
    **dict.fromkeys(_MARKDOWN_SUFFIXES, kinds.MARKDOWN),
    **dict.fromkeys((".html", ".htm", ".xhtml"), kinds.HTML),
    ".csv": kinds.CSV,
    ".tsv": kinds.TSV,
    ".tab": kinds.TSV,
    ".ipynb": kinds.NOTEBOOK,
    **dict.fromkeys((".json", ".jsonl", ".ndjson", ".geojson"), kinds.JSON),
}
# A page that a program saved under the name of its own format, as many export.
_EXPORTED_SUFFIXES = frozenset({".doc", ".xls"})


def mail_kind(path: Path, head: bytes) -> str:
    """Tell mail from the first bytes: attachments may be binary, so a message need be no text as a whole."""
    suffix = path.suffix.lower()
    text = _start(head)
    if suffix in _MAIL_SUFFIXES:
        return _MAIL_SUFFIXES[suffix] if text.strip() else ""
    if suffix in _NAMED or suffix in kinds.BINARY_SUFFIXES.keys() - _EXPORTED_SUFFIXES:
        return ""
    from_line = _MBOX_START.match(text)
    known = _mail_headers(text[from_line.end() :] if from_line else text)
    if len(known) >= (2 if from_line else 3) and (from_line or not suffix or known & _SURE_HEADERS):
        return kinds.MBOX if from_line else kinds.EML
    return ""


def text_kind(path: Path) -> str:
    """Return the kind of a text.

    Raises:
        FileEmptyError: It holds nothing but white space.
        FormatUnsupportedError: It is no text, or of a kind without a reader.
        FileDamagedError: Its name promises another kind.
    """
    suffix = path.suffix.lower()
    try:
        text = decode(path.read_bytes()).text
    except TextUndecodableError as error:
        if suffix in kinds.BINARY_SUFFIXES:
            raise damaged(path, f"the file is no {kinds.BINARY_SUFFIXES[suffix]}") from error
        raise unsupported(path, "binary data") from error
    is_page = _HTML_START.match(text[:_HEAD_CHARACTERS]) is not None
    if is_page and suffix in _EXPORTED_SUFFIXES:
        return kinds.HTML
    if suffix in kinds.BINARY_SUFFIXES:
        raise damaged(path, f"the file is text and no {kinds.BINARY_SUFFIXES[suffix]}")
    if not text.strip():
        raise FileEmptyError("the file has no text", subject=str(path))
    if suffix in {".rtf", ".webarchive"} and not _PLIST_START.match(text):
        raise damaged(path, f"the file is text and no {'RTF document' if suffix == '.rtf' else 'web archive'}")
    if _PLIST_START.match(text[:_HEAD_CHARACTERS]) and "WebMainResource" in text:
        return kinds.WEBARCHIVE
    if suffix == ".svg":
        raise unsupported(path, "SVG drawing")
    if is_page and suffix not in _MARKDOWN_SUFFIXES:
        return kinds.HTML
    return _NAMED.get(suffix, kinds.TEXT)


def _start(head: bytes) -> str:
    """Return the first bytes as text; UTF-16 loses its zero bytes, which is enough to know a header by."""
    text = head.replace(b"\x00", b"").decode("latin-1")
    return text.removeprefix("\xff\xfe").removeprefix("\xfe\xff").removeprefix("\xef\xbb\xbf")


def _mail_headers(text: str) -> set[str]:
    """Return the names of mail headers before the first blank line; none when another kind of line stands there."""
    known: set[str] = set()
    for line in text[: 4 * _HEAD_CHARACTERS].splitlines()[:-1]:
        if not line.strip():
            return known
        if not _HEADER_LINE.match(line):
            return set()
        if header := _MAIL_HEADER.match(line):
            known.add(header[1].lower())
    return known
