"""Writes graph and tokenizer once into the data folder, so that later processes only load them.

A model is a folder named by its fingerprint. It is made under a lock in a folder beside it and renamed when it is
complete, so that two processes at once make one, and one that is killed leaves nothing that could be loaded.
"""

import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from schedario.embed.weights import Precision, file_hash, read_weights, weights_path
from schedario.errors import ModelError

GRAPH_VERSION = 4
"""Raised when the same weights would give another graph or tokenizer."""

MODEL_NAME = "multilingual-e5-small"
_BUILDING = ".building-"
_MANIFEST = "manifest.json"
_TOKENIZER = "tokenizer.model"


@dataclass(frozen=True, slots=True)
class StoredModel:
    """Where a complete model lies, with the token ids that stand around every text."""

    graph: Path
    tokenizer: Path
    begin: int
    end: int
    padding: int


@dataclass(frozen=True, slots=True)
class ModelStore:
    """The models below one folder."""

    folder: Path
    precision: Precision

    def fingerprint(self) -> str:
        """Return the hash of all that decides what vectors the model gives.

        Raises:
            ModelError: The bundled weights are missing.
        """
        parts = (file_hash(weights_path()), GRAPH_VERSION, self.precision)
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]

    def open(self) -> StoredModel:
        """Return the model, made first where it is not there yet.

        Raises:
            ModelError: It cannot be made: the weights are missing or damaged, or the folder cannot be written to.
        """
        place = self.folder / self.fingerprint()
        stored = _complete(place, thorough=True)
        if stored:
            return stored
        try:
            with _lock(self.folder):
                # Another process may have made it while this one waited for the lock.
                stored = _complete(place, thorough=True)
                if stored is None:
                    self._make(place)
                    stored = _complete(place)
        except OSError as error:
            raise ModelError(
                f"the model cannot be written ({error.strerror or error})",
                subject=str(self.folder),
                remedy="Free some space there, or set SCHEDARIO_HOME to a folder that can be written to",
            ) from error
        if stored is None:
            raise ModelError("the model is damaged as soon as it is written", subject=str(place))
        return stored

    def is_made(self) -> bool:
        """Say whether the model is there, without making it."""
        return _complete(self.folder / self.fingerprint()) is not None

    def _make(self, place: Path) -> None:
        for leftover in self.folder.glob(_BUILDING + "*"):
            shutil.rmtree(leftover)
        building = Path(tempfile.mkdtemp(prefix=_BUILDING, dir=self.folder))
        try:
            _write(building, self.precision)
            if place.exists():
                shutil.rmtree(place)
            building.rename(place)
            _flush(self.folder)
        except BaseException:
            shutil.rmtree(building, ignore_errors=True)
            raise


@contextmanager
def _lock(folder: Path) -> Iterator[None]:
    """Hold the folder's lock; the kernel releases it when its holder dies."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    with (folder / "build.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _write(folder: Path, precision: Precision) -> None:
    # onnx takes a quarter of a second and many megabytes to import, and is needed here alone.
    import onnx

    from schedario.embed.graph import build
    from schedario.embed.tokenizer import write_tokenizer

    weights = read_weights(weights_path())
    write_tokenizer(weights, folder / _TOKENIZER)
    onnx.save(
        build(weights, precision),
        str(folder / "model.onnx"),
        save_as_external_data=True,
        all_tensors_to_one_file=True,
        location="model.bin",
        size_threshold=1024,
    )
    manifest = {
        "model": MODEL_NAME,
        "precision": precision,
        "begin": weights.begin,
        "end": weights.end,
        "padding": weights.padding,
        "files": {file.name: file.stat().st_size for file in sorted(folder.iterdir())},
        "hashes": {file.name: file_hash(file) for file in sorted(folder.iterdir())},
    }
    (folder / _MANIFEST).write_text(json.dumps(manifest, indent=2), encoding="utf-8")
    for file in folder.iterdir():
        _flush(file)


def _complete(place: Path, *, thorough: bool = False) -> StoredModel | None:
    """Return a model whose files are all there in the sizes of its manifest, else None.

    Args:
        place: The model's folder.
        thorough: Whether the files' content is compared too, which takes a tenth of a second: a disk that gives other
            bytes than were written must not lead to wrong vectors.
    """
    try:
        manifest = json.loads((place / _MANIFEST).read_text(encoding="utf-8"))
        sizes = {name: (place / name).stat().st_size for name in manifest["files"]}
        if sizes != manifest["files"]:
            return None
        if thorough and any(file_hash(place / name) != value for name, value in manifest["hashes"].items()):
            return None
        return StoredModel(
            graph=place / "model.onnx",
            tokenizer=place / _TOKENIZER,
            begin=int(manifest["begin"]),
            end=int(manifest["end"]),
            padding=int(manifest["padding"]),
        )
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
