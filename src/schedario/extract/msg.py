"""Reads Outlook messages (MSG), which are compound files of numbered properties (MS-OXMSG)."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email import message_from_string
from functools import cached_property

from schedario.extract.blocks import body, one_line
from schedario.extract.cfb import CompoundError, Storage, read_compound
from schedario.extract.encoding import TextUndecodableError, decode
from schedario.extract.html import read_html_bytes
from schedario.extract.letter import HEADERS, Attachment, Letter, letter_blocks, letter_members, remembered, weight
from schedario.extract.mail import header
from schedario.extract.members import Taken, written
from schedario.extract.rtf import read_rtf_bytes
from schedario.extract.rtf_packed import unpack_rtf
from schedario.extract.rtf_syntax import page_encoding
from schedario.extract.source import Source
from schedario.records.extraction import Block, Extraction

_SUBJECT, _SENT, _DELIVERED = 0x0037, 0x0039, 0x0E06
_SENDER_NAME, _SENDER_ADDRESS, _SENDER_SMTP = 0x0C1A, 0x0C1F, 0x5D01
_DISPLAY_TO, _DISPLAY_CC, _INTERNET_HEADERS = 0x0E04, 0x0E03, 0x007D
_BODY, _BODY_RTF, _BODY_HTML = 0x1000, 0x1009, 0x1013
_CODE_PAGES = (0x3FFD, 0x3FDE)
_RECIPIENT_KIND, _DISPLAY_NAME, _ADDRESS, _SMTP = 0x0C15, 0x3001, 0x3003, 0x39FE
_ATTACHED, _SHORT_NAME, _LONG_NAME, _CONTENT_ID, _HIDDEN = 0x3701, 0x3704, 0x3707, 0x3712, 0x7FFE
_TO, _CC = 1, 2
_UNICODE, _EIGHT_BIT, _BINARY, _OBJECT, _TIME = 0x001F, 0x001E, 0x0102, 0x000D, 0x0040
_EPOCH = datetime(1601, 1, 1, tzinfo=UTC)
_ENTRY_BYTES = 16
# Properties of the message itself stand after a longer head than those of what lies in it.
_HEAD_BYTES = {"message": 32, "embedded": 24, "part": 8}


def read_msg(source: Source) -> Extraction:
    """Read one message, the file's own or one that lies in it.

    Raises:
        FileDamagedError: It is no compound file, or a broken one.
    """
    warnings: list[str] = []
    letter = _letter(source, warnings)
    members = tuple(letter_members(letter))
    return Extraction(source.media_type, letter.subject, body(letter_blocks(letter)), tuple(warnings), members=members)


def take_out(source: Source, key: str) -> Taken:
    """Write an attachment into the child's folder; a message lies in the file unpacked, and stays there."""
    attachment = remembered(source, "whole", lambda: _letter(source, [])).attachments[int(key)]
    if attachment.inside:
        return Taken(source.path, (*source.inside, attachment.inside))
    return written(attachment.name, attachment.content)


def _letter(source: Source, warnings: list[str]) -> Letter:
    try:
        message = _Properties(read_compound(source.path.read_bytes()), "message")
        for name in source.inside:
            message = message.embedded(name)
        return _Reader(source, warnings).letter(message)
    except CompoundError as error:
        raise source.damaged(f"the message cannot be read ({error})") from error


@dataclass
class _Properties:
    """The properties of a message, a recipient or an attachment."""

    storage: Storage
    place: str
    encoding: str = ""

    @cached_property
    def fixed(self) -> dict[int, bytes]:
        """Values of eight bytes and less, by number."""
        content = self.storage.read("__properties_version1.0")
        starts = range(_HEAD_BYTES[self.place], len(content) - _ENTRY_BYTES + 1, _ENTRY_BYTES)
        return {struct.unpack_from("<H", content, at + 2)[0]: content[at + 8 : at + 16] for at in starts}

    def number(self, key: int) -> int:
        """Return a whole number, 0 when there is none."""
        return int.from_bytes(self.fixed.get(key, b"")[:4], "little")

    def time(self, key: int) -> str:
        """Return a time in UTC as text, empty when there is none."""
        ticks = int.from_bytes(self.fixed.get(key, b""), "little")
        try:
            found = _EPOCH + timedelta(microseconds=ticks // 10)
        except OverflowError:
            return ""
        return found.strftime("%a, %d %b %Y %H:%M:%S +0000") if ticks else ""

    def binary(self, key: int) -> bytes:
        """Return bytes, empty when there are none."""
        return self.storage.read(_stream(key, _BINARY))

    def text(self, key: int) -> str:
        """Return a text, empty when there is none; where Unicode was not used, in the message's code page."""
        if found := self.storage.read(_stream(key, _UNICODE)):
            return found.decode("utf-16-le", "replace").rstrip("\x00")
        found = self.storage.read(_stream(key, _EIGHT_BIT)).rstrip(b"\x00")
        try:
            return decode(found, self.code_page).text if found else ""
        except TextUndecodableError:
            return ""

    @cached_property
    def code_page(self) -> str:
        """Name the encoding of texts that are not Unicode; empty when the message does not say."""
        names = (page_encoding(self.number(key)) for key in _CODE_PAGES)
        return self.encoding or next(filter(None, names), "")

    def embedded(self, name: str) -> "_Properties":
        """Return the message that an attachment is."""
        part = self.storage.storages[name]
        return _Properties(part.storages[_stream(_ATTACHED, _OBJECT)], "embedded", self.code_page)

    def parts(self, prefix: str) -> Iterator["_Properties"]:
        """Yield the recipients or attachments, in the order of their numbers."""
        for name in sorted(self.storage.storages):
            if name.startswith(prefix):
                yield _Properties(self.storage.storages[name], "part", self.code_page)


class _Reader:
    def __init__(self, source: Source, warnings: list[str]) -> None:
        self._source = source
        self._warnings = warnings

    def letter(self, message: _Properties) -> Letter:
        """Read a message and what is attached to it."""
        self._source.progress()
        names = sorted(name for name in message.storage.storages if name.startswith("__attach_version1.0_"))
        attachments = (self._attachment(message, name) for name in names)
        return Letter(_headers(message), self._body(message), tuple(filter(None, attachments)))

    def _body(self, message: _Properties) -> tuple[Block, ...]:
        """Return the text, as plain text or HTML by what holds more; RTF only when there is neither."""
        plain = message.text(_BODY).replace("\r\n", "\n").replace("\r", "\n").strip()
        forms: list[tuple[Block, ...]] = [(Block(plain),)] if plain else []
        page = message.binary(_BODY_HTML) or message.text(_BODY_HTML).encode()
        try:
            if page:
                forms.append(read_html_bytes(page, message.code_page).blocks)
            if not forms and (packed := message.binary(_BODY_RTF)):
                forms.append(read_rtf_bytes(self._source, unpack_rtf(packed)).blocks)
        except (TextUndecodableError, ValueError) as error:
            self._warnings.append(f"a form of the text could not be read ({error})")
        return max(forms, key=weight, default=())

    def _attachment(self, message: _Properties, place: str) -> Attachment | None:
        part = _Properties(message.storage.storages[place], "part", message.code_page)
        embedded = part.storage.storages.get(_stream(_ATTACHED, _OBJECT))
        name = one_line(part.text(_LONG_NAME) or part.text(_SHORT_NAME) or part.text(_DISPLAY_NAME))
        if embedded is not None and "__properties_version1.0" in embedded.streams:
            name = name or one_line(message.embedded(place).text(_SUBJECT)) or "message"
            shown = name if name.lower().endswith(".msg") else f"{name}.msg"
            return Attachment(shown, embedded.content(), inside=place)
        content = part.binary(_ATTACHED)
        if not content and not name:
            return None
        in_layout = bool(part.text(_CONTENT_ID)) and bool(part.number(_HIDDEN) & 1)
        return Attachment(name or "attachment", content, is_member=not in_layout)


def _headers(message: _Properties) -> dict[str, str]:
    """Return the headers that came over the internet; for what was never sent, what Outlook kept of them."""
    sent = message_from_string(message.text(_INTERNET_HEADERS))
    kept = {
        "From": _person(message.text(_SENDER_NAME), message.text(_SENDER_SMTP) or message.text(_SENDER_ADDRESS)),
        "To": _recipients(message, _TO) or message.text(_DISPLAY_TO),
        "Cc": _recipients(message, _CC) or message.text(_DISPLAY_CC),
        "Date": message.time(_SENT) or message.time(_DELIVERED),
        "Subject": message.text(_SUBJECT),
    }
    # The subject is the property's: the header's may be in a code page that nobody knows any more.
    found = {name: header(sent, name) for name in HEADERS if name != "Subject"}
    return {name: text for name in HEADERS if (text := found.get(name) or kept[name])}


def _recipients(message: _Properties, kind: int) -> str:
    people = (part for part in message.parts("__recip_version1.0_") if part.number(_RECIPIENT_KIND) & 0xF == kind)
    return ", ".join(
        _person(person.text(_DISPLAY_NAME), person.text(_SMTP) or person.text(_ADDRESS)) for person in people
    )


def _person(name: str, address: str) -> str:
    """Write a person as mail does; an address that is a path of Exchange says nothing."""
    if "@" not in address or address.strip() == name.strip():
        return one_line(name)
    return one_line(f"{name} <{address}>")


def _stream(key: int, kind: int) -> str:
    return f"__substg1.0_{key:04X}{kind:04X}"
