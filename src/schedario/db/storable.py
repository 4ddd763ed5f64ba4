"""What the database can keep as text: no NUL and no lone surrogate."""

from schedario.errors import FileDamagedError

_REPLACEMENT = "�"


def for_people(text: str) -> str:
    """Replace what cannot be kept; for names and messages, where no offset depends on it."""
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace").replace("\0", _REPLACEMENT)


def require_storable(text: str, *, path: str) -> None:
    """Refuse a text that the database would not keep as it is.

    Raises:
        FileDamagedError: It has a NUL or a lone surrogate; the steps before should have removed it.
    """
    try:
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise _refusal(error.start, path) from error
    if (offset := text.find("\0")) >= 0:
        raise _refusal(offset, path)


def _refusal(offset: int, path: str) -> FileDamagedError:
    return FileDamagedError(
        f"the text has a character at offset {offset} that cannot be kept",
        subject=for_people(path),
        remedy="Report this as a fault of the reader",
    )
