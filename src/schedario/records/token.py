"""Tokens that let their bearers ask the service."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class TokenRecord:
    """What is kept of a token.

    Attributes:
        name: What its owner calls it.
        hash: SHA-256 of the token, hexadecimal.
        created_at: When it was made, UTC.
    """

    name: str
    hash: str
    created_at: datetime
