"""Makes, lists and revokes the tokens that let their bearers ask the service."""

import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass

from schedario.errors import TokenError
from schedario.ports import TokenStore
from schedario.records.token import TokenRecord

_MARK = "sch_"
"""Lets scanners for secrets know one where it does not belong."""

_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of one archive's service."""

    store: TokenStore

    def create(self, name: str) -> str:
        """Make a token and return it; nobody can see it again.

        Raises:
            TokenError: The name is not allowed, or taken.
        """
        if not _NAME.fullmatch(name):
            raise TokenError(
                "the token's name is not allowed",
                subject=name,
                remedy="Use up to 40 lower-case letters, digits, hyphens and underscores",
            )
        token = _MARK + secrets.token_urlsafe(32)
        if not self.store.add(name, token_hash(token)):
            raise TokenError("there is a token of that name", subject=name, remedy="Revoke it or choose another name")
        return token

    def all(self) -> Sequence[TokenRecord]:
        """Return all tokens, by name."""
        return self.store.all()

    def revoke(self, name: str) -> None:
        """Let a token be valid no more.

        Raises:
            TokenError: There is none of that name.
        """
        if not self.store.remove(name):
            raise TokenError("there is no such token", subject=name, remedy="'schedario token list' shows all")


def token_hash(token: str) -> str:
    """Return what is kept of a token. It is random, so a quick hash is as safe as a slow one."""
    return hashlib.sha256(token.encode()).hexdigest()
