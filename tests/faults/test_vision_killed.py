"""A worker that is killed between two pictures repeats no call that was answered, and loses no answer."""

import base64
import io
import time
from pathlib import Path

import pytest
from PIL import Image, ImageDraw

from fixtures.commands import Commands
from fixtures.vision_server import MODEL, VisionServer, said, vision_server

PATIENCE = 120.0
PICTURES = 5


def drawing(number: int) -> str:
    image = Image.new("RGB", (300, 200), "white")
    ImageDraw.Draw(image).ellipse((20 * number, 20, 20 * number + 100, 150), fill=(40, 90, 200))
    content = io.BytesIO()
    image.save(content, "PNG")
    return base64.b64encode(content.getvalue()).decode()


def write(path: Path) -> None:
    images = "".join(f"<p>Figure {n}.</p><img src='data:image/png;base64,{drawing(n)}'>" for n in range(PICTURES))
    path.write_text(f"<p>A report on the harbour.</p>{images}")


def until_asked(server: VisionServer, calls: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while len(server.shown) < calls:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_killed_worker_repeats_only_the_call_that_it_waited_for(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path / "report.html")
    monkeypatch.setenv("SCHEDARIO_WORKER_STALLED_SECONDS", "1")
    with vision_server(lambda n: said("", f"Figure of call {n}."), pause_seconds=0.3) as server:
        monkeypatch.setenv("SCHEDARIO_VISION", "ollama")
        monkeypatch.setenv("SCHEDARIO_VISION_MODEL", MODEL)
        monkeypatch.setenv("SCHEDARIO_VISION_URL", server.url)
        commands("add", tmp_path)
        for calls in (2, 4):
            process = commands.start("work")
            until_asked(server, calls)
            process.kill()
            process.communicate()
        deadline = time.monotonic() + PATIENCE
        while commands("status", "--json").json["pictures"]["read"] < PICTURES or _jobs(commands):
            assert time.monotonic() < deadline
            assert commands("work", "--once").code == 0
            time.sleep(0.5)
        again = len(server.shown) - len(set(server.shown))
    assert len(set(server.shown)) == PICTURES
    assert again <= 2
    assert commands("show", tmp_path / "report.html", "--text").out.count("Seen: Figure of call") == PICTURES


def _jobs(commands: Commands) -> int:
    return len(commands("queue", "--json").json["jobs"])
