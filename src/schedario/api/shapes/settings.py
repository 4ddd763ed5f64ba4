"""Settings and their changes."""

from typing import Literal

from pydantic import Field

from schedario.api.shapes.base import Shape


class SettingShape(Shape):
    """A setting as it holds for the archive."""

    name: str = Field(examples=["floor"])
    value: str = Field(examples=["0.3"])
    source: Literal["environment", "archive", "file", "default"]
    meaning: str
    effect: str | None = Field(description="What a change does; null for one that cannot be changed here.")


class SettingsShape(Shape):
    """All settings."""

    settings: list[SettingShape]


class ChangeShape(Shape):
    """One change of the archive's settings; null stands for no value of its own."""

    name: str
    before: str | None
    after: str | None
    changed_by: str
    changed_at: str


class ChangesShape(Shape):
    """The last changes, the newest first."""

    changes: list[ChangeShape]
