"""One file out of a multipart form, as it comes: nothing is held in memory, and nobody is waited for without end."""

import asyncio
from dataclasses import dataclass

from fastapi import Request
from python_multipart.exceptions import MultipartParseError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.requests import ClientDisconnect

from schedario.api.errors import unknown_name
from schedario.errors import RequestInvalidError, StoppedError
from schedario.services.arriving import arriving
from schedario.services.originals import IncomingFile, KeptFile, Originals, too_large

FIELD = "file"

_HEADER_BYTES = 4096
_AROUND_BYTES = 64 * 1024
"""What a form may have beside the file."""


@dataclass
class _Form:
    """What was parsed so far."""

    incoming: IncomingFile
    name: str = ""
    field_name: bytes = b""
    field_value: bytes = b""
    disposition: bytes = b""
    files: int = 0
    whole: bool = False

    def parser(self, boundary: bytes) -> MultipartParser:
        return MultipartParser(
            boundary,
            {
                "on_part_begin": self._part_begin,
                "on_header_field": self._header_field,
                "on_header_value": self._header_value,
                "on_header_end": self._header_end,
                "on_headers_finished": self._headers_finished,
                "on_part_data": lambda data, start, end: self.incoming.write(data[start:end]),
                "on_end": self._end,
            },
        )

    def _part_begin(self) -> None:
        self.disposition = b""

    def _header_field(self, data: bytes, start: int, end: int) -> None:
        self.field_name = _bounded(self.field_name + data[start:end])

    def _header_value(self, data: bytes, start: int, end: int) -> None:
        self.field_value = _bounded(self.field_value + data[start:end])

    def _header_end(self) -> None:
        if self.field_name.lower() == b"content-disposition":
            self.disposition = self.field_value
        self.field_name = self.field_value = b""

    def _headers_finished(self) -> None:
        _, options = parse_options_header(self.disposition)
        name = options.get(b"name", b"").decode("utf-8", "replace")
        if name != FIELD:
            raise unknown_name(name or "without a name", [FIELD], "form")
        if b"filename" not in options:
            raise RequestInvalidError("the field is no file", subject=FIELD, remedy="Send it with a file name")
        self.files += 1
        if self.files > 1:
            raise RequestInvalidError("there is more than one file", subject=FIELD, remedy="Send one in each request")
        self.name = options[b"filename"].decode("utf-8", "replace")

    def _end(self) -> None:
        self.whole = True


async def receive_file(request: Request, originals: Originals) -> KeptFile:
    """Take the file of a form in.

    Raises:
        RequestInvalidError: It is no form with one file.
        UploadTooLargeError: The file is larger than a file may be.
        UploadStalledError: It does not get on.
        StoppedError: The client has gone.
    """
    boundary = _boundary(request)
    length = request.headers.get("content-length", "")
    if length.isdigit() and int(length) > originals.max_bytes + _AROUND_BYTES:
        raise too_large(originals.max_bytes)
    incoming = originals.receive()
    try:
        form = _Form(incoming)
        await _parse(request, form, form.parser(boundary))
        if not form.whole or not form.files:
            raise RequestInvalidError("the form has no whole file", subject=FIELD, remedy=_EXAMPLE)
        return await asyncio.to_thread(incoming.keep, form.name)
    finally:
        incoming.close()


_EXAMPLE = "Send it as multipart/form-data, as 'curl -F file=@report.pdf' does"


async def _parse(request: Request, form: _Form, parser: MultipartParser) -> None:
    received = 0
    try:
        async for piece in arriving(request.stream()):
            received += len(piece)
            if received > form.incoming.max_bytes + _AROUND_BYTES:
                raise too_large(form.incoming.max_bytes)
            parser.write(piece)
    except ClientDisconnect as error:
        raise StoppedError("the client has gone") from error
    except MultipartParseError as error:
        raise RequestInvalidError(f"the form cannot be read ({error})", subject="body", remedy=_EXAMPLE) from error


def _boundary(request: Request) -> bytes:
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    boundary = options.get(b"boundary", b"")
    if kind != b"multipart/form-data" or not boundary:
        raise RequestInvalidError("the body is no form with a file", subject="body", remedy=_EXAMPLE)
    return boundary


def _bounded(header: bytes) -> bytes:
    if len(header) > _HEADER_BYTES:
        raise RequestInvalidError("a header of the form is too long", subject=FIELD, remedy="Give it a shorter name")
    return header
