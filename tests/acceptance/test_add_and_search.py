"""What a person does: add files, ask, change, remove."""

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import psycopg
import pytest
from reportlab.pdfgen.canvas import Canvas

from fixtures.commands import Commands, Outcome
from schedario.db.server import EmbeddedServer
from schedario.extract.supervisor import ChildExtractor
from schedario.ports import PictureTexts
from schedario.records.extraction import Extraction

RENT = (
    "# Contratto di affitto\n\nIl canone mensile di affitto del magazzino è di 640 euro, da pagare entro il giorno 5.\n"
)
BACKUP = "# Backup policy\n\nEvery night at 02:30 the database is copied to the second building and kept for 90 days.\n"
HOLIDAYS = "Die Betriebsferien dauern vom 4. bis zum 22. August; in dieser Zeit ist das Lager geschlossen.\n"


def write(folder: Path) -> Path:
    (folder / "affitto.md").write_text(RENT, encoding="utf-8")
    (folder / "backup.md").write_text(BACKUP, encoding="utf-8")
    (folder / "ferien.txt").write_text(HOLIDAYS, encoding="utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path)


@pytest.fixture(scope="module")
def filled(shared_commands: Commands, tmp_path_factory: pytest.TempPathFactory) -> Commands:
    """An archive of the folder's files that is only asked."""
    assert totals(shared_commands("add", write(tmp_path_factory.mktemp("papers")), "--json")) == {"indexed": 3}
    return shared_commands


def totals(outcome: Outcome) -> dict[str, int]:
    return {name: count for name, count in outcome.json["totals"].items() if count}


def first(outcome: Outcome) -> str:
    results = outcome.json["results"]
    return str(results[0]["document"]["name"]) if results else ""


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Quanto si paga al mese per il magazzino?", "affitto.md"),
        ("How much is the monthly rent of the warehouse?", "affitto.md"),
        ("Wie lange werden die Sicherungen der Datenbank aufbewahrt?", "backup.md"),
        ("quando è chiusa l'azienda in agosto?", "ferien.txt"),
        ("640", "affitto.md"),
    ],
)
def test_a_question_finds_its_document_in_any_language(filled: Commands, question: str, name: str) -> None:
    assert first(filled("search", question, "--json")) == name


def test_the_answer_has_the_form_that_programs_rely_on(filled: Commands) -> None:
    answer = filled("search", "monthly rent", "--json").json
    assert {"query", "archive", "documents_searched", "floor", "best_score", "degraded", "stale", "results"} < set(
        answer
    )
    assert (answer["query"], answer["documents_searched"], answer["degraded"], answer["stale"]) == (
        "monthly rent", 3, [], {},
    )  # fmt: skip
    assert answer["timings_ms"]["total"] > 0
    (result, *_) = answer["results"]
    presented = {"description", "described_by", "description_stale"}
    assert set(result["document"]) == {"id", "name", "path", "container", "collection", "modified"} | presented
    assert Path(result["document"]["path"]).read_text() == RENT
    (passage,) = result["passages"]
    assert passage["text"] in RENT.replace("# ", "")
    assert (passage["page"], passage["locator"], passage["origin"], passage["language"]) == (
        None, "Contratto di affitto", "text", "it",
    )  # fmt: skip
    assert 0 < passage["score"] == answer["best_score"] <= 1


def test_rows_far_down_in_a_table_are_found_and_shown_with_its_header(commands: Commands, folder: Path) -> None:
    rows = [f"2026-{day % 12 + 1:02},Molo {day},{day * 7}" for day in range(120)]
    (folder / "navi.csv").write_text("\n".join(["Mese,Banchina,Containers", *rows]), encoding="utf-8")
    commands("add", folder)
    (result, *_) = commands("search", "-k", "1", "Molo 97 containers", "--json").json["results"]
    (passage,) = result["passages"]
    assert "Molo 97 | 679" in passage["text"]
    assert "Banchina" not in passage["text"]
    assert passage["header"] == "Mese | Banchina | Containers"
    lines = commands("search", "-k", "1", "Molo 97 containers").out.splitlines()
    header = lines.index("    Mese | Banchina | Containers")
    assert lines[header + 1] == "    [...]"


def test_a_question_outside_the_archive_is_answered_with_numbers(filled: Commands) -> None:
    question = "who won the football world cup in 1970"
    answer = filled("search", question, "--json")
    assert answer.code == 0
    assert answer.json["results"] == []
    assert answer.json["best_score"] < answer.json["floor"]
    told = filled("search", question).out
    assert told.startswith(f"No matches: searched 3 documents, best score {answer.json['best_score']:.2f}, floor 0.18")


def test_what_is_below_the_floor_is_not_shown_and_what_is_above_is(filled: Commands) -> None:
    best = filled("search", "monthly rent", "--json").json["best_score"]
    assert filled("search", "monthly rent", "--floor", str(best - 0.001), "--json").json["results"]
    assert not filled("search", "monthly rent", "--floor", "1", "--json").json["results"]


def test_adding_again_does_nothing(commands: Commands, folder: Path) -> None:
    commands("add", folder)
    before = commands("list", "--json").json
    assert totals(commands("add", folder, "--json")) == {"unchanged": 3}
    assert commands("list", "--json").json == before


def test_a_changed_file_replaces_its_old_version_and_keeps_its_id(commands: Commands, folder: Path) -> None:
    commands("add", folder)
    (before,) = commands("list", folder / "affitto.md", "--json").json
    (folder / "affitto.md").write_text(RENT.replace("640", "715"), encoding="utf-8")
    assert totals(commands("add", folder, "--json")) == {"indexed": 1, "unchanged": 2}
    (after,) = commands("list", folder / "affitto.md", "--json").json
    assert after["id"] == before["id"]
    texts = [
        p["text"]
        for r in commands("search", "canone mensile del magazzino 640", "--json").json["results"]
        for p in r["passages"]
    ]
    assert any("715" in text for text in texts)
    assert not any("640" in text for text in texts)


def test_an_answer_says_when_the_file_has_changed_or_gone_since(commands: Commands, folder: Path) -> None:
    commands("add", folder)
    (folder / "affitto.md").write_text("something else", encoding="utf-8")
    (reason,) = commands("search", "monthly rent", "-k", "1", "--json").json["stale"].values()
    assert "changed" in reason
    (folder / "affitto.md").unlink()
    (reason,) = commands("search", "monthly rent", "-k", "1", "--json").json["stale"].values()
    assert "no longer" in reason
    assert reason in commands("search", "monthly rent", "-k", "1").out


def test_a_new_version_that_cannot_be_read_leaves_the_old_one_answering(commands: Commands, folder: Path) -> None:
    commands("add", folder)
    (folder / "affitto.md").write_bytes(b"")
    added = commands("add", folder, "--json")
    assert (added.code, totals(added)) == (1, {"unchanged": 2, "failed": 1})
    answer = commands("search", "monthly rent", "-k", "1", "--json")
    assert first(answer) == "affitto.md"
    assert list(answer.json["stale"]) == [answer.json["results"][0]["document"]["id"]]
    (folder / "affitto.md").write_text(RENT, encoding="utf-8")
    assert commands("add", folder, "--json").code == 0
    assert commands("search", "monthly rent", "-k", "1", "--json").json["stale"] == {}


def test_copies_are_named_and_not_indexed_twice(commands: Commands, folder: Path) -> None:
    (folder / "copy.md").write_text(RENT, encoding="utf-8")
    (folder / "same text.md").write_text(RENT.replace("\n", "\r\n"), encoding="utf-8")
    added = commands("add", folder, "--json")
    assert totals(added) == {"indexed": 3, "duplicate": 2}
    reasons = [entry["reason"] for entry in added.json["files"] if entry["outcome"] == "duplicate"]
    assert all("affitto.md" in reason for reason in reasons)
    results = commands("search", "monthly rent", "--json").json["results"]
    assert sum("640 euro" in p["text"] for r in results for p in r["passages"]) == 1


def test_a_copy_takes_the_place_of_a_removed_original(commands: Commands, folder: Path) -> None:
    (folder / "copy.md").write_text(RENT, encoding="utf-8")
    commands("add", folder)
    (original,) = commands("list", folder / "affitto.md", "--json").json
    removed = commands("remove", original["id"], "--json").json
    assert removed["adopted"] == [str(folder / "copy.md")]
    assert first(commands("search", "monthly rent", "-k", "1", "--json")) == "copy.md"


def test_a_copy_takes_the_place_of_a_changed_original(commands: Commands, folder: Path) -> None:
    (folder / "copy.md").write_text(RENT, encoding="utf-8")
    commands("add", folder)
    (folder / "affitto.md").write_text(RENT.replace("640", "715"), encoding="utf-8")
    added = commands("add", folder / "affitto.md", "--json")
    assert totals(added) == {"indexed": 2}
    names = {record["name"]: record["status"] for record in commands("list", "--json").json}
    assert names["copy.md"] == names["affitto.md"] == "indexed"


def test_nothing_is_left_of_a_removed_document(
    commands: Commands, folder: Path, database_server: EmbeddedServer
) -> None:
    (folder / "secret.txt").write_text("The passphrase of the vault is quibberflix, and nobody may know it.\n")
    commands("add", folder)
    assert first(commands("search", "what is the passphrase of the vault?", "-k", "1", "--json")) == "secret.txt"
    (record,) = commands("list", folder / "secret.txt", "--json").json
    assert places(database_server, commands.archive, "quibberflix", record["id"])
    assert commands("remove", folder / "secret.txt").code == 0
    assert places(database_server, commands.archive, "quibberflix", record["id"]) == []
    assert first(commands("search", "what is the passphrase of the vault?", "-k", "1", "--json")) != "secret.txt"
    assert totals(commands("add", folder / "secret.txt", "--json")) == {"indexed": 1}
    assert first(commands("search", "what is the passphrase of the vault?", "-k", "1", "--json")) == "secret.txt"


def places(server: EmbeddedServer, archive: str, *words: str) -> list[str]:
    """Return the tables of an archive in which any of the words stands anywhere."""
    found = []
    with psycopg.connect(server.address.conninfo) as connection:
        schema = f"archive_{archive}"
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = %s", [schema]).fetchall()
        assert tables
        for (table,) in tables:
            for word in words:
                query = f'SELECT count(*) FROM "{schema}"."{table}" AS t WHERE t::text LIKE %s'
                (count,) = connection.execute(query.encode(), [f"%{word}%"]).fetchone() or (0,)
                if count:
                    found.append(table)
    return found


def test_the_page_is_the_one_that_holds_the_word(commands: Commands, tmp_path: Path) -> None:
    words = ["abacus", "balcony", "candle", "dolphin", "eclipse", "falcon", "glacier", "harbour", "island", "jasmine"]
    canvas = Canvas(str(tmp_path / "ten.pdf"))
    for word in words:
        canvas.drawString(
            72, 760, "This page of the report is like all the others, but for one word that it has alone."
        )
        canvas.drawString(72, 740, f"Its own word is {word}, which stands nowhere else in the whole report.")
        canvas.showPage()
    canvas.save()
    (tmp_path / "plain.txt").write_text("A note without pages about a kangaroo.\n")
    commands("add", tmp_path)
    for number, word in enumerate(words, 1):
        (result,) = commands("search", word, "-k", "1", "--json").json["results"]
        (passage,) = result["passages"]
        assert (passage["page"], passage["locator"]) == (number, f"page {number}")
        assert word in passage["text"]
    (result,) = commands("search", "kangaroo", "-k", "1", "--json").json["results"]
    assert result["passages"][0]["page"] is None


def test_a_bad_file_costs_its_own_entry_only(commands: Commands, folder: Path) -> None:
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\nthis is no PDF at all")
    (folder / "empty.txt").write_bytes(b"")
    (folder / "music.mp3").write_bytes(b"ID3\x03\x00\x00\x00" + bytes(range(256)) * 10)
    added = commands("add", folder, "--json")
    assert (added.code, totals(added)) == (1, {"indexed": 3, "failed": 2, "skipped": 1})
    codes = {Path(entry["path"]).name: entry["code"] for entry in added.json["files"] if entry["code"]}
    assert codes == {"broken.pdf": "file_damaged", "empty.txt": "file_empty", "music.mp3": "format_unsupported"}
    again = commands("add", folder, "--json")
    assert totals(again) == {"unchanged": 3, "failed": 2, "skipped": 1}
    assert len(commands("list", "--json").json) == 6
    assert {record["name"] for record in commands("list", "--status", "failed", "--json").json} == {
        "broken.pdf", "empty.txt",
    }  # fmt: skip
    text = commands("add", folder)
    assert "failed: " in text.out
    assert "6 files: 0 indexed, 3 unchanged, 0 duplicate, 1 skipped, 2 failed" in text.out


def test_a_failed_file_is_tried_again_when_asked(commands: Commands, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").write_bytes(b"")
    first_try = commands("add", tmp_path, "--json").json["files"][0]
    again = commands("add", tmp_path, "--retry", "--json").json["files"][0]
    assert (again["outcome"], again["document"]) == ("failed", first_try["document"])


@pytest.mark.parametrize("name", ["città e più.md", "日本.md", "a'b\"c.md", "new\nline.md", " .md", "x" * 200 + ".md"])
def test_odd_names_are_kept_and_shown_safely(commands: Commands, tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text(RENT, encoding="utf-8")
    assert totals(commands("add", tmp_path, "--json")) == {"indexed": 1}
    assert first(commands("search", "monthly rent", "--json")) == name
    assert len(commands("list").out.splitlines()) == 1
    assert totals(commands("add", tmp_path, "--json")) == {"unchanged": 1}


def test_a_name_that_is_no_unicode_is_kept(commands: Commands, tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/caf\xe9.md"
    with open(path, "w", encoding="utf-8") as file:  # noqa: PTH123
        file.write(RENT)
    assert totals(commands("add", tmp_path, "--json")) == {"indexed": 1}
    assert totals(commands("add", tmp_path, "--json")) == {"unchanged": 1}
    assert first(commands("search", "monthly rent", "--json")) == "caf�.md"
    assert commands("search", "monthly rent", "--json").json["stale"] == {}


def test_a_terminal_is_not_steered_by_a_document(commands: Commands, tmp_path: Path) -> None:
    (tmp_path / "evil\x1b[2J.md").write_text("The monthly rent \x1b]0;owned\x07 is 640 euro \u202eerutuf\n")
    commands("add", tmp_path)
    for outcome in (commands("search", "monthly rent"), commands("list"), commands("add", tmp_path)):
        assert not {"\x1b", "\x07", "\u202e"} & set(outcome.out + outcome.err)


def test_a_path_may_be_named_in_any_way(
    commands: Commands, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sub").mkdir()
    monkeypatch.chdir(tmp_path / "sub")
    assert totals(commands("add", "..", "--json")) == {"indexed": 3}
    assert len(commands("list", "..", "--json").json) == 3
    assert len(commands("list", "../backup.md", "--json").json) == 1
    assert len(commands("remove", "../sub/../backup.md", "--json").json["removed"]) == 1


def test_a_path_through_a_link_means_what_the_disk_says(commands: Commands, tmp_path: Path) -> None:
    (tmp_path / "real" / "sub").mkdir(parents=True)
    (tmp_path / "real" / "note.txt").write_text("The heron stands in the reeds by the lake.")
    (tmp_path / "link").symlink_to(tmp_path / "real" / "sub")
    assert totals(commands("add", f"{tmp_path}/link/../note.txt", "--json")) == {"indexed": 1}


def test_characters_that_the_model_does_not_know_do_not_make_endless_passages(
    commands: Commands, tmp_path: Path
) -> None:
    chance = random.Random(3)
    (tmp_path / "rare.txt").write_text("".join(chr(chance.randint(0x13000, 0x1342E)) for _ in range(30_000)))
    assert totals(commands("add", tmp_path, "--json")) == {"indexed": 1}
    (record,) = commands("list", "--json").json
    assert record["chunks"] >= 10
    results = commands("search", chr(0x13001) * 5, "--floor", "0", "-k", "1", "--json").json["results"]
    assert all(len(p["text"]) < 20_000 for r in results for p in r["passages"])


def test_a_run_that_is_ended_tells_what_was_written(
    commands: Commands, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = ChildExtractor.extract, []

    def second_time_interrupted(
        self: ChildExtractor, path: Path, members: Sequence[str] = (), *, pictures: PictureTexts | None = None
    ) -> Extraction:
        calls.append(path)
        if len(calls) == 2:
            raise KeyboardInterrupt
        return real(self, path, members, pictures=pictures)

    monkeypatch.setattr(ChildExtractor, "extract", second_time_interrupted)
    outcome = commands("add", folder, "--json")
    assert outcome.code == 130
    assert totals(outcome) == {"indexed": 1}
    assert "interrupted" in outcome.err


def test_show_names_the_places_of_a_document(commands: Commands, folder: Path) -> None:
    commands("add", folder)
    (record,) = commands("list", folder / "affitto.md", "--json").json
    shown = commands("show", record["id"], "--json").json
    assert [place["place"] for place in shown["outline"]] == ["Contratto di affitto"]
    assert commands("show", record["id"], "--text").out.strip() == RENT.replace("# ", "").strip()
    assert "affitto.md" in commands("show", record["id"].upper()).out
    assert commands("show", folder / "affitto.md").out == commands("show", record["id"]).out


def test_status_counts(commands: Commands, folder: Path) -> None:
    commands("add", folder)
    state = commands("status", "--json").json
    assert (state["documents"]["indexed"], state["outdated"], state["stale"]) == (3, 0, 0)
    assert state["languages"] == {"it": 1, "en": 1, "de": 1}


def test_archives_are_kept_apart(commands: Commands, folder: Path) -> None:
    commands("add", folder)
    other = Commands(commands.home, "other_" + commands.archive[:30])
    other("add", folder / "backup.md")
    assert other("search", "monthly rent", "--json").json["documents_searched"] == 1
    after = commands("search", "monthly rent", "--json", "--archive", other.archive)
    assert after.json["archive"] == other.archive, "the option may stand after the command too"
    assert commands("search", "monthly rent", "--json").json["documents_searched"] == 3


def test_output_that_nobody_reads_is_no_error(commands: Commands, folder: Path) -> None:
    commands("add", folder)
    shell = f'"{sys.executable}" -m schedario --archive {commands.archive} list --json | true'
    done = subprocess.run(
        shell, shell=True, capture_output=True, text=True, env={**os.environ, "SCHEDARIO_HOME": str(commands.home)}
    )
    assert "Traceback" not in done.stderr
