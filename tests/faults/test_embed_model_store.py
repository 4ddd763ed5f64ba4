"""The model is made once, whole, whatever happens to those who make it."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fixtures.model import models_folder
from schedario.embed import model_store
from schedario.embed.bundled import BundledEmbedder
from schedario.embed.model_store import ModelStore
from schedario.embed.weights import file_hash
from schedario.errors import ModelError

OPEN = (
    "import sys; from pathlib import Path; from schedario.embed.model_store import ModelStore; "
    "print(ModelStore(Path(sys.argv[1]), 'int8').open().graph)"
)


def start(folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", OPEN, str(folder)], stdout=subprocess.PIPE, text=True)


def whole(folder: Path) -> Path:
    """Return the one model of a folder, after checking that nothing else is left there."""
    assert {path.name for path in folder.iterdir()} == {"build.lock", ModelStore(folder, "int8").fingerprint()}
    assert ModelStore(folder, "int8").is_made()
    return folder / ModelStore(folder, "int8").fingerprint()


def test_two_processes_that_make_it_at_once_make_one(tmp_path: Path) -> None:
    processes = [start(tmp_path), start(tmp_path)]
    outputs = {process.communicate(timeout=120)[0] for process in processes}
    assert [process.returncode for process in processes] == [0, 0]
    assert outputs == {f"{whole(tmp_path) / 'model.onnx'}\n"}


def test_a_maker_that_is_killed_leaves_nothing_that_is_loaded(tmp_path: Path) -> None:
    process = start(tmp_path)
    deadline = time.monotonic() + 60
    while not list(tmp_path.glob(".building-*/*")):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.005)
    os.kill(process.pid, signal.SIGKILL)
    process.communicate()
    assert not ModelStore(tmp_path, "int8").is_made()
    ModelStore(tmp_path, "int8").open()
    whole(tmp_path)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the model was made."""
    folder = tmp_path_factory.mktemp("made")
    ModelStore(folder, "int8").open()
    return folder


@pytest.mark.parametrize("harm", ["shorter", "missing", "no manifest", "odd manifest", "other bytes"])
def test_a_model_that_is_not_whole_is_made_again(
    tmp_path: Path, made: Path, harm: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Making it takes seconds each time, and gives the same.
    model = whole(made)
    monkeypatch.setattr(model_store, "_write", lambda place, _: shutil.copytree(model, place, dirs_exist_ok=True))
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    place = whole(tmp_path)
    if harm == "shorter":
        os.truncate(place / "model.bin", 1000)
    elif harm == "missing":
        (place / "tokenizer.model").unlink()
    elif harm == "no manifest":
        (place / "manifest.json").unlink()
    elif harm == "odd manifest":
        (place / "manifest.json").write_text("[]")
    else:
        with (place / "model.bin").open("r+b") as file:
            file.write(bytes(1_000_000))
    before = (place / "model.bin").stat().st_ino
    ModelStore(tmp_path, "int8").open()
    assert (whole(tmp_path) / "model.bin").stat().st_ino != before


def test_a_model_that_cannot_be_loaded_says_what_to_do(tmp_path: Path, made: Path) -> None:
    shutil.copytree(made, tmp_path, dirs_exist_ok=True)
    place = ModelStore(tmp_path, "int8").open().graph
    place.write_bytes(b"no model")
    manifest = json.loads((place.parent / "manifest.json").read_text())
    manifest["files"]["model.onnx"], manifest["hashes"]["model.onnx"] = place.stat().st_size, file_hash(place)
    (place.parent / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(ModelError, match="Delete this folder"):
        BundledEmbedder(tmp_path, precision="int8").embed_query("rete")


def test_a_folder_that_cannot_be_written_to_says_so(tmp_path: Path) -> None:
    (tmp_path / "models").write_text("a file where the folder should be")
    with pytest.raises(ModelError, match="cannot be written"):
        ModelStore(tmp_path / "models", "int8").open()


def test_the_manifest_names_what_the_model_is(tmp_path: Path) -> None:
    stored = ModelStore(models_folder(), "mixed").open()
    manifest = json.loads((stored.graph.parent / "manifest.json").read_text())
    assert manifest["model"] == "multilingual-e5-small"
    assert manifest["precision"] == "mixed"
