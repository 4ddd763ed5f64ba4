"""How sizes, times and kinds of files are written on the pages."""

from datetime import datetime

from schedario.services.narrowing import MEDIA_TYPES

_SHORT = {media_type: short for short, media_type in sorted(MEDIA_TYPES.items(), reverse=True)}
_UNITS = ("B", "KB", "MB", "GB")
_STEP = 1024


def kind(media_type: str) -> str:
    """Return the short name of a kind of file: "pdf"."""
    return _SHORT.get(media_type, media_type)


def when(time: datetime | None) -> str:
    """Return a time to the minute, in the local zone; empty for none."""
    return time.astimezone().strftime("%Y-%m-%d %H:%M") if time else ""


def day(time: datetime) -> str:
    """Return the day of a time in the local zone."""
    return time.astimezone().strftime("%Y-%m-%d")


def size(size_bytes: int) -> str:
    """Return a size in the unit that suits it."""
    amount, unit = float(size_bytes), _UNITS[0]
    for larger in _UNITS[1:]:
        if amount < _STEP:
            break
        amount, unit = amount / _STEP, larger
    return f"{amount:.0f} {unit}" if amount >= 10 or unit == _UNITS[0] else f"{amount:.1f} {unit}"
