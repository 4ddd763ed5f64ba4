"""Settings that can be changed for one archive while the program runs."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Effect(StrEnum):
    """What a change of a setting does to what is there."""

    LATER_SEARCHES = "later searches"
    LATER_DOCUMENTS = "documents that are added later"
    LATER_FAILURES = "failed files are tried again"
    OUTDATED = "all documents are outdated: add their files again"


@dataclass(frozen=True, slots=True)
class SettingState:
    """A setting as it holds for an archive.

    Attributes:
        name: Its name.
        value: As a person reads it; a secret is not shown.
        source: Where it comes from: environment, archive, file or default.
        meaning: What it is.
        effect: What a change does; None for one that cannot be changed for an archive.
        default: The value that holds where nothing is set, as a person reads it.
        allowed: Which values are, in short: a range, or the words to choose from; empty for any text.
    """

    name: str
    value: str
    source: str
    meaning: str
    effect: Effect | None
    default: str = ""
    allowed: str = ""


@dataclass(frozen=True, slots=True)
class SettingChange:
    """One change of an archive's settings.

    Attributes:
        name: The setting.
        before: Its value for the archive before; None when it had none.
        after: Its value afterwards; None when it has none.
        changed_by: Which front door changed it.
        changed_at: When, UTC.
    """

    name: str
    before: str | None
    after: str | None
    changed_by: str
    changed_at: datetime
