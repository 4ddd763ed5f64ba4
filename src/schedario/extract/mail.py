"""Reads mail messages (EML): headers, the text that holds more, every part.

The parser is the standard library's, without its new header classes, which fail on headers that are slightly wrong.
"""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_bytes
from email.generator import BytesGenerator
from email.header import decode_header
from email.message import Message

from schedario.extract.blocks import body, heading, one_line
from schedario.extract.embedded import LEAST_SIDE
from schedario.extract.encoding import TextUndecodableError, decode
from schedario.extract.html import read_html_bytes
from schedario.extract.letter import HEADERS, Attachment, Letter, letter_blocks, letter_members, remembered, weight
from schedario.extract.members import Taken, written
from schedario.extract.picture_file import PictureUnreadableError, open_picture
from schedario.extract.source import Source
from schedario.records.extraction import Block, Extraction

# Bytes of these are ASCII, and would be taken for the text itself.
_SEVEN_BIT = frozenset({"utf-7", "hz", "hz-gb-2312"})
_ENCRYPTED = frozenset({"multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime"})
_FOLD = re.compile(r"\r?\n[ \t]*|\r")
# Halves of characters, which no text has, but for those that the library writes for bytes beyond ASCII.
_HALVES = re.compile("[\ud800-\udc7f\udd00-\udfff]")
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")
_SUFFIXES = {"text/html": ".html", "text/plain": ".txt", "text/calendar": ".ics", "message/rfc822": ".eml"}


def read_mail(source: Source) -> Extraction:
    """Read one message.

    Raises:
        LimitExceededError: It has too many parts, or messages inside one another.
        FileDamagedError: It has neither headers nor text.
    """
    warnings: list[str] = []
    letter = read_letter(source, source.path.read_bytes(), warnings)
    members = tuple(letter_members(letter))
    return Extraction(source.media_type, letter.subject, body(letter_blocks(letter)), tuple(warnings), members=members)


def take_out(source: Source, key: str) -> Taken:
    """Write an attachment into the child's folder."""
    letter = remembered(source, "whole", lambda: read_letter(source, source.path.read_bytes(), []))
    attachment = letter.attachments[int(key)]
    return written(attachment.name, attachment.content)


def read_letter(source: Source, content: bytes, warnings: list[str]) -> Letter:
    """Parse a message and all in it."""
    return _Reader(source, warnings).letter(message_from_bytes(_single_bytes(source, content)))


@dataclass(slots=True)
class _Content:
    """What a part gives: text, how much it counts among alternatives, and what lies beside it."""

    text: tuple[Block, ...] = ()
    weight: tuple[int, int] = (0, 0)
    attachments: tuple[Attachment, ...] = ()


class _Reader:
    def __init__(self, source: Source, warnings: list[str]) -> None:
        self._source = source
        self._warnings = warnings
        self._parts = 0

    def letter(self, message: Message) -> Letter:
        """Read a message with all in it."""
        headers = {name: text for name in HEADERS if (text := header(message, name))}
        found = self._content(message, 0)
        if not headers and not found.text and not found.attachments:
            raise self._source.damaged("the file has neither headers nor text, as a message has")
        return Letter(headers, found.text, found.attachments)

    def _content(self, part: Message, depth: int, *, laid_out: bool = False) -> _Content:
        """Read a part; ``depth`` says in how many others it lies, ``laid_out`` whether it belongs to a page."""
        if depth > self._source.limits.nesting:
            raise self._source.beyond("nesting", self._source.limits.nesting, "parts of a message inside one another")
        self._parts += 1
        if self._parts > self._source.limits.archive_members:
            raise self._source.beyond("archive_members", self._source.limits.archive_members, "parts of a message")
        kind = part.get_content_type()
        if kind in _ENCRYPTED and "signed" not in str(part.get_param("smime-type", "")):
            self._warnings.append("an encrypted part was not read")
        if kind.startswith("message/") and isinstance(part.get_payload(), list):
            return self._messages(part)
        if not part.is_multipart():
            return self._leaf(part, kind, laid_out=laid_out)
        related = kind == "multipart/related"
        inner = [
            self._content(child, depth + 1, laid_out=laid_out or (related and number > 0))
            for number, child in enumerate(_children(part))
        ]
        attachments = tuple(one for content in inner for one in content.attachments)
        if kind == "multipart/alternative" and inner:
            best = max(inner, key=lambda content: content.weight)
            return _Content(best.text, best.weight, attachments)
        text = tuple(block for content in inner for block in content.text)
        return _Content(text, weight(text), attachments)

    def _messages(self, part: Message) -> _Content:
        """Take the message in a part as it is; a delivery report has several, which are only headers."""
        if part.get_content_type() != "message/rfc822":
            text = "\n".join(f"{name}: {_text(value)}" for child in _children(part) for name, value in child.items())
            blocks = (Block(text),) if text.strip() else ()
            return _Content(blocks, weight(blocks))
        return _Content(attachments=tuple(self._message(part, child) for child in _children(part)))

    def _message(self, part: Message, message: Message) -> Attachment:
        name = _file_name(part) or header(message, "Subject").replace("/", "_") or "message"
        return Attachment(name if name.lower().endswith(".eml") else f"{name}.eml", _bytes_of(message))

    def _leaf(self, part: Message, kind: str, *, laid_out: bool) -> _Content:
        content = part.get_payload(decode=True)
        name = _file_name(part)
        if not isinstance(content, bytes) or not (content or name):
            return _Content()
        disposition = part.get_content_disposition()
        is_text = kind.startswith("text/") and kind != "text/rtf" and disposition != "attachment" and not name
        if is_text and (text := self._text_part(part, kind, content)) is not None:
            counts = kind in {"text/plain", "text/html"}
            return _Content(text, weight(text) if counts else (0, 0))
        shown_in_text = laid_out and kind.startswith("image/") and "Content-ID" in part
        # Some programs call a picture that the text shows an attachment; any other kind is one then.
        is_laid_out = shown_in_text or (disposition != "attachment" and (laid_out or _is_ornament(part, kind, content)))
        name = name or f"part {self._parts}{_SUFFIXES.get(kind, '')}"
        return _Content(attachments=(Attachment(name, content, is_member=not is_laid_out),))

    def _text_part(self, part: Message, kind: str, content: bytes) -> tuple[Block, ...] | None:
        """Return a part's text; None when its bytes are none."""
        charset = str(part.get_content_charset() or "")
        try:
            if kind == "text/html":
                return read_html_bytes(content, charset).blocks
            text = content.decode(charset, "replace") if charset in _SEVEN_BIT else decode(content, charset).text
        except TextUndecodableError:
            return None
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if str(part.get_param("format", "")).lower() == "flowed":
            text = _unflowed(text, drop_space=str(part.get_param("delsp", "")).lower() == "yes")
        return (Block(text.strip("\n")),) if text.strip() else ()


def _is_ornament(part: Message, kind: str, content: bytes) -> bool:
    """Tell a picture that a message shows in its text, or a small one, such as the logo of a signature."""
    return kind.startswith("image/") and ("Content-ID" in part or _is_small(content))


def _is_small(picture: bytes) -> bool:
    try:
        opened = open_picture(picture)
    except PictureUnreadableError:
        return False
    return min(opened.width, opened.height) < LEAST_SIDE


def _bytes_of(message: Message) -> bytes:
    """Write a message that lies in another as a file of its own."""
    file = io.BytesIO()
    # Headers as they were: the generator would fold them anew.
    BytesGenerator(file, mangle_from_=False, maxheaderlen=0).flatten(message)
    return file.getvalue()


def message_heading(letter: Letter) -> Block:
    """Make the heading of a message among others."""
    return heading(letter.subject or "(no subject)", 1)


def _single_bytes(source: Source, content: bytes) -> bytes:
    """Return a message whose lines can be parsed: one that was saved as UTF-16 becomes UTF-8."""
    if content.startswith(_WIDE_MARKS) or (b"\x00" in content[:64]):
        try:
            return decode(content).text.encode()
        except TextUndecodableError as error:
            raise source.damaged("the message is no text") from error
    return content.lstrip(b"\r\n").removeprefix(b"\xef\xbb\xbf")


def _children(part: Message) -> Iterator[Message]:
    payload = part.get_payload()
    return (child for child in payload if isinstance(child, Message)) if isinstance(payload, list) else iter(())


def header(message: Message, name: str) -> str:
    """Return a header's text, empty when there is none; when it is there twice the first counts."""
    return next((_text(value) for key, value in message.raw_items() if key.lower() == name.lower()), "")


def _text(raw: object) -> str:
    """Decode a header: encoded words, and bytes that were put there as they are."""
    text = _HALVES.sub("\N{REPLACEMENT CHARACTER}", _FOLD.sub(" ", str(raw)))
    if not text.isascii():
        text = _decoded(text.encode("utf-8", "surrogateescape"), "")
    try:
        pieces = decode_header(text)
    except ValueError:
        return one_line(text)
    return one_line("".join(_piece(piece, charset) for piece, charset in pieces))


def _piece(piece: bytes | str, charset: str | None) -> str:
    if isinstance(piece, str):
        return piece
    # Between encoded words the library gives plain text in this form.
    return _decoded(piece, charset) if charset else piece.decode("raw-unicode-escape", "replace")


def _decoded(content: bytes, charset: str) -> str:
    try:
        return decode(content, charset).text
    except TextUndecodableError:
        return content.decode("cp1252", "replace")


def _file_name(part: Message) -> str:
    named = part.get_param("filename", header="content-disposition") or part.get_param("name") or ""
    if isinstance(named, tuple):
        # In another form (RFC 2231). The library would decode it too, and fails on encodings that there are not.
        charset, _, text = named
        named = _decoded(text.encode("raw-unicode-escape"), charset or "ascii")
    return _text(named).replace("/", "_")


def _unflowed(text: str, *, drop_space: bool) -> str:
    """Join the lines of a paragraph, which end in a space (RFC 3676); the line before a signature stays."""
    lines: list[str] = []
    joins = False
    for line in text.split("\n"):
        if joins:
            lines[-1] += line
        else:
            lines.append(line)
        joins = line.endswith(" ") and line != "-- "
        if joins and drop_space:
            lines[-1] = lines[-1][:-1]
    return "\n".join(lines)
