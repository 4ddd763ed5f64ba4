"""Folders and repositories that are kept up to date: the source store of one archive."""

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC
from pathlib import PurePath

from psycopg.rows import DictRow

from schedario.db.locking import lock_archive
from schedario.db.pool import ArchivePool
from schedario.db.queries import composed, query
from schedario.db.rows import DOCUMENT_COLUMNS, document_record
from schedario.db.storable import for_people
from schedario.records.document import DocumentId
from schedario.records.note import link_keys
from schedario.records.source import KnownFile, NewSource, SeenFile, Source, SourceId, SourceKind
from schedario.records.status import Freshness

_SYNC_KEY = 0x5C4EDA04
"""Any number that no other program in the database is likely to lock; the archive is the lock's second half."""


class Sources:
    """The sources of one archive (``ports.SourceStore``)."""

    def __init__(self, pool: ArchivePool) -> None:
        self._pool = pool

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Say whether nobody else makes a pass over the sources, and keep others from it meanwhile."""
        with self._pool.reading() as connection:
            row = connection.execute(query("try_lock_sync"), {"key": _SYNC_KEY}).fetchone()
            held = bool(row and row["alone"])
            try:
                yield held
            finally:
                if held:
                    connection.execute(query("unlock_sync"), {"key": _SYNC_KEY})

    def all(self) -> Sequence[Source]:
        """Return all sources, by root."""
        with self._pool.reading() as connection:
            return [_source(row) for row in connection.execute(query("sources"))]

    def freshness(self) -> Sequence[Freshness]:
        """Say of each source how far the index is behind it, by root."""
        with self._pool.reading() as connection:
            return [_freshness(row) for row in connection.execute(query("freshness"))]

    def put(self, source: NewSource) -> None:
        """Keep a source; one of the same root and branch takes over the globs and the interval."""
        with self._pool.transaction() as connection:
            connection.execute(query("put_source"), {
                "kind": source.kind, "root": os.fsencode(source.root), "branch": source.branch,
                "include": list(source.include), "exclude": list(source.exclude),
                "every_minutes": source.every_minutes,
            })  # fmt: skip

    def delete(self, source: SourceId) -> None:
        """Forget a source; its documents stay."""
        with self._pool.transaction() as connection:
            connection.execute(query("delete_source"), {"id": source})

    def pause(self, source: SourceId, *, paused: bool) -> None:
        """Leave a source out of passes, or take it in again."""
        with self._pool.transaction() as connection:
            connection.execute(query("pause_source"), {"id": source, "paused": paused})

    def finish(self, source: SourceId, *, identity: str | None, problem: str) -> None:
        """Keep how a pass over a source ended; the identity is None when its scan was not completed."""
        with self._pool.transaction() as connection:
            values = {"id": source, "identity": identity, "problem": for_people(problem)}
            connection.execute(query("finish_scan"), values)

    def files(self, source: SourceId) -> Sequence[KnownFile]:
        """Return the files of a source that are settled, in no order."""
        with self._pool.reading() as connection:
            return [_known_file(row) for row in connection.execute(query("source_files"), {"id": source})]

    def settle(self, source: SourceId, files: Iterable[tuple[SeenFile, DocumentId, str]]) -> None:
        """Keep files as they were when they were settled, each with its document and the fingerprint of the attempt."""
        with self._pool.transaction() as connection:
            connection.cursor().executemany(query("put_source_file"), [
                {
                    "source_id": source, "path": os.fsencode(seen.path), "size_bytes": seen.size_bytes,
                    "version": seen.version, "mounted": seen.mounted, "attempt": attempt, "document_id": document,
                }
                for seen, document, attempt in files
            ])  # fmt: skip

    def move(self, document: DocumentId, path: str) -> bool:
        """Give a document, and all that lies in it, another path; False when one is there, or it is gone."""
        with self._pool.transaction() as connection:
            lock_archive(connection)
            named = {"path": os.fsencode(path), "container_id": None}
            if connection.execute(composed("document_by_path", columns=DOCUMENT_COLUMNS), named).fetchone():
                return False
            row = connection.execute(composed("document_by_id", columns=DOCUMENT_COLUMNS), {"id": document}).fetchone()
            if row is None:
                return False
            name, note = for_people(PurePath(path).name), document_record(row).note
            keys = link_keys(name, row["title"], *(note.aliases if note else ()))
            values = {"id": document, "path": os.fsencode(path), "name": name, "link_keys": keys}
            connection.execute(query("move_members"), {**values, "old_length": len(row["path"])})
            connection.execute(query("move_document"), values)
            # Else its absence at the old path could be taken for its removal.
            connection.execute(query("delete_source_files"), {"id": document})
            return True


def _source(row: DictRow) -> Source:
    given = NewSource(
        SourceKind(row["kind"]), os.fsdecode(row["root"]), row["branch"], tuple(row["include"]), tuple(row["exclude"]),
        row["every_minutes"],
    )  # fmt: skip
    scanned = row["scanned_at"].astimezone(UTC) if row["scanned_at"] else None
    return Source(SourceId(row["id"]), given, row["paused"], row["identity"], scanned, row["problem"], row["files"])


def _freshness(row: DictRow) -> Freshness:
    times = {name: row[name].astimezone(UTC) if row[name] else None for name in ("newest_file", "newest_chunk")}
    named = NewSource(SourceKind(row["kind"]), os.fsdecode(row["root"]), row["branch"])
    scanned = row["scanned_at"].astimezone(UTC) if row["scanned_at"] else None
    return Freshness(named.name, scanned, row["files"], row["behind"], **times)


def _known_file(row: DictRow) -> KnownFile:
    return KnownFile(
        path=os.fsdecode(row["path"]),
        size_bytes=row["size_bytes"],
        version=row["version"],
        mounted=row["mounted"],
        attempt=row["attempt"],
        document=DocumentId(row["document_id"]),
        content_hash=row["content_hash"],
        whole=row["whole"],
    )
