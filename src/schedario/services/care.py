"""Looks after an archive: do its tables agree, is anything left of a document, what is kept of searches."""

import os
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from schedario.errors import DocumentUnknownError
from schedario.ports import DocumentStore, IndexCare, SearchLog
from schedario.records.care import Breach
from schedario.records.document import DocumentId
from schedario.records.status import Finding, Health

_PART = "index"
_ID = re.compile(r"[a-hjkmnp-z2-9]{8}")
_NOT_LOOKED_AT = (Path("postgres", "data"), Path("models"), Path("evaluations"))
"""The database's own files, which are looked at as tables; the model; reports, which hold paths as labels."""

_MEND = "schedario doctor --index --mend"
_ADD_AGAIN = "schedario reindex --stale"


@dataclass(frozen=True, slots=True)
class Care:
    """Looks after one archive; no model is needed for it.

    Attributes:
        documents: What is kept of files.
        index: The archive's tables.
        searches: What is kept of searches.
        home: The data folder.
    """

    documents: DocumentStore
    index: IndexCare
    searches: SearchLog
    home: Path

    def examine(self) -> list[Finding]:
        """Say which invariants of the archive do not hold."""
        broken = [Finding(_PART, Health.WARNING, _in_words(breach), _MEND) for breach in self.index.breaches()]
        return broken or [Finding(_PART, Health.OK, "all tables agree with each other")]

    def mend(self) -> list[Finding]:
        """Mend them; what is left to be done by a person is a warning."""
        return [_mended(breach) for breach in self.index.mend()] or self.examine()

    def examine_deleted(self, document: str, held: Sequence[DocumentId] = ()) -> list[Finding]:
        """Say what is left of a document that was removed, and of what it held.

        Two things together prove that nothing is: no row and no file names its id, and no row is without a document
        that is there, so that none can have been made of it. All of them are looked for at once, since each look goes
        through the whole archive.

        Args:
            document: Its id.
            held: The members and addenda that went with it.

        Raises:
            DocumentUnknownError: It is not the id of a document, gone or not.
        """
        id_ = document.strip().lower()
        if not _ID.fullmatch(id_):
            raise DocumentUnknownError(
                "not an id",
                subject=document,
                remedy="An id has eight lower-case letters and digits; 'remove' prints it",
            )
        if record := self.documents.by_id(DocumentId(id_)):
            detail = f"{id_} is in the archive: {record.file.path}"
            return [Finding(_PART, Health.WARNING, detail, f"schedario remove {id_}")]
        ids = [DocumentId(id_), *held]
        named = f"{id_} or what it held" if held else id_
        rows = [
            Finding(_PART, Health.WARNING, f"{remains.place} names {named} ({remains.count} rows)", _MEND)
            for remains in self.index.remains(ids)
        ]
        strays = [finding for finding in self.examine() if finding.health is not Health.OK]
        left = f"nothing of {id_} is left in any table or file of the data folder"
        nothing = Finding(_PART, Health.OK, f"{left}, nor of the {len(held)} that it held" if held else left)
        return [*rows, *strays, *self._files(ids)] or [nothing]

    def forget_searches(self, days: int = 0) -> int:
        """Forget the kept searches that are older than some days, or all of them; return how many they were."""
        return self.searches.clear(days)

    def _files(self, ids: Sequence[DocumentId]) -> Iterator[Finding]:
        for path in _own_files(self.home):
            try:
                content = path.read_bytes()
            except FileNotFoundError:
                # What is being sent or read has files that come and go; one that is gone names nothing.
                continue
            except OSError as error:
                detail = f"{path} cannot be looked at ({error.strerror})"
                yield Finding(_PART, Health.WARNING, detail, "Run the doctor as the owner of the data folder")
            else:
                for named in (id_ for id_ in ids if id_.encode() in content):
                    yield Finding(_PART, Health.WARNING, f"{path} names {named}", "Remove the file if it is not needed")


def _own_files(home: Path) -> Sequence[Path]:
    """Return the files of the data folder that could hold something of a document, in order.

    A folder that cannot be listed is among them: what it holds cannot be looked at, and must not be passed over.
    """
    found: list[Path] = []
    left_out = {home / folder for folder in _NOT_LOOKED_AT}
    for folder, folders, names in os.walk(home, onerror=lambda error: found.append(Path(error.filename))):
        folders[:] = [name for name in folders if Path(folder, name) not in left_out]
        found.extend(
            path for path in (Path(folder, name) for name in names) if path.is_file() and not path.is_symlink()
        )
    return sorted(found)


def _in_words(breach: Breach) -> str:
    return f"{breach.count:,} {breach.what}"


def _mended(breach: Breach) -> Finding:
    if breach.mended:
        return Finding(_PART, Health.OK, f"mended: {_in_words(breach)}")
    return Finding(_PART, Health.WARNING, f"to be indexed anew: {_in_words(breach)}", _ADD_AGAIN)
