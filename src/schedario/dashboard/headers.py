"""What a browser is told of how to treat what the dashboard sends: above all the content security policy.

Scripts come from the service alone, and those that stand in a page carry its nonce. NiceGUI makes its pages out of
templates in the browser, for which it needs ``eval``: that is the one thing that the policy allows beyond this, and it
reaches no text of a document, since those are sent as data and shown as text.
"""

import re
import secrets

from starlette.types import Message, Send

_OF_NICEGUI = (b"x-nicegui-content", b"page")
_NICEGUI_STYLE = b"'sha256-ZdHxw9eWtnxUb3mk6tBS+gIiVUPE3pGM470keHPDFlE='"
"""Of the one style that stands in an attribute of NiceGUI's pages."""
_SCRIPT_OR_STYLE = re.compile(rb"<(script|style)(?=[\s>])")

_COMMON = {
    b"x-content-type-options": b"nosniff",
    b"x-frame-options": b"DENY",
    # With less, browsers would not say of a form which page sends it.
    b"referrer-policy": b"same-origin",
    b"cross-origin-opener-policy": b"same-origin",
    b"cross-origin-resource-policy": b"same-origin",
    b"permissions-policy": b"camera=(), microphone=(), geolocation=()",
}
"""For all that the dashboard sends."""

NO_SCRIPT = (
    b"default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""The policy of a page that needs no script."""


def with_nonce(html: bytes) -> tuple[bytes, bytes]:
    """Return a page of NiceGUI's whose scripts and styles carry a nonce, and the policy that lets these alone be used.

    What a page shows stands in it as JSON without any ``<``, so no tag of a document's can be given the nonce.
    """
    nonce = secrets.token_urlsafe(16).encode()
    return _SCRIPT_OR_STYLE.sub(rb'<\1 nonce="' + nonce + b'"', html), _policy(nonce)


def _policy(nonce: bytes) -> bytes:
    return b"; ".join(
        [
            b"default-src 'none'",
            b"script-src 'self' 'nonce-%b' 'unsafe-eval'" % nonce,
            b"style-src 'self' 'nonce-%b'" % nonce,
            b"style-src-attr 'unsafe-hashes' " + _NICEGUI_STYLE,
            b"img-src 'self' data:",
            b"font-src 'self'",
            b"connect-src 'self'",
            b"form-action 'self'",
            b"base-uri 'none'",
            b"frame-ancestors 'none'",
        ]
    )


def with_headers(send: Send) -> Send:
    """Let answers carry what browsers are told of all of them, and pages of NiceGUI their policy."""
    start: Message = {}
    body = bytearray()

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            known = {name for name, _ in message.get("headers", ())}
            own = [(name, value) for name, value in _COMMON.items() if name not in known]
            message["headers"] = [*message.get("headers", ()), *own]
            if _OF_NICEGUI in message["headers"]:
                start.update(message)
            else:
                await send(message)
        elif not start:
            await send(message)
        else:
            body.extend(message.get("body", b""))
            if not message.get("more_body", False):
                for part in _policed(start, bytes(body)):
                    await send(part)

    return sent


def _policed(start: Message, html: bytes) -> tuple[Message, Message]:
    page, policy = with_nonce(html)
    kept = [(name, value) for name, value in start["headers"] if name != b"content-length"]
    headers = [*kept, (b"content-length", str(len(page)).encode()), (b"content-security-policy", policy)]
    return {**start, "headers": headers}, {"type": "http.response.body", "body": page}
