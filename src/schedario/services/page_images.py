"""Gives pages of documents as pictures: drawn when they are asked for, and the last ones kept in memory."""

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from pathlib import Path

from schedario.errors import ImageUnavailableError
from schedario.ports import PageDrawer
from schedario.records.document import DocumentRecord
from schedario.services.documents import Documents
from schedario.services.narrowing import MEDIA_TYPES
from schedario.services.originals import Originals, is_committed

IMAGE_MEDIA_TYPE = "image/jpeg"
LEAST_WIDTH, MOST_WIDTH, WIDTH = 100, 2000, 900
"""Pixels from left to right: the least and the most that is drawn, and what is where nothing is said."""

_DRAWN = frozenset(MEDIA_TYPES[name] for name in ("pdf", "png", "jpeg", "tiff", "webp", "heic"))
_KEPT_BYTES = 24 * 1024**2

_Key = tuple[str, int, int]


class ImageCache:
    """The pictures that were asked for last, up to so many bytes together."""

    def __init__(self, most_bytes: int = _KEPT_BYTES) -> None:
        self._most_bytes = most_bytes
        self._size = 0
        self._kept: OrderedDict[_Key, bytes] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: _Key) -> bytes | None:
        """Return a picture that is kept, else None."""
        with self._lock:
            found = self._kept.get(key)
            if found is not None:
                self._kept.move_to_end(key)
            return found

    def put(self, key: _Key, picture: bytes) -> None:
        """Keep a picture, and let go of those that were not asked for the longest."""
        with self._lock:
            self._size += len(picture) - len(self._kept.pop(key, b""))
            self._kept[key] = picture
            while self._size > self._most_bytes:
                _, gone = self._kept.popitem(last=False)
                self._size -= len(gone)


@dataclass(frozen=True, slots=True)
class PageImages:
    """The pages of one archive's documents as pictures.

    Attributes:
        documents: Finds them.
        originals: Says where their files are, and whether these are still what was read.
        drawer: Draws.
        cache: What was drawn last.
    """

    documents: Documents
    originals: Originals
    drawer: PageDrawer
    cache: ImageCache = field(default_factory=ImageCache)

    def page_image(self, document: str, page: int, width: int = WIDTH) -> bytes:
        """Return a page as a JPEG.

        Args:
            document: Its id or path.
            page: Number of the page, from 1.
            width: Pixels from left to right, as near as the least and the most allow.

        Raises:
            DocumentUnknownError: No document has the id or path.
            ImageUnavailableError: It has no such page, or none that can be drawn.
            OriginalMissingError: The file is gone, or is no longer what was read.
            FileError: The page cannot be drawn.
        """
        record = self.documents.show(document)
        if not _is_drawn(record):
            raise ImageUnavailableError(
                "pages are drawn of PDF files and of pictures alone", subject=record.id, remedy="Read its text instead"
            )
        pages = (self.documents.show(record.duplicate_of) if record.duplicate_of else record).pages
        if not 1 <= page <= pages:
            raise ImageUnavailableError(f"the document has no page {page}, it has {pages}", subject=record.id)
        wide = max(LEAST_WIDTH, min(width, MOST_WIDTH))
        key = record.file.content_hash, page, wide
        picture = self.cache.get(key)
        if picture is None:
            path, members = self._file(record)
            picture = self.drawer.draw_page(path, members, page, wide)
            self.cache.put(key, picture)
        return picture

    def _file(self, record: DocumentRecord) -> tuple[Path, tuple[str, ...]]:
        """Return the file on disk, which is still what was read, and the keys that lead to a document in it."""
        keys: tuple[str, ...] = ()
        while record.container:
            keys = (record.file.member_key, *keys)
            record = self.documents.show(record.container.id)
        self.originals.of(record).close()
        return Path(record.file.path), keys


def has_page_images(record: DocumentRecord) -> bool:
    """Tell whether pages of a document can be drawn, for as long as its file is what was read."""
    return _is_drawn(record) and not is_committed(record)


def _is_drawn(record: DocumentRecord) -> bool:
    return record.media_type in _DRAWN and not record.file.addendum
