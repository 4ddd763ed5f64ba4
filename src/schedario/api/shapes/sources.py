"""Folders and repositories that the archive is kept up to."""

from typing import Literal

from schedario.api.shapes.base import Shape


class SourceShape(Shape):
    """A folder or a branch of a repository that is kept up to date."""

    source: int
    kind: Literal["folder", "git"]
    root: str
    branch: str
    include: list[str]
    exclude: list[str]
    every_minutes: int
    paused: bool
    files: int
    scanned_at: str | None
    problem: str


class ForgottenShape(Shape):
    """A source that was forgotten, and how many documents went with it."""

    source: SourceShape
    removed: int


class SourcesShape(Shape):
    """All sources, folders first."""

    sources: list[SourceShape]
