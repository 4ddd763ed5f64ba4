"""The rows of the golden table: what a person found in each file by looking at it.

A row says what must come out of a file, not what comes out today. ``docs/measurement.md`` lists the keys.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

READ = "read"


@dataclass(frozen=True)
class GoldenRow:
    """What one file must give.

    Attributes:
        name: Folder and name of the file.
        sha256: Of its bytes, so that another file of the same name is noticed; empty when any will do.
        status: ``read``, or the code of the error that it must end with; one of several where each is right.
        media_type: As found from the content.
        title: Its own title; None when it does not matter.
        pages: How many pages, sheets, slides; None for one body.
        origins: Where each page's text comes from, or one word for all of them.
        blank: Numbers of the pages that must be blank.
        in_order: Phrases that must appear, each after the one before it.
        anywhere: Phrases that must appear.
        once: Phrases that must appear one time only.
        absent: Phrases that must not.
        on_page: Phrases in order by the number of the page that must hold them.
        headings: Headings in order; others may stand between them.
        warnings: A part of each warning that must be given.
        truth: A text file whose words a scan shows, beside the file.
        most_errors: Share of that text's characters that may be wrong.
        most_seconds: How long a refusal may take.
        needs: A program from outside that the file needs; without it the row is passed over.
        pending: Why the row is known to fail for now; empty when it must pass.
    """

    name: str
    sha256: str = ""
    status: tuple[str, ...] | str = READ
    media_type: str = ""
    title: str | None = None
    pages: int | None = None
    origins: tuple[str, ...] | str = "text"
    blank: tuple[int, ...] = ()
    in_order: tuple[str, ...] = ()
    anywhere: tuple[str, ...] = ()
    once: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    on_page: dict[int, tuple[str, ...]] = field(default_factory=dict)
    headings: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()
    truth: str = ""
    most_errors: float = 0.0
    most_seconds: float = 0.0
    needs: str = ""
    pending: str = ""

    @property
    def statuses(self) -> tuple[str, ...]:
        """Every way in which the file may end."""
        return (self.status,) if isinstance(self.status, str) else self.status


def load_rows(place: Path) -> Iterator[GoldenRow]:
    """Yield the rows of a TOML file, or of every TOML file in a folder.

    Raises:
        ValueError: A row has a key that there is not, or no name, or a name that was there before.
    """
    known: set[str] = set()
    for path in sorted(place.glob("*.toml")) if place.is_dir() else [place]:
        for entry in tomllib.loads(path.read_text(encoding="utf-8")).get("file", ()):
            row = _row(entry, path)
            if row.name in known:
                raise ValueError(f"{path.name}: {row.name} has two rows")
            known.add(row.name)
            yield row


def _row(entry: dict[str, Any], path: Path) -> GoldenRow:
    unknown = entry.keys() - {one.name for one in fields(GoldenRow)}
    if unknown or "name" not in entry:
        raise ValueError(f"{path.name}: {entry.get('name', 'a row without a name')}: unknown {sorted(unknown)}")
    return GoldenRow(**{key: _value(key, value) for key, value in entry.items()})


def _value(key: str, value: Any) -> Any:
    if key == "on_page":
        return {int(number): tuple(phrases) for number, phrases in value.items()}
    return tuple(value) if isinstance(value, list) else value
