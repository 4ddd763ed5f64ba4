"""The language detector's tables, unpacked once into a folder from which every later process reads them.

Their package keeps them packed so tightly that a process takes most of a second to unpack them, before it has read its
first word; out of the folder it takes a tenth of that. What is kept is only what the languages asked for need.
"""

import hashlib
import importlib.metadata
import os
import tempfile
import zipfile
import zlib
from array import array
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from py3langid.langid import MODEL_FILE, LanguageIdentifier

_DAMAGED = (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error)
_TYPE_CODES = {2: "H", 4: "I"}


@dataclass
class _Keeping:
    """Where this process keeps tables; None where nobody has said it."""

    folder: Path | None = None


_keeping = _Keeping()


def keep_tables_in(folder: Path) -> None:
    """Let detectors that are loaded from now on keep their tables in a folder, which need not be there yet."""
    _keeping.folder = folder


def load_detector(languages: tuple[str, ...]) -> LanguageIdentifier:
    """Return a detector that knows some languages, from the kept tables where there are any.

    Args:
        languages: ISO 639-1 codes, all known to the detector.
    """
    if _keeping.folder is None:
        return _unpack(languages)
    place = _keeping.folder / f"languages-{_fingerprint(languages)}.npz"
    detector = _read(place)
    if detector is None:
        detector = _unpack(languages)
        # Where nothing can be written, the next process takes its second again.
        with suppress(OSError):
            _write(detector, place)
    return detector


def _fingerprint(languages: tuple[str, ...]) -> str:
    parts = (importlib.metadata.version("py3langid"), languages)
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _unpack(languages: tuple[str, ...]) -> LanguageIdentifier:
    """Load what the package holds, and keep of its tables only what these languages need: of 75 MB 28 less."""
    every = LanguageIdentifier.from_model_file(MODEL_FILE)
    every.set_languages(languages)
    return _detector(
        every.nb_ptc, every.nb_pc, every.nb_classes, every.tk_nextmove, every.tk_output, row=every.tk_row
    )  # fmt: skip


def _read(place: Path) -> LanguageIdentifier | None:
    """Return what is kept; None where nothing is, or where it is damaged (each table has a checksum)."""
    try:
        with place.open("rb") as file, np.load(file) as kept:
            return _detector(
                kept["ptc"],
                kept["pc"],
                kept["classes"].tolist(),
                _array(kept["nextmove"]),
                kept["output"].tolist(),
                row=_array(kept["row"]),
            )
    except _DAMAGED:
        return None


def _write(detector: LanguageIdentifier, place: Path) -> None:
    """Write the tables beside their place and rename them, so that nobody reads half of them."""
    place.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor, unfinished = tempfile.mkstemp(prefix=".languages-", dir=place.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            np.savez_compressed(
                file,
                ptc=detector.nb_ptc,
                pc=detector.nb_pc,
                classes=np.array(detector.nb_classes),
                nextmove=np.asarray(detector.tk_nextmove),
                row=np.asarray(detector.tk_row),
                output=np.asarray(detector.tk_output, dtype=np.int32),
            )
        Path(unfinished).replace(place)
    except BaseException:
        Path(unfinished).unlink(missing_ok=True)
        raise


def _detector(*tables: object, row: "array[int]") -> LanguageIdentifier:
    return LanguageIdentifier(*tables, norm_probs=True, tk_row=row)


def _array(values: NDArray[np.unsignedinteger]) -> "array[int]":
    """Return the standard library's array, which a loop in Python walks faster."""
    made = array(_TYPE_CODES[values.dtype.itemsize])
    made.frombytes(values.tobytes())
    return made
