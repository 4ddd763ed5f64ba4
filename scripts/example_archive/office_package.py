"""What all Office files of the archive share: fixed properties, and bytes that do not depend on the clock."""

from datetime import datetime
from io import BytesIO
from typing import Protocol
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

MADE_AT = datetime(2025, 5, 30, 9, 0)


class Properties(Protocol):
    """The core properties that python-docx and python-pptx set alike."""

    title: str
    author: str
    last_modified_by: str
    language: str
    created: datetime
    modified: datetime


def set_properties(properties: Properties, title: str, language: str) -> None:
    """Sign and date a document."""
    properties.title = title
    properties.language = language
    properties.author = properties.last_modified_by = "Falegnameria Esempio S.r.l."
    properties.created = properties.modified = MADE_AT


def with_fixed_times(package: bytes) -> bytes:
    """Pack a ZIP file anew with one date for all its members, in their order."""
    buffer = BytesIO()
    with ZipFile(BytesIO(package)) as source, ZipFile(buffer, "w", ZIP_DEFLATED) as target:
        for name in source.namelist():
            member = ZipInfo(name, MADE_AT.timetuple()[:6])
            member.compress_type = ZIP_DEFLATED
            target.writestr(member, source.read(name))
    return buffer.getvalue()
