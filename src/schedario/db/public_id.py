"""Public ids of documents: short enough to read out, without characters that are taken for one another."""

import secrets

from schedario.records.document import DocumentId

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Lower-case letters and digits without i, l, o, 0 and 1."""

LENGTH = 8


def new_public_id() -> DocumentId:
    """Return an id at random: among a million documents, a new one is taken once in 850,000 times."""
    return DocumentId("".join(secrets.choice(ALPHABET) for _ in range(LENGTH)))
