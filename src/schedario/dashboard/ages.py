"""How ages and lengths of time are written on the pages."""

from datetime import UTC, datetime

from schedario.dashboard.texts import Texts

_UNITS = (("days", 86400), ("hours", 3600), ("minutes", 60), ("seconds", 1))


def lasting(say: Texts, seconds: float) -> str:
    """Return a length of time in the largest unit of which there are two, or the smallest."""
    whole = max(0, round(seconds))
    name, size = next(unit for unit in _UNITS if whole >= 2 * unit[1] or unit[1] == 1)
    return say.counted(f"time.{name}", round(whole / size))


def ago(say: Texts, time: datetime | None) -> str:
    """Return how long ago a time was; "never" for none."""
    if time is None:
        return say("time.never")
    return say("time.ago", what=lasting(say, (datetime.now(UTC) - time).total_seconds()))
