"""Commands print the same whether they ask a running service or do it themselves."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fixtures.commands import Commands
from fixtures.service import Service, served

ARCHIVE = "t_service_commands"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("papers")
    (made / "lease.md").write_text("# Lease\n\nThe tenant pays a deposit of 6450 euro.\n\n## End\n\nThree months.\n")
    (made / "fire.md").write_text("# Fire drill\n\nThe alarm is tested each Monday at nine.\n")
    return made


@pytest.fixture(scope="module")
def service(command_home: Path, folder: Path) -> Iterator[Service]:
    assert Commands(command_home, ARCHIVE).process("add", folder).code == 0
    with served(command_home, "--archive", ARCHIVE) as running:
        yield running


@pytest.fixture
def asking(commands: Commands, service: Service) -> Commands:
    """Commands over the archive that is served."""
    return Commands(commands.home, ARCHIVE)


def without_times(text: str) -> str:
    text = re.sub(r'"(?:timings_ms|seconds)": \{.*?\}', "", text, flags=re.S)
    return re.sub(r"in \d+ ms|[\d.]+ ms|\"ms\": [\d.]+", "", text)


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "deposit of the tenant"),
        ("search", "deposit of the tenant", "--json", "--trace"),
        ("search", "alarm", "--folder", "."),
        ("search", "alarm", "--document", "nothing"),
        ("search", "..."),
        ("ask", "deposit of the tenant"),
        ("ask", "wer bezahlt die Kaution?", "--json"),
        ("ask", "alarm", "--floor", "1"),
        ("answer", "lease.md", "who pays?"),
        ("show", "lease.md"),
        ("show", "lease.md", "--json", "--text"),
        ("show", "lease.md", "--section", "2"),
        ("show", "lease.md", "--section", "9"),
        ("list",),
        ("list", "--json", "--limit", "1"),
    ],
    ids=" ".join,
)
def test_a_command_prints_the_same_with_a_service_and_without(
    asking: Commands,
    folder: Path,
    arguments: tuple[str, ...],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(folder)
    asked = asking(*arguments)
    # Under other settings than those of the service, which no output shows, the command does it itself.
    monkeypatch.setenv("SCHEDARIO_MODEL_BATCH", "7")
    alone = asking(*arguments)
    assert (asked.code, without_times(asked.out), asked.err) == (alone.code, without_times(alone.out), alone.err)


def test_a_command_asks_the_service_and_loads_neither_model_nor_database(
    asking: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_application(*_: object) -> None:
        raise AssertionError("the command did it itself")

    monkeypatch.setattr("schedario.wiring.Application.__init__", no_application)
    assert "6450" in asking("search", "deposit").out
    assert "6450" in asking("show", asking("list", "--json").json[1]["id"], "--section", "1").out
    assert asking("status", "--json").json["documents"]["indexed"] == 2


def test_ask_opens_no_archive_while_the_service_runs(asking: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    def no_archive(*_: object, **__: object) -> None:
        raise AssertionError("the command opened the archive itself")

    monkeypatch.setattr("schedario.wiring.Application.archive", no_archive)
    assert '"The tenant pays a deposit of 6450 euro."' in asking("ask", "deposit of the tenant").out
