"""Private notes: nothing of them is kept anywhere, and what was kept before they became private is gone."""

import contextlib
import zipfile
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from fixtures.commands import Commands
from fixtures.passes import wait_for_passes
from fixtures.service import served
from schedario.db.server import EmbeddedServer

WORDS = ("Zwetschgenkuchen", "quasarbellows", "Schlafstörungen")
"""Words of the note: of its name, its title, its text."""

TEXT = f"# {WORDS[1]}\n\nSince March the {WORDS[2]} come every night, as the doctor knows.\n"
SAID = f"tags: [x/{WORDS[1]}]\naliases: [{WORDS[2]}]\nsummary: Of {WORDS[2]} and more\ntitle: {WORDS[1]}\n"
"""A header that says much; the note's own words in each value."""

LINKS = f"\nSee [[{WORDS[0]} of May]], [it]({WORDS[1]}.md) and [[public]]. #{WORDS[2]}\n"
PUBLIC = "# Depot\n\nThe parcel went to the depot in the harbour.\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    (root / "public.md").write_text(PUBLIC)
    return root


def in_tables(server: EmbeddedServer, archive: str) -> list[str]:
    """Return the tables of an archive in which one of the words stands, in any spelling of its letters."""
    found = []
    with psycopg.connect(server.address.conninfo, autocommit=True) as connection:
        names = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", (f"archive_{archive}",))
        for (name,) in names.fetchall():
            table = sql.Identifier(f"archive_{archive}", name)
            rows = connection.execute(sql.SQL("SELECT t::text FROM {} AS t").format(table)).fetchall()
            if any(hidden(row[0]) for row in rows):
                found.append(name)
    return found


def hidden(text: str) -> bool:
    low = text.lower()
    return any(word.lower() in low or word.encode().hex() in low for word in (*WORDS, "zwetschg", "quasarbel"))


def in_files(home: Path) -> list[str]:
    """Return the files of the data folder in which one of the words stands, or a lexeme of it."""
    needles = [form.encode() for word in WORDS for form in (word, word.lower())] + [b"zwetschg", b"quasarbel"]
    found: list[str] = []
    seen: set[str] = set()
    for file, content in stored(home):
        seen.update(file.parts)
        if any(needle in content for needle in needles):
            found.append(str(file))
    assert "pg_wal" in seen
    return found


def stored(home: Path) -> Iterator[tuple[Path, bytes]]:
    """Yield the files of the data folder but for the model's, with what is in them."""
    for file in home.rglob("*"):
        if file.is_file() and not file.is_symlink() and "models" not in file.parts:
            # The running server makes and removes small files of its own all the time.
            with contextlib.suppress(FileNotFoundError):
                yield file.relative_to(home), file.read_bytes()


def assert_nowhere(commands: Commands, server: EmbeddedServer) -> None:
    assert in_tables(server, commands.archive) == []
    assert in_files(commands.home) == []


def notes_kept(server: EmbeddedServer, archive: str) -> int:
    table = sql.Identifier(f"archive_{archive}", "private_note")
    with psycopg.connect(server.address.conninfo) as connection:
        row = connection.execute(sql.SQL("SELECT count(*) FROM {}").format(table)).fetchone()
        assert row
        return int(row[0])


@pytest.mark.parametrize("header", ["private: true", "tags: [health, private]", "title: [not closed"])
def test_a_private_note_leaves_an_id_and_a_hash(
    commands: Commands, folder: Path, database_server: EmbeddedServer, header: str
) -> None:
    (folder / f"{WORDS[0]}.md").write_text(
        f"---\n{header}\n{'' if header.startswith('tags') else SAID}---\n{TEXT}{LINKS}"
    )
    added = commands("add", folder, "--json")
    assert added.code == 0
    assert added.json["totals"]["private"] == 1
    assert not hidden(added.out + added.err)
    commands("folder", "add", folder)
    for _ in range(2):
        told = commands("sync")
        assert "1 private" in told.out
        assert not hidden(told.out + told.err)
    assert notes_kept(database_server, commands.archive) == 1
    assert_nowhere(commands, database_server)
    assert [record["name"] for record in commands("list", "--json").json] == ["public.md"]


def test_a_note_that_turns_private_loses_all_that_was_stored_in_the_same_pass(
    commands: Commands, folder: Path, database_server: EmbeddedServer
) -> None:
    note = folder / f"{WORDS[0]}.md"
    note.write_text(f"---\n{SAID}---\n{TEXT}{LINKS}")
    commands("folder", "add", folder)
    commands("sync")
    assert commands("search", "come every night, as the doctor knows", "--json").json["results"]
    assert len(commands("links", folder / "public.md", "--json").json["backlinks"]) == 1
    assert {"document", "source_file", "chunk", "text_block", "lexeme_frequency", "note", "link"} <= set(
        in_tables(database_server, commands.archive)
    )
    assert in_files(commands.home)
    note.write_text(f"---\nprivate: true\n{SAID}---\n{TEXT}{LINKS}")
    assert commands("sync", "--json").json["totals"]["private"] == 1
    assert_nowhere(commands, database_server)
    assert commands("search", "come every night, as the doctor knows", "--json").json["results"] == []
    assert commands("links", folder / "public.md", "--json").json["backlinks"] == []


def test_a_private_note_is_never_queued_by_a_service(
    commands: Commands, folder: Path, database_server: EmbeddedServer
) -> None:
    commands("folder", "add", folder)
    # No job is begun, so that all that was ever queued is still there to be looked at.
    commands("queue", "pause")
    (folder / f"{WORDS[0]}.md").write_text(f"---\nprivate: true\n{SAID}---\n{TEXT}{LINKS}")
    with served(commands.home, "--archive", commands.archive, "--every", "0.02") as service:
        jobs = service.until("/jobs", lambda answer: answer["jobs"])
        wait_for_passes(commands, 2)
        assert [Path(job["subject"]).name for job in jobs["jobs"]] == ["public.md"]
        assert notes_kept(database_server, commands.archive) == 1
        assert_nowhere(commands, database_server)
        commands("queue", "resume")
        service.until("/jobs", lambda answer: not answer["jobs"])
        service.process.terminate()
        assert not hidden("".join(service.process.communicate(timeout=60)))
    assert_nowhere(commands, database_server)


def test_a_link_to_a_private_note_leads_nowhere_and_names_it_no_more_than_the_public_note_does(
    commands: Commands, folder: Path
) -> None:
    (folder / f"{WORDS[0]}.md").write_text(f"---\nprivate: true\naliases: [diary]\n---\n{TEXT}See [[public]].\n")
    (folder / "open.md").write_text("The vessel lies at berth 7, see [[diary]] and [[public]].\n")
    commands("add", folder)
    links = commands("links", folder / "open.md", "--json")
    assert [(link["target"], link["to"] is None) for link in links.json["outgoing"]] == [
        ("diary", True),
        ("public", False),
    ]
    for told in (links, commands("links", "--broken"), commands("links", folder / "public.md")):
        assert not hidden(told.out + told.err)
    assert commands("links", folder / f"{WORDS[0]}.md").code == 2


def test_a_header_in_an_encoding_without_a_mark_is_read_all_the_same(
    commands: Commands, folder: Path, database_server: EmbeddedServer
) -> None:
    (folder / f"{WORDS[0]}.md").write_bytes(f"---\nprivate: true\n{SAID}---\n{TEXT}".encode("utf-16-le"))
    assert commands("add", folder, "--json").json["totals"]["private"] == 1
    assert_nowhere(commands, database_server)


def test_a_private_tag_that_is_set_later_takes_notes_out(
    commands: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch, database_server: EmbeddedServer
) -> None:
    (folder / f"{WORDS[0]}.md").write_text(f"---\ntags: diary\n---\n{TEXT}")
    commands("folder", "add", folder)
    commands("sync")
    assert len(commands("list", "--json").json) == 2
    monkeypatch.setenv("SCHEDARIO_PRIVATE_TAGS", "private diary")
    assert commands("sync", "--json").json["totals"]["private"] == 1
    assert_nowhere(commands, database_server)


def test_a_private_folder_is_never_looked_into_and_loses_its_documents(
    commands: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch, database_server: EmbeddedServer
) -> None:
    health = folder / WORDS[0]
    health.mkdir()
    for number in range(3):
        (health / f"{number}.md").write_text(f"{TEXT}\nNight {number}.")
    commands("folder", "add", folder)
    commands("sync")
    assert len(commands("list", "--json").json) == 4
    monkeypatch.setenv("SCHEDARIO_PRIVATE_FOLDERS", str(health))
    # Three of four are gone at once, and go: that is what was said.
    assert commands("sync").code == 0
    assert len(commands("list", "--json").json) == 1
    for path in (folder, health, health / "0.md"):
        commands("add", path)
    assert_nowhere(commands, database_server)


def test_a_note_that_is_public_again_is_indexed(commands: Commands, folder: Path) -> None:
    note = folder / "plain.md"
    note.write_text("---\nprivate: true\n---\nThe vessel lies at berth 7.\n")
    assert commands("add", folder, "--json").json["totals"]["private"] == 1
    note.write_text("The vessel lies at berth 7.\n")
    assert commands("add", folder, "--json").json["totals"]["indexed"] == 1


def test_a_private_note_in_an_archive_is_not_kept(
    commands: Commands, folder: Path, database_server: EmbeddedServer
) -> None:
    with zipfile.ZipFile(folder / "notes.zip", "w") as packed:
        packed.writestr(f"{WORDS[0]}.md", f"---\nprivate: true\n---\n{TEXT}")
        packed.writestr("open.md", "# Open\n\nThe vessel lies at berth 7.\n")
    added = commands("add", folder, "--json")
    assert added.json["totals"]["private"] == 1
    assert not hidden(added.out)
    assert_nowhere(commands, database_server)
    assert commands("search", "At which berth lies the vessel?", "--json").json["results"]


def test_a_copy_of_a_note_that_is_private_is_not_kept_as_a_duplicate(
    commands: Commands, folder: Path, database_server: EmbeddedServer
) -> None:
    for name in ("a.md", f"{WORDS[0]}.md"):
        (folder / name).write_text(f"---\nprivate: true\n---\n{TEXT}")
    assert commands("add", folder, "--json").json["totals"]["private"] == 2
    assert notes_kept(database_server, commands.archive) == 2
    assert_nowhere(commands, database_server)
