"""Turns what a person says of the documents that may answer into filters."""

from collections.abc import Sequence
from datetime import date, datetime, time

from schedario.errors import FilterError
from schedario.records.filters import Filters
from schedario.services.documents import Documents
from schedario.services.paths import named_path
from schedario.services.tags import named_tags

MEDIA_TYPES = {
    "csv": "text/csv",
    "doc": "application/msword",
    "docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
    "eml": "message/rfc822",
    "epub": "application/epub+zip",
    "heic": "image/heic",
    "html": "text/html",
    "ipynb": "application/x-ipynb+json",
    "jpeg": "image/jpeg",
    "jpg": "image/jpeg",
    "json": "application/json",
    "mbox": "application/mbox",
    "md": "text/markdown",
    "msg": "application/vnd.ms-outlook",
    "odp": "application/vnd.oasis.opendocument.presentation",
    "ods": "application/vnd.oasis.opendocument.spreadsheet",
    "odt": "application/vnd.oasis.opendocument.text",
    "pdf": "application/pdf",
    "png": "image/png",
    "ppt": "application/vnd.ms-powerpoint",
    "pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
    "rtf": "application/rtf",
    "tiff": "image/tiff",
    "tsv": "text/tab-separated-values",
    "txt": "text/plain",
    "webarchive": "application/x-webarchive",
    "webp": "image/webp",
    "xls": "application/vnd.ms-excel",
    "xlsb": "application/vnd.ms-excel.sheet.binary.macroenabled.12",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""The short names of media types, as files of that kind end."""


def narrowed(
    known: Documents,
    *,
    collections: Sequence[str] = (),
    folders: Sequence[str] = (),
    types: Sequence[str] = (),
    languages: Sequence[str] = (),
    documents: Sequence[str] = (),
    tags: Sequence[str] = (),
    after: date | None = None,
    before: date | None = None,
) -> Filters:
    """Return the filters that are meant; what is not said lets all documents pass.

    Args:
        known: Finds the documents that are named.
        collections: Names of collections.
        folders: Folders or files, as a person names them.
        types: Media types, or their short names.
        languages: ISO 639-1 codes.
        documents: Ids or paths.
        tags: Tags, with or without the sign before them.
        after: First day, in local time, on which a file may have changed.
        before: Day, in local time, before which it must have changed.

    Raises:
        FilterError: A type or a tag is none, or the dates leave no day between them.
        PathMissingError: A folder is not named as a path can be.
        DocumentUnknownError: A document is neither an id nor a path of the archive.
    """
    if after and before and after >= before:
        raise FilterError(
            "no day lies between the dates", subject=f"{after} and {before}", remedy="Give --before a later day"
        )
    return Filters(
        collections=tuple(collections),
        folders=tuple(str(named_path(folder)) for folder in folders),
        media_types=tuple(map(_media_type, types)),
        languages=tuple(language.strip().lower() for language in languages),
        documents=tuple(known.show(document).id for document in documents),
        after=_midnight(after),
        before=_midnight(before),
        tags=named_tags(tags),
    )


def _media_type(name: str) -> str:
    wanted = name.strip().lower().removeprefix(".")
    if "/" in wanted:
        return wanted
    if wanted not in MEDIA_TYPES:
        raise FilterError("no such kind of file", subject=name, remedy=f"There are: {', '.join(MEDIA_TYPES)}")
    return MEDIA_TYPES[wanted]


def _midnight(day: date | None) -> datetime | None:
    try:
        return None if day is None else datetime.combine(day, time()).astimezone()
    except (ValueError, OverflowError) as error:
        # Where the clock is ahead of or behind UTC, it is in the year 0 or 10000 there.
        raise FilterError("the day is at the end of time", subject=str(day), remedy="Use years 2 to 9998") from error
