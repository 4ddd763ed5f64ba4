"""Files that are being sent: whole when they get on, refused when they do not."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from schedario.errors import UploadStalledError
from schedario.services import arriving as module
from schedario.services.arriving import arriving


class Clock:
    """The module's clock, which goes on by so many seconds at each look."""

    def __init__(self, step: float) -> None:
        self._step = step
        self._now = 0.0

    def monotonic(self) -> float:
        self._now += self._step
        return self._now


async def sent(*pieces: bytes) -> AsyncIterator[bytes]:
    for piece in pieces:
        yield piece


async def held(piece: bytes) -> AsyncIterator[bytes]:
    yield piece
    await asyncio.Event().wait()


def taken(pieces: AsyncIterator[bytes]) -> list[bytes]:
    async def take() -> list[bytes]:
        return [piece async for piece in arriving(pieces)]

    return asyncio.run(take())


@pytest.fixture
def quickly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Patience of a moment."""
    monkeypatch.setattr(module, "_QUIET_SECONDS", 0.01)


def test_what_gets_on_comes_whole() -> None:
    assert taken(sent(b"one", b"two")) == [b"one", b"two"]


@pytest.mark.usefixtures("quickly")
def test_a_sender_who_holds_the_connection_is_not_waited_for() -> None:
    with pytest.raises(UploadStalledError):
        taken(held(b"one"))


def test_a_sender_who_trickles_is_refused_after_the_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    # Three looks: the start, and one after each piece; the second piece ends 61 seconds after the start.
    monkeypatch.setattr(module, "time", Clock(30.5))
    assert taken(sent(b"x" * 62 * 1024, b"y")) == [b"x" * 62 * 1024, b"y"]
    monkeypatch.setattr(module, "time", Clock(30.5))
    with pytest.raises(UploadStalledError):
        taken(sent(b"x", b"y"))
