"""The options that say which documents may answer."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any

import typer

_DAY = ["%Y-%m-%d"]

CollectionOption = Annotated[
    list[str] | None,
    typer.Option("--collection", metavar="NAME", help="Only documents of this collection.", show_default=False),
]
FolderOption = Annotated[
    list[str] | None, typer.Option("--folder", metavar="PATH", help="Only files below this folder.", show_default=False)
]
TypeOption = Annotated[
    list[str] | None,
    typer.Option("--type", metavar="TYPE", help="Only files of this kind: pdf, docx, ...", show_default=False),
]
LanguageOption = Annotated[
    list[str] | None,
    typer.Option("--language", metavar="CODE", help="Only documents in this language: it, en, ...", show_default=False),
]
DocumentOption = Annotated[
    list[str] | None, typer.Option("--document", metavar="ID|PATH", help="Only this document.", show_default=False)
]
TagOption = Annotated[
    list[str] | None,
    typer.Option("--tag", metavar="TAG", help="Only notes with this tag, or one below it.", show_default=False),
]
AfterOption = Annotated[
    datetime | None,
    typer.Option(metavar="DATE", formats=_DAY, help="Only files changed on this day or later.", show_default=False),
]
BeforeOption = Annotated[
    datetime | None,
    typer.Option(metavar="DATE", formats=_DAY, help="Only files changed before this day.", show_default=False),
]


def wanted(
    collection: Sequence[str] | None,
    folder: Sequence[str] | None,
    type_: Sequence[str] | None,
    language: Sequence[str] | None,
    document: Sequence[str] | None,
    tag: Sequence[str] | None,
    after: datetime | None,
    before: datetime | None,
) -> dict[str, Any]:
    """Return the values of these options as ``narrowed`` takes them."""
    return {
        "collections": collection or (),
        "folders": folder or (),
        "types": type_ or (),
        "languages": language or (),
        "documents": document or (),
        "tags": tag or (),
        "after": after.date() if after else None,
        "before": before.date() if before else None,
    }
