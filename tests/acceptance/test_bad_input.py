"""Bad input gets one clear line and its exit code."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fixtures.commands import Commands


@pytest.fixture
def filled(commands: Commands, tmp_path: Path) -> Commands:
    """An archive with one document, which all tests of a process share."""
    shared = Commands(commands.home, "bad_input")
    if shared("status").code:
        (tmp_path / "a.txt").write_text("some text to index")
        shared("add", tmp_path)
    return shared


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["frobnicate"], 2, "No such command 'frobnicate'"),
        (["search", "x", "--frob"], 2, "No such option: --frob"),
        (["search", "x", "-k", "0"], 2, "-k"),
        (["search", "x", "--floor", "2"], 2, "--floor"),
        (["search"], 2, "Missing argument 'QUERY'"),
        (["search", ""], 2, "the query is empty"),
        (["search", "?!"], 2, "the query is empty"),
        (["add"], 2, "Missing argument 'PATH...'"),
        (["add", "/no/such/file"], 2, "no such file or folder: /no/such/file"),
        (["add", ""], 2, "the path is empty"),
        (["add", "~nosuchuser/x"], 2, "no such user"),
        (["list", ""], 2, "the path is empty"),
        (["remove", ""], 2, "the path is empty"),
        (["remove", " "], 2, "the path is empty"),
        (["show", "zzzzzzzz"], 2, "zzzzzzzz"),
        (["remove", "zzzzzzzz"], 2, "zzzzzzzz"),
        (["list", "--status", "odd"], 2, "odd"),
        (["evaluate", "run", "/no/such/set"], 2, "questions.jsonl"),
        (["config", "set", "frob", "1"], 2, "unknown setting frob"),
        (["config", "set", "chunk_tokens", "9999"], 2, "chunk_tokens"),
        (["config", "set", "overlap_tokens", "150"], 2, "overlap_tokens"),
        (["config", "set", "languages", "italiano"], 2, "languages"),
        (["config", "set", "languages", "it xx"], 2, "no such language is known: xx"),
        (["config", "set", "max_pages", "0"], 2, "max_pages"),
        (["config", "set", "archive", "Work"], 2, "archive"),
        (["config", "set", "home", "/x"], 2, "SCHEDARIO_HOME"),
        (["show", "/no/such/file"], 2, "/no/such/file"),
    ],
)
def test_a_command_that_cannot_be_done_says_why_in_one_line(
    filled: Commands, arguments: list[str], code: int, words: str
) -> None:
    outcome = filled(*arguments)
    assert outcome.code == code
    assert words in outcome.error
    assert outcome.error.startswith("schedario: ")


def test_a_url_of_another_kind_of_database_is_refused(commands: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    # What stands in the environment goes before what is set.
    monkeypatch.delenv("SCHEDARIO_DATABASE_URL", raising=False)
    outcome = commands("config", "set", "database_url", "mysql://x")
    assert outcome.code == 2
    assert outcome.error.startswith("schedario: ")
    assert "postgresql://" in outcome.error


def test_no_command_shows_the_help(commands: Commands) -> None:
    for arguments in ([], ["evaluate"]):
        outcome = commands(*arguments)
        assert (outcome.code, outcome.err) == (0, "")
        assert len(outcome.out.splitlines()) > 10
        assert "Usage: schedario" in outcome.out


@pytest.mark.parametrize("name", ["", "Main", "a b", "1a", "a;drop schema", "x" * 41, "città"])
def test_an_archive_name_that_is_not_allowed_is_refused(commands: Commands, name: str) -> None:
    outcome = Commands(commands.home, name)("status")
    assert outcome.code == 2
    assert "archive name" in outcome.error


def test_an_archive_that_does_not_exist_is_not_made_by_looking(commands: Commands) -> None:
    for arguments in (["search", "x"], ["list"], ["status"], ["remove", "x"], ["show", "x"]):
        outcome = commands(*arguments)
        assert outcome.code == 2
        assert "no such archive" in outcome.error


def test_a_database_that_cannot_be_reached_says_so_without_its_password(
    commands: Commands, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_DATABASE_URL", "postgresql://someone:s3cret@127.0.0.1:1/db")
    outcome = commands("search", "x")
    assert outcome.code == 3
    assert "cannot be reached" in outcome.error
    assert "s3cret" not in outcome.error


def test_an_unknown_variable_is_refused(commands: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SCHEDARIO_FLOR", "0.5")
    assert "unknown setting flor" in commands("status").error


def test_a_configuration_file_with_an_unknown_name_is_refused(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_HOME", str(tmp_path))
    (tmp_path / "config.toml").write_text("flor = 0.5\n")
    outcome = commands("config")
    assert outcome.code == 2
    assert "unknown setting flor" in outcome.error
    (tmp_path / "config.toml").write_text("no toml")
    assert "cannot be read" in commands("config").error


def test_a_broken_file_can_be_mended_by_the_command(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_HOME", str(tmp_path))
    (tmp_path / "config.toml").write_text("flor = 0.5\nfloor = 0.3\n")
    assert "unknown setting flor" in commands("config").error
    assert commands("config", "unset", "flor").code == 0
    assert commands("config", "--json").json["floor"]["value"] == "0.3"


def test_setting_what_the_environment_sets_too_says_so(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_HOME", str(tmp_path))
    monkeypatch.setenv("SCHEDARIO_FLOOR", "0.5")
    outcome = commands("config", "set", "floor", "0.2")
    assert outcome.out == "floor = 0.5\n"
    assert "environment" in outcome.err


def test_a_setting_is_written_shown_and_taken_back(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_HOME", str(tmp_path))
    assert commands("config", "set", "floor", "0.25").out == "floor = 0.25\n"
    assert commands("config", "set", "languages", "it, en").out == "languages = it en\n"
    shown = commands("config", "--json").json
    assert shown["floor"]["value"] == "0.25"
    assert shown["floor"]["source"] == "file"
    assert (tmp_path / "config.toml").stat().st_mode & 0o077 == 0
    assert commands("config", "unset", "floor").out == "floor = 0.18\n"


def test_the_environment_goes_before_the_file_and_secrets_are_not_shown(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SCHEDARIO_HOME", str(tmp_path))
    commands("config", "set", "floor", "0.25")
    monkeypatch.setenv("SCHEDARIO_FLOOR", "0.5")
    monkeypatch.setenv("SCHEDARIO_DATABASE_URL", "postgresql://someone:s3cret@host/db")
    shown = commands("config", "--json")
    assert shown.json["floor"] | {"meaning": ""} == {"value": "0.5", "source": "environment", "meaning": ""}
    assert "s3cret" not in shown.out + commands("config").out


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_one_failed_entry(commands: Commands, tmp_path: Path) -> None:
    (tmp_path / "closed.txt").write_text("text")
    (tmp_path / "closed.txt").chmod(0)
    outcome = commands("add", tmp_path, "--json")
    assert outcome.code == 1
    assert outcome.json["files"][0]["code"] == "file_unreadable"


def test_a_data_folder_that_cannot_be_made_says_so(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SCHEDARIO_HOME", str(tmp_path / "file" / "below"))
    # A database elsewhere would need no data folder.
    monkeypatch.delenv("SCHEDARIO_DATABASE_URL", raising=False)
    outcome = commands("status")
    assert outcome.code == 3
    assert str(tmp_path / "file") in outcome.error


def test_doctor_says_what_is_missing(commands: Commands, monkeypatch: pytest.MonkeyPatch) -> None:
    healthy = commands("doctor", "--json")
    assert healthy.code == 0
    assert {"database", "model", "ocr", "libreoffice", "disk"} <= {finding["part"] for finding in healthy.json}
    monkeypatch.setenv("SCHEDARIO_DATABASE_URL", "postgresql://127.0.0.1:1/db")
    ill = commands("doctor", "--json")
    assert ill.code == 1
    assert [finding["health"] for finding in ill.json if finding["part"] == "database"] == ["missing"]


def test_streams_that_are_closed_full_or_plain_are_no_traceback(commands: Commands, filled: Commands) -> None:
    program = f'"{sys.executable}" -m schedario -a {filled.archive}'
    gone = shell(commands, f"bash -c '{program} list | true; exit ${{PIPESTATUS[0]}}'")
    assert (gone.returncode, gone.stderr) == (141, "")
    for redirection, code in ((">&-", 0), (">/dev/full", 1), ("2>&- >/dev/null", 0)):
        done = shell(commands, f"{program} list {redirection}")
        assert "Traceback" not in done.stderr, redirection
        assert done.returncode == code, redirection
    done = shell(commands, f'PYTHONIOENCODING=ascii {program} search "Kündigungsfrist – città"')
    assert (done.returncode, done.stderr) == (0, "")


def shell(commands: Commands, line: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "SCHEDARIO_HOME": str(commands.home)}
    return subprocess.run(line, shell=True, capture_output=True, text=True, env=environment)
