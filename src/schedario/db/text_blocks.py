"""How a document's text is kept: in pieces of one length, so that the pieces of a range are known by arithmetic."""

BLOCK_CHARACTERS = 4096
"""The schema checks it; another length would need a migration of every text."""


def text_blocks(text: str) -> list[str]:
    """Cut a text into pieces of ``BLOCK_CHARACTERS``, of which the last may be shorter; none for an empty text."""
    return [text[start : start + BLOCK_CHARACTERS] for start in range(0, len(text), BLOCK_CHARACTERS)]
