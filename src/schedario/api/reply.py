"""JSON answers."""

import json
from collections.abc import Mapping
from typing import Any

from starlette.responses import Response


class Reply(Response):
    """A JSON answer; bytes of file names that are no UTF-8 stand as U+FFFD, which is all that JSON can say of them."""

    media_type = "application/json"

    def __init__(self, content: Any, status_code: int = 200, headers: Mapping[str, str] | None = None) -> None:
        # What an archive holds is nobody's business but who asked: no cache between may keep it.
        super().__init__(content, status_code, {"Cache-Control": "no-store", **(headers or {})})

    def render(self, content: Any) -> bytes:
        """See ``Response``."""
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        return text.encode() if text.isascii() else _shown(text).encode()


class TerminalReply(Response):
    """A JSON answer without loss, for the command line, which has words for names that are no UTF-8."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """See ``Response``."""
        return json.dumps(content, separators=(",", ":")).encode()


def _shown(text: str) -> str:
    return "".join("\N{REPLACEMENT CHARACTER}" if "\ud800" <= c <= "\udfff" else c for c in text)
