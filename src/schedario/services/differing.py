"""What changed in a source since it was settled: by names, sizes and times alone."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from schedario.records.source import KnownFile, SeenFile, SourceScan

MOST_GONE = 4
"""More than one file in so many, gone at once, is taken for an accident."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What changed in a source.

    Attributes:
        wanted: Files to look at: new ones, and those that may have changed.
        gone: Known files that the scan would have met, and did not.
        respelled: Known files that are there under another Unicode form of their name, with it.
        unchanged: Number of files that are as they were.
        in_cloud: New files whose bytes are elsewhere.
    """

    wanted: tuple[SeenFile, ...]
    gone: tuple[KnownFile, ...]
    respelled: tuple[tuple[KnownFile, SeenFile], ...]
    unchanged: int
    in_cloud: tuple[SeenFile, ...]

    def too_many_gone(self, known: int, renamed: int) -> bool:
        """Tell whether more is gone than is removed without being asked for."""
        return (len(self.gone) - renamed) * MOST_GONE > known


def difference(known: Sequence[KnownFile], scan: SourceScan, attempt: str) -> Difference:
    """Compare what is known of a source with what a scan met.

    Args:
        known: The files that are settled.
        scan: What is there.
        attempt: Fingerprint of rules and settings; what was settled under another one is looked at again.
    """
    by_path = {file.path: file for file in known}
    seen_paths = {file.path for file in scan.files}
    absent = [file for file in known if file.path not in seen_paths and not _unread(file.path, scan.unread)]
    new = [file for file in scan.files if file.path not in by_path]
    respelled = _respelled(absent, new)
    respelled_paths = {old.path for old, _ in respelled}
    as_it_was = {file.path for file in scan.files if _unchanged(file, by_path.get(file.path), attempt)}
    in_cloud = tuple(file for file in new if file.in_cloud)
    return Difference(
        wanted=tuple(file for file in scan.files if file.path not in as_it_was and not file.in_cloud),
        gone=tuple(file for file in absent if file.path not in respelled_paths),
        respelled=respelled,
        unchanged=len(as_it_was),
        in_cloud=in_cloud,
    )


def is_same_root(known: Sequence[KnownFile], scan: SourceScan, identity: str) -> bool:
    """Tell whether a root is the one that was scanned before: by its identity or by a file that is as it was.

    The numbers of devices may change when a disk is plugged in again; its files do not.
    """
    if identity in {"", scan.identity} or not known:
        return True
    seen = {file.path: file.version for file in scan.files}
    return any(seen.get(file.path) == file.version for file in known)


def _unchanged(file: SeenFile, known: KnownFile | None, attempt: str) -> bool:
    if known is None:
        return False
    # The bytes of a file that went to the cloud are those that were read when they were here.
    same = file.in_cloud or (file.version != "" and file.version == known.version)
    return same and known.attempt == attempt and known.whole


def _respelled(absent: Sequence[KnownFile], new: Sequence[SeenFile]) -> tuple[tuple[KnownFile, SeenFile], ...]:
    forms = {_form(file.path): file for file in absent}
    found = ((forms.pop(_form(file.path), None), file) for file in new)
    return tuple((old, file) for old, file in found if old)


def _form(path: str) -> str:
    return unicodedata.normalize("NFC", path)


def _unread(path: str, unread: Sequence[str]) -> bool:
    return any(folder == "" or path.startswith(f"{folder}/") for folder in unread)
