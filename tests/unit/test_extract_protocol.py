"""Messages between parent and child survive the way, and nothing else is taken for one."""

import io

import pytest

from schedario.errors import ExtractionCrashedError, FileError, PasswordNeededError, error_classes
from schedario.extract.limits import ExtractionLimits
from schedario.extract.ocr import OcrOptions
from schedario.extract.protocol import (
    Checked,
    CheckRequest,
    Done,
    Drawn,
    DrawRequest,
    ExtractRequest,
    Failed,
    Hello,
    Message,
    PictureAnswer,
    PictureQuestion,
    Progress,
    ProtocolError,
    SeenAnswer,
    SeenQuestion,
    read_message,
    write_message,
)
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
from schedario.records.picture import DrawnImage, VisionReading
from schedario.records.status import Finding, Health

READING = PictureReading("f" * 64, "però", 0.75, "engine 1", Origin.OCR)
EXTRACTION = Extraction(
    "text/csv",
    "Städte \U0001f6a2",
    (
        ExtractedPage(PageKind.BODY, None, "", Origin.TEXT, ()),
        ExtractedPage(
            PageKind.SHEET,
            2,
            "Città",
            Origin.OCR,
            (
                Block("T", BlockRole.HEADING, 2),
                Block("a | b\nc", BlockRole.TABLE, rows=(1, 7)),
                Block("\x02\ud800"),
                Block("[Picture, not read]", BlockRole.PICTURE, origin=Origin.UNREAD, sha256="0" * 64),
            ),
            confidence=0.75,
            sha256="1" * 64,
        ),
    ),
    ("one warning",),
    (READING, PictureReading("0" * 64, "", None, "engine 1", Origin.UNREAD)),
    (Member("0:1", "città/a.txt", 7, "hash"), Member("2", "b", 0, "hash", "password_needed", "it is encrypted")),
)


@pytest.mark.parametrize(
    "message",
    [
        Hello(ExtractionLimits(pages=7, ratio=1.5), OcrOptions("tesseract", ("de", "it"), ("fr",))),
        ExtractRequest("/tmp/caff\udce8 è.txt", ("3", "0:1")),
        DrawRequest("/tmp/a.pdf", ("3",), ("f" * 64, "0" * 64)),
        CheckRequest(),
        Progress(),
        SeenQuestion("f" * 64),
        SeenAnswer(VisionReading("f" * 64, "però", "a boat")),
        SeenAnswer(None),
        Drawn((DrawnImage("f" * 64, b"\xff\xd8\x00", "image/jpeg"),)),
        PictureQuestion("f" * 64, "engine 1"),
        PictureAnswer(READING),
        PictureAnswer(None),
        Done(EXTRACTION),
        Checked((Finding("ocr", Health.WARNING, "detail", "remedy"),)),
    ],
)
def test_a_message_arrives_as_it_was_sent(message: Message) -> None:
    assert sent(message) == message


@pytest.mark.parametrize("cls", list(error_classes(FileError)))
def test_an_error_arrives_as_the_same_class_with_its_three_parts(cls: type[FileError]) -> None:
    answer = sent(Failed(cls("what", subject="subject", remedy="remedy")))
    assert isinstance(answer, Failed)
    assert type(answer.error) is cls
    assert (answer.error.what, answer.error.subject, answer.error.remedy) == ("what", "subject", "remedy")


def test_an_error_of_no_known_kind_counts_as_a_crash() -> None:
    frame = framed(b'{"is":"Failed","code":"setting","what":"w","subject":"s","remedy":"r"}')
    answer = read_message(frame)
    assert isinstance(answer, Failed)
    assert type(answer.error) is ExtractionCrashedError


def test_a_closed_stream_is_the_end_and_no_error() -> None:
    assert read_message(io.BytesIO(b"")) is None
    assert read_message(io.BytesIO(b"\x00\x00")) is None
    assert read_message(io.BytesIO(b"\x00\x00\x00\x09{")) is None


@pytest.mark.parametrize(
    "body",
    [b"noise", b"[]", b"{}", b'{"is":"Nothing"}', b'{"is":"Done"}', b'{"is":"Done","extraction":{}}', b"[" * 100_000],
)
def test_what_is_no_message_is_refused(body: bytes) -> None:
    with pytest.raises(ProtocolError):
        read_message(framed(body))


def test_a_frame_of_absurd_length_is_refused_before_it_is_read() -> None:
    with pytest.raises(ProtocolError):
        read_message(io.BytesIO(b"\xff\xff\xff\xff"))


def test_the_error_class_is_not_flattened_to_its_parent() -> None:
    answer = sent(Failed(PasswordNeededError("x")))
    assert isinstance(answer, Failed)
    assert isinstance(answer.error, PasswordNeededError)


def sent(message: Message) -> Message | None:
    stream = io.BytesIO()
    write_message(stream, message)
    stream.seek(0)
    return read_message(stream)


def framed(body: bytes) -> io.BytesIO:
    return io.BytesIO(len(body).to_bytes(4, "big") + body)
