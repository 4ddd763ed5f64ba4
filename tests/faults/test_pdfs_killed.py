"""An add of PDFs that is killed when a third is done: the next one does the rest, each once, in little memory."""

import os
import time
from pathlib import Path

import psutil

from fixtures.commands import Commands
from fixtures.consistency import inconsistencies
from fixtures.harmful_pdfs import write_sound_pdfs
from fixtures.killing import PATIENCE, killed_amid
from schedario.db.server import EmbeddedServer

FILES = int(os.environ.get("TEST_PDF_FILES", "40"))
MOST_BYTES = 450 << 20
"""Of the process that adds. With the model it has 300 MB, however many files there are."""

A_THIRD = f"SELECT count(*) > {FILES} * 0.3 FROM document WHERE status = 'indexed'"


def test_what_was_done_before_a_kill_is_not_done_again(
    commands: Commands, tmp_path: Path, database_server: EmbeddedServer
) -> None:
    folder = tmp_path / "invoices"
    write_sound_pdfs(folder, FILES)
    commands("add", folder / "0000.pdf")
    assert killed_amid(commands.start("add", folder, "--json"), database_server, commands.archive, A_THIRD, 0.0)
    assert inconsistencies(database_server, commands.archive) == {}
    done = len(commands("list", "--json").json)
    assert FILES * 0.3 < done < FILES
    assert most_memory(commands, folder) < MOST_BYTES
    settled = commands("add", folder, "--json").json
    assert settled["totals"]["unchanged"] == len(settled["files"]) == FILES
    assert len({document["path"] for document in commands("list", "--json").json}) == FILES
    assert inconsistencies(database_server, commands.archive) == {}
    (first, *_) = commands("search", f"repair of boiler {FILES - 1}", "--json").json["results"]
    assert first["document"]["path"] == str(folder / f"{FILES - 1:04}.pdf")


def most_memory(commands: Commands, folder: Path) -> int:
    """Add a folder, and return how many bytes the process had resident at most."""
    process, most, deadline = commands.start("add", folder, "--quiet"), 0, time.monotonic() + FILES * PATIENCE
    while process.poll() is None:
        assert time.monotonic() < deadline
        most = max(most, psutil.Process(process.pid).memory_info().rss)
        time.sleep(0.05)
    out, err = process.communicate()
    assert process.returncode == 0, (out, err)
    return most
