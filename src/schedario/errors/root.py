"""The root of all errors, and all classes below it."""

from collections.abc import Iterator
from typing import ClassVar


class SchedarioError(Exception):
    """The root: anything the product raises on purpose."""

    code: ClassVar[str] = "error"
    retryable: ClassVar[bool] = False

    def __init__(self, what: str, *, subject: str = "", remedy: str = "") -> None:
        super().__init__(what, subject, remedy)
        self.what = what
        self.subject = subject
        self.remedy = remedy

    def __str__(self) -> str:
        sentence = f"{self.what}: {self.subject}" if self.subject else self.what
        return f"{sentence}. {self.remedy}" if self.remedy else sentence

    @property
    def reason(self) -> str:
        """The line without its subject, for where the subject stands beside it."""
        return f"{self.what}. {self.remedy}" if self.remedy else self.what


def error_classes(root: type[SchedarioError] = SchedarioError) -> Iterator[type[SchedarioError]]:
    """Yield the root and every class below it, parents first."""
    yield root
    for child in root.__subclasses__():
        yield from error_classes(child)


def error_class(code: str) -> type[SchedarioError]:
    """Return the class that bears a code; ``SchedarioError`` when none does."""
    return next((cls for cls in error_classes() if cls.code == code), SchedarioError)
