"""Notes with tags and links, as a person keeps and asks for them."""

import re
import shutil
from pathlib import Path

import psycopg
import pytest
from psycopg import sql

from fixtures.commands import Commands
from schedario.db.server import EmbeddedServer

BOILER = """---
title: The boiler
tags: [house/heating, Winter]
aliases: [Heizkessel, "furnace, old"]
summary: Who services the boiler, and when.
date: 2024-05-06
---
# Boiler

Serviced each October by the engineer, see [[Engineer|the man]] and [the bill](bills/bill%201.md#sum).

![[plan.txt]] and [[Nowhere]], but not `[[code]]` and not [the web](https://example.org/a.md).
"""
ENGINEER = "# Engineer\n\nMr Voss repairs what the [[heizkessel]] needs. He lives by the harbour. #people\n"
BILL = "# Bill\n\n## Sum\n\nForty crowns were paid for the new valve.\n"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    (root / "bills").mkdir(parents=True)
    (root / "boiler.md").write_text(BOILER)
    (root / "Engineer.md").write_text(ENGINEER)
    (root / "bills" / "bill 1.md").write_text(BILL)
    (root / "plan.txt").write_text("The cellar is left of the stairs, the boiler stands below the window.\n")
    return root


def targets(commands: Commands, note: Path) -> dict[str, str]:
    """Return what each link of a note leads to, by name; empty for one that is broken."""
    found = commands("links", note, "--json").json["outgoing"]
    return {link["target"]: Path(link["to"]["path"]).name if link["to"] else "" for link in found}


def backlinks(commands: Commands, note: Path) -> list[str]:
    return [Path(link["from"]["path"]).name for link in commands("links", note, "--json").json["backlinks"]]


def test_a_note_says_what_it_is_and_what_it_links_to(commands: Commands, vault: Path) -> None:
    commands("add", vault)
    shown = commands("show", vault / "boiler.md", "--json").json
    assert (shown["title"], shown["tags"], shown["aliases"]) == (
        "The boiler",
        ["house/heating", "Winter"],
        ["Heizkessel", "furnace, old"],
    )
    assert (shown["summary"], shown["date"]) == ("Who services the boiler, and when.", "2024-05-06")
    assert commands("show", vault / "Engineer.md", "--json").json["summary"] == (
        "Mr Voss repairs what the heizkessel needs. He lives by the harbour. #people"
    )
    assert targets(commands, vault / "boiler.md") == {
        "Engineer": "Engineer.md",
        "bills/bill%201.md": "bill 1.md",
        "plan.txt": "plan.txt",
        "Nowhere": "",
    }
    links = commands("links", vault / "boiler.md", "--json").json
    assert [link["kind"] for link in links["outgoing"]] == ["wiki", "markdown", "embed", "wiki"]
    assert [link["heading"] for link in links["outgoing"]] == ["", "sum", "", ""]
    # By its alias, written with another case.
    assert backlinks(commands, vault / "boiler.md") == ["Engineer.md"]
    assert backlinks(commands, vault / "bills" / "bill 1.md") == ["boiler.md"]
    broken = commands("links", "--broken", "--json").json
    assert [(link["target"], link["candidates"]) for link in broken] == [("Nowhere", [])]


def test_a_person_reads_links_and_tags(commands: Commands, vault: Path) -> None:
    commands("add", vault)
    told = commands("links", vault / "boiler.md").out
    assert "bills/bill%201.md#sum (markdown) -> " in told
    assert "Nowhere (wiki) -> broken" in told
    assert "linked from" in told
    assert "1 broken link." in commands("links", "--broken").out
    assert "#house/heating #Winter  also Heizkessel, furnace, old" in commands("list", vault / "boiler.md").out
    assert "summary     Who services the boiler" in commands("show", vault / "boiler.md").out


def test_a_broken_link_is_mended_by_its_target_and_broken_again_without_it(commands: Commands, vault: Path) -> None:
    commands("folder", "add", vault)
    commands("sync")
    assert targets(commands, vault / "boiler.md")["Nowhere"] == ""
    (vault / "bills" / "Nowhere.md").write_text("# Elsewhere\n\nThe island that no map shows.\n")
    commands("sync")
    assert targets(commands, vault / "boiler.md")["Nowhere"] == "Nowhere.md"
    (vault / "bills" / "Nowhere.md").unlink()
    commands("sync")
    assert targets(commands, vault / "boiler.md")["Nowhere"] == ""


def test_a_rename_keeps_the_ids_and_links_follow_the_name(commands: Commands, vault: Path) -> None:
    commands("folder", "add", vault)
    commands("sync")
    before = commands("show", vault / "Engineer.md", "--json").json["id"]
    (vault / "Engineer.md").rename(vault / "Nowhere.md")
    commands("sync")
    assert commands("show", vault / "Nowhere.md", "--json").json["id"] == before
    # Its own title is still what the other link names.
    assert targets(commands, vault / "boiler.md") == {
        "Engineer": "Nowhere.md",
        "bills/bill%201.md": "bill 1.md",
        "plan.txt": "plan.txt",
        "Nowhere": "Nowhere.md",
    }
    assert backlinks(commands, vault / "boiler.md") == ["Nowhere.md"]
    shutil.move(vault / "boiler.md", vault / "bills" / "boiler.md")
    commands("sync")
    # From there, the path of the bill is another; it is still the end of one path in the archive.
    assert targets(commands, vault / "bills" / "boiler.md")["bills/bill%201.md"] == "bill 1.md"


def test_a_name_that_two_documents_have_is_broken_with_both_as_candidates(commands: Commands, vault: Path) -> None:
    for folder in ("a", "b"):
        (vault / folder).mkdir()
        (vault / folder / "Nowhere.md").write_text(f"# Island {folder}\n\nThe island {folder} is on no map.\n")
    commands("add", vault)
    link = commands("links", "--broken", "--json").json[0]
    assert [Path(end["path"]).parent.name for end in link["candidates"]] == ["a", "b"]
    assert "it could be any of" in commands("links", "--broken").out
    # A copy is not another document.
    shutil.copy(vault / "a" / "Nowhere.md", vault / "b" / "Nowhere.md")
    commands("add", vault)
    assert targets(commands, vault / "boiler.md")["Nowhere"] == "Nowhere.md"


def test_tags_narrow_a_list_and_a_search(commands: Commands, vault: Path) -> None:
    commands("add", vault)
    for tag in ("house", "#HOUSE/heating", "winter"):
        assert [record["name"] for record in commands("list", "--tag", tag, "--json").json] == ["boiler.md"]
    assert [record["name"] for record in commands("list", "--tag", "people", "--json").json] == ["Engineer.md"]
    assert commands("list", "--tag", "heating", "--json").json == []
    found = commands("search", "the engineer of the boiler", "--tag", "people", "--floor", "0", "--json").json
    assert [result["document"]["name"] for result in found["results"]] == ["Engineer.md"]
    assert (found["documents_searched"], found["filters"]["tags"]) == (1, ["people"])
    assert "a tag is empty" in commands("search", "boiler", "--tag", "#").error


def rows(server: EmbeddedServer, archive: str) -> str:
    with psycopg.connect(server.address.conninfo, autocommit=True) as connection:
        found = [
            connection.execute(
                sql.SQL("SELECT t::text FROM {} AS t").format(sql.Identifier(f"archive_{archive}", table))
            )
            for table in ("document", "note", "link", "text_sketch", "text_block", "lexeme_frequency")
        ]
        return repr([rows.fetchall() for rows in found])


def test_nothing_is_left_of_a_removed_note(commands: Commands, vault: Path, database_server: EmbeddedServer) -> None:
    commands("add", vault)
    gone = commands("show", vault / "boiler.md", "--json").json["id"]
    assert {gone, "furnace", "Nowhere", "winter"} <= set(re.findall(r"\w+", rows(database_server, commands.archive)))
    commands("remove", gone)
    left = rows(database_server, commands.archive)
    assert not {gone, "furnace", "Nowhere", "winter"} & set(re.findall(r"\w+", left))
    assert commands("doctor", "--deleted", gone).code == 0
    assert commands("doctor", "--index").code == 0
    assert [link["target"] for link in commands("links", "--broken", "--json").json] == ["heizkessel"]


def test_links_wants_a_document_or_the_whole_archive(commands: Commands, vault: Path) -> None:
    commands("add", vault)
    assert commands("links").code == 2
    assert "neither the id nor the path" in commands("links", vault / "absent.md").error
    assert commands("links", vault / "plan.txt").out.startswith("linked from")
    assert commands("links", vault / "bills" / "bill 1.md", "--broken").out == "No broken links.\n"
