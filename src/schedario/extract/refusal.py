"""How a file is refused before any reader sees it."""

from pathlib import Path

from schedario.errors import FileDamagedError, FormatUnsupportedError


def unsupported(path: Path, name: str) -> FormatUnsupportedError:
    """Make the error for a kind that no reader knows; ``name`` says which it is."""
    return FormatUnsupportedError(
        f"files of this kind cannot be read ({name})", subject=str(path), remedy="Convert it to PDF, DOCX or text"
    )


def damaged(path: Path, what: str) -> FileDamagedError:
    """Make the error for a file that is not what its name or its first bytes promise."""
    return FileDamagedError(what, subject=str(path), remedy="Open it in its own program and save it again")
