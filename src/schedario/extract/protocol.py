"""What parent and child say to each other: frames of a length and a JSON text, on the child's stdin and stdout.

JSON and not pickle: a child that a hostile file took over must not be able to make the parent run anything.
"""

import base64
import json
import struct
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import IO, Any

from schedario.errors import ExtractionCrashedError, FileError, error_class
from schedario.extract.limits import ExtractionLimits
from schedario.extract.ocr import OcrOptions, engine_name
from schedario.records.extraction import (
    Block,
    BlockRole,
    ExtractedPage,
    Extraction,
    Member,
    Origin,
    PageKind,
    PictureReading,
)
from schedario.records.note import Link, LinkKind, Markup
from schedario.records.picture import DrawnImage, VisionReading
from schedario.records.status import Finding, Health

_LENGTH = struct.Struct(">I")
_LARGEST_FRAME = 1 << 30


class ProtocolError(Exception):
    """The other side said something that is no message."""


@dataclass(frozen=True, slots=True)
class Hello:
    """Parent to child, first of all: the limits in force, and how pictures are read."""

    limits: ExtractionLimits
    ocr: OcrOptions


@dataclass(frozen=True, slots=True)
class ExtractRequest:
    """Parent to child: read this file, or a member of it.

    Attributes:
        path: The file on disk.
        members: Keys of the members to take out, each of the one before it; empty for the file itself.
    """

    path: str
    members: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PageRequest:
    """Parent to child: draw a page of this file, or of a member of it.

    Attributes:
        path: The file on disk.
        members: As in ``ExtractRequest``.
        page: Number, from 1.
        width: Pixels from left to right.
    """

    path: str
    members: tuple[str, ...]
    page: int
    width: int


@dataclass(frozen=True, slots=True)
class DrawRequest:
    """Parent to child: take pictures and pages out of this file, or of a member of it.

    Attributes:
        path: The file on disk.
        members: As of an ``ExtractRequest``.
        wanted: Hashes of the pictures and pages.
    """

    path: str
    members: tuple[str, ...]
    wanted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Parent to child: say how you are."""


@dataclass(frozen=True, slots=True)
class Progress:
    """Child to parent: it started, or finished one more page."""


@dataclass(frozen=True, slots=True)
class PictureQuestion:
    """Child to parent, while it reads a file: did this engine read the picture of these bytes before?"""

    sha256: str
    engine: str


@dataclass(frozen=True, slots=True)
class PictureAnswer:
    """Parent to child: what was read on the picture, None when it must be read."""

    reading: PictureReading | None


@dataclass(frozen=True, slots=True)
class SeenQuestion:
    """Child to parent, while it reads a file: did a model look at what nobody else could read?"""

    sha256: str


@dataclass(frozen=True, slots=True)
class SeenAnswer:
    """Parent to child: what it made of it, None when it did not look."""

    reading: VisionReading | None


@dataclass(frozen=True, slots=True)
class Drawn:
    """Child to parent: the pictures and pages that were found."""

    images: tuple[DrawnImage, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """Child to parent: the file was read."""

    extraction: Extraction


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """Child to parent: the page was drawn, as a JPEG."""

    content: bytes


@dataclass(frozen=True, slots=True)
class Failed:
    """Child to parent: the file could not be read."""

    error: FileError


@dataclass(frozen=True, slots=True)
class Checked:
    """Child to parent: how it is."""

    findings: tuple[Finding, ...]


Request = ExtractRequest | DrawRequest | PageRequest
Answer = Done | Drawn | DrawnPage | Failed
Asked = Request | CheckRequest | PictureAnswer | SeenAnswer
Told = Progress | PictureQuestion | SeenQuestion | Answer | Checked
Message = Hello | Asked | Told


def write_message(stream: IO[bytes], message: Message) -> None:
    """Write one frame and flush it."""
    text = json.dumps(_encode(message), ensure_ascii=False, separators=(",", ":"), default=_plain)
    # Paths whose bytes are no UTF-8 are lone surrogates in Python, and pass unharmed.
    body = text.encode("utf-8", "surrogatepass")
    stream.write(_LENGTH.pack(len(body)) + body)
    stream.flush()


def read_message(stream: IO[bytes]) -> Message | None:
    """Read one frame; None when the other side closed its end.

    Raises:
        ProtocolError: It is no message.
    """
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    if length > _LARGEST_FRAME:
        raise ProtocolError(f"a frame of {length} bytes")
    body = stream.read(length)
    if len(body) < length:
        return None
    try:
        return _decode(json.loads(body.decode("utf-8", "surrogatepass")))
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise ProtocolError(f"{type(error).__name__}: {error}") from error


def _encode(message: Message) -> dict[str, Any]:
    if isinstance(message, Failed):
        error = message.error
        content = {"code": error.code, "what": error.what, "subject": error.subject, "remedy": error.remedy}
    else:
        content = _fields(message)
    return {"is": type(message).__name__, **content}


def _fields(value: Any) -> dict[str, Any]:
    return {field.name: getattr(value, field.name) for field in fields(value)}


def _plain(value: Any) -> Any:
    return base64.b64encode(value).decode() if isinstance(value, bytes) else _fields(value)


def _decode(value: dict[str, Any]) -> Message:
    return _DECODERS[value["is"]](value)


def _ocr_options(value: dict[str, Any]) -> OcrOptions:
    return OcrOptions(engine_name(value["engine"]), tuple(value["languages"]), tuple(value["held"]))


def _extraction(value: dict[str, Any]) -> Extraction:
    return Extraction(
        media_type=str(value["media_type"]),
        title=str(value["title"]),
        pages=tuple(map(_page, value["pages"])),
        warnings=tuple(map(str, value["warnings"])),
        pictures=tuple(map(_reading, value["pictures"])),
        members=tuple(map(_member, value["members"])),
        markup=_markup(value["markup"]),
    )


def _markup(value: dict[str, Any]) -> Markup:
    links = tuple(map(_link, value["links"]))
    return Markup(links, tuple(map(str, value["hashtags"])), str(value["opening"]))


def _link(value: dict[str, Any]) -> Link:
    return Link(LinkKind(value["kind"]), str(value["target"]), str(value["heading"]))


def _page(value: dict[str, Any]) -> ExtractedPage:
    return ExtractedPage(
        kind=PageKind(value["kind"]),
        number=None if value["number"] is None else int(value["number"]),
        label=str(value["label"]),
        origin=Origin(value["origin"]),
        blocks=tuple(map(_block, value["blocks"])),
        flattened=bool(value["flattened"]),
        confidence=None if value["confidence"] is None else float(value["confidence"]),
        sha256=str(value["sha256"]),
    )


def _member(value: dict[str, Any]) -> Member:
    texts = [str(value[name]) for name in ("content_hash", "code", "reason")]
    return Member(str(value["key"]), str(value["name"]), int(value["size_bytes"]), *texts)


def _block(value: dict[str, Any]) -> Block:
    rows = tuple(map(int, value["rows"]))
    return Block(
        str(value["text"]),
        BlockRole(value["role"]),
        int(value["level"]),
        rows,
        Origin(value["origin"]),
        str(value["sha256"]),
    )


def _reading(value: dict[str, Any]) -> PictureReading:
    return PictureReading(
        sha256=str(value["sha256"]),
        text=str(value["text"]),
        confidence=None if value["confidence"] is None else float(value["confidence"]),
        engine=str(value["engine"]),
        origin=Origin(value["origin"]),
    )


def _answer(value: dict[str, Any]) -> PictureAnswer:
    return PictureAnswer(None if value["reading"] is None else _reading(value["reading"]))


def _seen(value: dict[str, Any]) -> SeenAnswer:
    reading = value["reading"]
    if reading is None:
        return SeenAnswer(None)
    return SeenAnswer(VisionReading(str(reading["sha256"]), str(reading["text"]), str(reading["description"])))


def _drawn(value: dict[str, Any]) -> DrawnImage:
    return DrawnImage(str(value["sha256"]), _bytes(value["content"]), str(value["media_type"]))


def _bytes(value: str) -> bytes:
    return base64.b64decode(value, validate=True)


def _failed(value: dict[str, Any]) -> Failed:
    cls = error_class(value["code"])
    if not issubclass(cls, FileError):
        cls = ExtractionCrashedError
    return Failed(cls(str(value["what"]), subject=str(value["subject"]), remedy=str(value["remedy"])))


def _finding(value: dict[str, Any]) -> Finding:
    return Finding(str(value["part"]), Health(value["health"]), str(value["detail"]), str(value["remedy"]))


_DECODERS: dict[str, Callable[[dict[str, Any]], Message]] = {
    "Hello": lambda value: Hello(ExtractionLimits(**value["limits"]), _ocr_options(value["ocr"])),
    "ExtractRequest": lambda value: ExtractRequest(value["path"], tuple(map(str, value["members"]))),
    "DrawRequest": lambda value: DrawRequest(
        value["path"], tuple(map(str, value["members"])), tuple(map(str, value["wanted"]))
    ),
    "PageRequest": lambda value: PageRequest(
        value["path"], tuple(map(str, value["members"])), int(value["page"]), int(value["width"])
    ),
    "CheckRequest": lambda _: CheckRequest(),
    "Progress": lambda _: Progress(),
    "PictureQuestion": lambda value: PictureQuestion(str(value["sha256"]), str(value["engine"])),
    "PictureAnswer": _answer,
    "SeenQuestion": lambda value: SeenQuestion(str(value["sha256"])),
    "SeenAnswer": _seen,
    "Done": lambda value: Done(_extraction(value["extraction"])),
    "Drawn": lambda value: Drawn(tuple(map(_drawn, value["images"]))),
    "DrawnPage": lambda value: DrawnPage(_bytes(value["content"])),
    "Failed": _failed,
    "Checked": lambda value: Checked(tuple(map(_finding, value["findings"]))),
}
