"""What one file may cost, and which setting decides it."""

from dataclasses import dataclass, fields
from pathlib import Path

from schedario.errors import LimitExceededError

_MIB = 1024 * 1024
_BYTES, _MEGABYTES = "_bytes", "_mb"


@dataclass(frozen=True, slots=True)
class ExtractionLimits:
    """Bounds for one file; reaching one is a ``LimitExceededError`` that names its setting.

    The setting of a limit is called ``max_`` and the limit's name; a limit in bytes is a setting in megabytes. So a new
    limit is a field here, a field of that name in the settings, and a row in docs/settings.md.

    Attributes:
        file_bytes: Size of the file.
        page_seconds: Time without a page being finished; a file without pages is one page.
        file_seconds: Time for the whole file.
        memory_bytes: Resident memory of the child with the programs that it runs; OCR of a large page takes 800 MiB.
        output_characters: Length of all text.
        pages: Pages, sheets, slides or frames.
        cells: Cells of all sheets, or fields of a table of text, empty ones between full ones included.
        archive_members: Members of a container, and of all in it together; messages of a mailbox, parts of a message.
        nesting: Parts of a file inside one another.
        member_depth: Containers that a member may lie in, each inside the one before it.
        unpacked_bytes: Size of all members of a container, unpacked.
        ratio: Unpacked over packed size of a member of more than eight megabytes; office files stay under about 100.
        image_pixels: Width by height of one picture.
        pictures: Pictures inside the file that are read; the rest costs a warning, not the file.
    """

    file_bytes: int = 256 * _MIB
    page_seconds: float = 60.0
    file_seconds: float = 1800.0
    memory_bytes: int = 2048 * _MIB
    output_characters: int = 50_000_000
    pages: int = 10_000
    cells: int = 5_000_000
    archive_members: int = 20_000
    nesting: int = 50
    member_depth: int = 5
    unpacked_bytes: int = 1024 * _MIB
    ratio: float = 200.0
    image_pixels: int = 120_000_000
    pictures: int = 2_000


def limit_names() -> tuple[str, ...]:
    """Return the names of all limits."""
    return tuple(field.name for field in fields(ExtractionLimits))


def setting_of(limit: str) -> str:
    """Return the name of the setting that decides a limit: ``max_file_mb`` for ``file_bytes``."""
    return f"max_{limit.removesuffix(_BYTES)}{_MEGABYTES if limit.endswith(_BYTES) else ''}"


def unit_of(limit: str) -> int:
    """Return how much of a limit one of its setting is."""
    return _MIB if limit.endswith(_BYTES) else 1


def beyond(limit: str, allowed: float, found: object, path: Path) -> LimitExceededError:
    """Make the error for a limit that a file reached.

    Args:
        limit: The limit's name.
        allowed: Its value, in the limit's own unit.
        found: What the file has, in words.
        path: The file.
    """
    in_setting = round(allowed / unit_of(limit), 2)
    return LimitExceededError.reached(setting_of(limit), str(in_setting).removesuffix(".0"), found, subject=str(path))


def megabytes(size_bytes: float) -> str:
    """Write a size in the unit of the settings."""
    return f"{size_bytes / _MIB:,.0f} MB"
