"""Reads files for a person to look at, without an archive: what the index would hold of them."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from schedario.errors import SchedarioError
from schedario.ingest.extract import ExtractedText, extract
from schedario.ingest.read_file import read_file
from schedario.ingest.scan import Scanned, scan
from schedario.ports import Extractor
from schedario.services.paths import named_path


@dataclass(frozen=True, slots=True)
class FileText:
    """What became of one file.

    Attributes:
        path: The file.
        seconds: How long it took.
        extracted: What was read; None with a problem.
        problem: Why it could not be read; None when it was.
    """

    path: str
    seconds: float
    extracted: ExtractedText | None = None
    problem: SchedarioError | None = None


@dataclass(frozen=True, slots=True)
class Extracting:
    """Reads files as the way in does.

    Attributes:
        extractor: The reader.
        max_file_bytes: Size beyond which a file is not read.
    """

    extractor: Extractor
    max_file_bytes: int

    def extract(self, paths: Iterable[str]) -> Iterator[FileText]:
        """Yield every file at or below the paths, read or with its problem.

        Raises:
            PathMissingError: A named path does not exist; nothing was yielded.
        """
        for scanned in scan([named_path(path) for path in paths]):
            yield self._file(scanned)

    def _file(self, scanned: Scanned) -> FileText:
        started = time.perf_counter()
        path, extracted, problem = str(scanned.path), None, scanned.problem
        if problem is None:
            try:
                found = read_file(scanned.path, scanned.real, max_bytes=self.max_file_bytes)
                extracted = extract(self.extractor, found)
            except SchedarioError as error:
                problem = error
        return FileText(path, time.perf_counter() - started, extracted, problem)
