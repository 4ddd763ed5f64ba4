"""What was indexed under other rules or settings is counted, shown, and mended: that, and nothing else."""

import os
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import psycopg
import pytest
from psycopg import sql

from fixtures.commands import Commands
from schedario.db.server import EmbeddedServer
from schedario.ingest import fingerprint

QUESTION = "How long are the copies kept?"
WORDS = "made under other rules"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "files"
    made.mkdir()
    for name, text in {
        "backup.md": "The copies of the database are kept for ninety days.\n",
        "canteen.md": "The canteen is open from noon until two.\n",
        "parking.md": "Bicycles are parked behind the boiler house.\n",
    }.items():
        (made / name).write_text(text)
    return made


@pytest.fixture
def filled(commands: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    monkeypatch.setenv("SCHEDARIO_FLOOR", "0")
    assert commands("add", folder).code == 0
    return commands


def other_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fingerprint, "RULES_VERSION", "another")


def outdated(commands: Commands) -> int:
    return int(commands("status", "--json").json["outdated"])


def outcomes(report: Any) -> dict[str, str]:
    return {Path(entry["path"]).name: entry["outcome"] for entry in report["files"]}


def test_what_is_outdated_is_counted_listed_and_said_with_every_answer(
    filled: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert filled("list", "--outdated", "--json").json == []
    other_rules(monkeypatch)
    (folder / "new.md").write_text("The new hall has a lift.\n")
    assert filled("add", folder / "new.md").code == 0
    status = filled("status", "--json").json
    assert (status["outdated"], status["outdated_reasons"]) == (3, {WORDS: 3})
    line = next(line for line in filled("status").out.splitlines() if line.startswith("outdated"))
    assert line == f"outdated     3 of 4 documents: {WORDS}; 'schedario reindex --stale' mends them"
    listed = filled("list", "--outdated", "--json").json
    assert [Path(record["path"]).name for record in listed] == ["backup.md", "canteen.md", "parking.md"]
    assert {record["outdated"] for record in listed} == {WORDS}
    answer = filled("search", QUESTION, "--json").json
    ids = {result["document"]["name"]: result["document"]["id"] for result in answer["results"]}
    assert answer["outdated"][ids["backup.md"]] == WORDS
    assert ids.get("new.md") not in answer["outdated"]
    assert f"outdated: {WORDS}; 'schedario reindex --stale' mends it" in filled("search", QUESTION).out
    assert f"outdated: {WORDS}" in filled("answer", ids["backup.md"], QUESTION).out
    assert filled("show", ids["backup.md"], "--json").json["outdated"] == WORDS


def test_exactly_what_is_outdated_is_mended(filled: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = {record["name"]: record for record in filled("list", "--json").json}
    other_rules(monkeypatch)
    assert filled("add", folder / "canteen.md").code == 0
    written = filled("show", before["canteen.md"]["id"], "--json").json["indexed_at"]
    (folder / "backup.md").write_text("The copies of the database are kept for ten years.\n")
    mended = filled("reindex", "--stale", "--json")
    assert (mended.code, mended.json["outdated"]) == (0, 0)
    assert outcomes(mended.json) == {"backup.md": "indexed", "parking.md": "indexed"}
    after = {record["name"]: record for record in filled("list", "--json").json}
    assert {name: record["id"] for name, record in after.items()} == {n: r["id"] for n, r in before.items()}
    assert after["canteen.md"]["indexed_at"] == written
    assert "ten years" in filled("search", QUESTION).out
    assert filled("search", QUESTION, "--json").json["outdated"] == {}
    again = filled("reindex", "--stale", "--json").json
    assert (again["files"], again["outdated"]) == ([], 0)


def test_a_file_that_is_gone_is_reported_and_its_version_goes_on_answering(
    filled: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other_rules(monkeypatch)
    (folder / "backup.md").unlink()
    mended = filled("reindex", "--stale")
    assert mended.code == 1
    assert "the file is not there or cannot be looked at, so its indexed version was kept" in mended.out
    assert "1 document outdated still" in mended.out
    answer = filled("search", QUESTION, "--json").json
    assert answer["results"][0]["document"]["name"] == "backup.md"
    assert list(answer["outdated"].values()) == [WORDS]
    assert outdated(filled) == 1


def test_a_stale_document_is_tried_again(filled: Commands, folder: Path) -> None:
    (folder / "backup.md").write_bytes(b"\x7fELF" + bytes(100))
    filled("add", folder)
    assert filled("status", "--json").json["stale"] == 1
    (folder / "backup.md").write_text("The copies of the database are kept for ten years.\n")
    assert outcomes(filled("reindex", "--stale", "--json").json) == {"backup.md": "indexed"}
    assert filled("status", "--json").json["stale"] == 0


def test_members_are_read_out_of_the_file_that_they_lie_in(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = tmp_path / "letters.zip"
    with zipfile.ZipFile(packed, "w") as made:
        for number in range(3):
            made.writestr(f"letter-{number}.md", f"Letter {number}: the boat leaves at {number + 7} in the morning.\n")
    assert commands("add", packed).code == 0
    other_rules(monkeypatch)
    assert outdated(commands) == 4
    mended = commands("reindex", "--stale", "--json").json
    assert outcomes(mended) == {"letters.zip": "indexed", **{f"letter-{n}.md": "indexed" for n in range(3)}}
    assert outdated(commands) == 0


def test_a_member_alone_is_mended_when_its_container_is_up_to_date(
    commands: Commands, tmp_path: Path, database_server: EmbeddedServer
) -> None:
    packed = tmp_path / "letters.zip"
    with zipfile.ZipFile(packed, "w") as made:
        made.writestr("a.md", "The boat leaves at noon.\n")
        made.writestr("b.md", "The train leaves at midnight.\n")
    assert commands("add", packed).code == 0
    # As after an interruption between the two.
    with psycopg.connect(database_server.address.conninfo) as connection:
        table = sql.Identifier(f"archive_{commands.archive}", "document")
        connection.execute(sql.SQL("UPDATE {} SET fingerprint = '' WHERE name = 'b.md'").format(table))
    (member,) = commands("list", "--outdated", "--json").json
    assert (member["name"], member["outdated"]) == ("b.md", "incomplete, since something of it was lost")
    assert outcomes(commands("reindex", "--stale", "--json").json) == {"b.md": "indexed"}


def test_copies_are_mended_with_their_originals(
    filled: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "copy.md").write_bytes((folder / "backup.md").read_bytes())
    assert filled("add", folder).code == 0
    other_rules(monkeypatch)
    assert outdated(filled) == 4
    mended = filled("reindex", "--stale", "--json").json
    assert (outcomes(mended)["copy.md"], mended["outdated"]) == ("duplicate", 0)


def test_a_note_that_turned_private_leaves_nothing(
    filled: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other_rules(monkeypatch)
    (folder / "backup.md").write_text("---\nprivate: true\n---\nThe copies are under the oak.\n")
    mended = filled("reindex", "--stale", "--json").json
    assert mended["totals"]["private"] == 1
    assert "backup.md" not in filled("list").out
    assert mended["outdated"] == 0


def test_a_file_of_a_branch_is_read_from_the_branch(
    commands: Commands, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository = tmp_path / "handbook"
    repository.mkdir()
    environment = {
        **os.environ, "GIT_AUTHOR_NAME": "Anna", "GIT_AUTHOR_EMAIL": "a@example.org", "GIT_COMMITTER_NAME": "Anna",
        "GIT_COMMITTER_EMAIL": "a@example.org", "GIT_CONFIG_GLOBAL": os.devnull,
    }  # fmt: skip

    def git(*arguments: str) -> None:
        subprocess.run(["git", "-C", str(repository), *arguments], env=environment, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    (repository / "badges.md").write_text("Badges are made by Giulia in room 12.\n")
    (repository / "travel.md").write_text("Trains are booked by the front desk.\n")
    git("add", "-A")
    git("commit", "-q", "-m", "handbook")
    assert commands("git", "add", repository, "--branch", "main").code == 0
    assert commands("sync").code == 0
    other_rules(monkeypatch)
    (repository / "badges.md").write_text("Not committed: badges are made by nobody.\n")
    git("rm", "-q", "travel.md")
    git("commit", "-q", "-m", "no travel", "travel.md")
    mended = commands("reindex", "--stale", "--json")
    assert outcomes(mended.json) == {"badges.md": "indexed", "travel.md": "failed"}
    assert "Giulia" in commands("search", "Who makes badges?").out
    assert (mended.code, mended.json["outdated"]) == (1, 1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "take one of --stale, --space and --plan"),
        (["--stale", "--space"], "take one of --stale, --space and --plan"),
        (["--stale", "--keep-old"], "--keep-old is about --space"),
        (["--space", "--price", "1"], "--price is about --plan"),
        (["--plan", "--price", "-1"], "--price"),
    ],
)
def test_what_makes_no_sense_is_refused(filled: Commands, arguments: list[str], said: str) -> None:
    refused = filled("reindex", *arguments)
    assert refused.code == 2
    assert said in refused.error
