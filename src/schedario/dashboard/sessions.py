"""Who is let in by a browser: sessions, each held by a cookie, and begun with a token where one is needed."""

import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from schedario.services.tokens import token_hash

_MOST = 1000
"""Sessions; beyond, the one that was used the longest time ago ends."""

_IDLE_SECONDS = 30 * 24 * 60 * 60.0

OPEN = ""
"""Stands for the token of a session that was begun without one."""


@dataclass(slots=True)
class _Session:
    """A browser that was let in.

    Attributes:
        proof: Hash of the token by which it was, or ``OPEN``.
        used: When it last asked, in seconds of ``time.monotonic``.
    """

    proof: str
    used: float


@dataclass(slots=True)
class Sessions:
    """The sessions of one service; they end with it.

    Attributes:
        token_hashes: Gives those of the tokens that are valid now.
        secret: Of the service's state file, which is as good as a token.
        loopback: Whether the service is reached from this machine alone; then, without any token, all are let in.
        clock: Seconds that only grow.
    """

    token_hashes: Callable[[], frozenset[str]]
    secret: str
    loopback: bool
    clock: Callable[[], float] = time.monotonic
    _sessions: "OrderedDict[str, _Session]" = field(default_factory=OrderedDict)

    @property
    def need_token(self) -> bool:
        """Whether a session begins with a token."""
        return not self.loopback or bool(self.token_hashes())

    def begin(self, token: str = "") -> str | None:
        """Begin a session; returns its id, or None when the token that it needs is not valid."""
        proof = OPEN if not self.need_token else self._proof(token)
        if proof is None:
            return None
        session = secrets.token_urlsafe(32)
        self._sessions[session] = _Session(proof, self.clock())
        while len(self._sessions) > _MOST:
            self._sessions.popitem(last=False)
        return session

    def holds(self, session: str) -> bool:
        """Tell whether a session may go on: what it was begun with is still valid, and it was used lately."""
        known = self._sessions.get(session)
        if known is None:
            return False
        if not self._is_valid(known.proof) or self.clock() - known.used > _IDLE_SECONDS:
            self.end(session)
            return False
        known.used = self.clock()
        self._sessions.move_to_end(session)
        return True

    def end(self, session: str) -> None:
        """End a session, if it is one."""
        self._sessions.pop(session, None)

    def _proof(self, token: str) -> str | None:
        text = token.strip()
        if not text:
            return None
        if hmac.compare_digest(text.encode(), self.secret.encode()) or token_hash(text) in self.token_hashes():
            return token_hash(text)
        return None

    def _is_valid(self, proof: str) -> bool:
        if proof == OPEN:
            return not self.need_token
        return proof in self.token_hashes() or proof == token_hash(self.secret)
