"""A service keeps its archive up to its sources by itself, by way of the queue."""

import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from fixtures.commands import Commands, url_of
from fixtures.passes import PATIENCE, looked, wait_for_passes
from fixtures.repositories import git, handbook
from fixtures.service import Service, served
from schedario.db.server import EmbeddedServer
from schedario.db.sources import _SYNC_KEY

EVERY = ("--every", "0.02")


def parcels(root: Path, *numbers: int) -> None:
    """Write files, which appear as close to each other as the machine allows."""
    written = root.with_name("written")
    written.mkdir(exist_ok=True)
    for number in numbers:
        (written / f"n{number}.md").write_text(f"# Note {number}\n\nThe parcel {number} went to depot {number}.\n")
    for number in numbers:
        (written / f"n{number}.md").rename(root / f"n{number}.md")


def said(service: Service) -> list[str]:
    """End a service, and return its lines."""
    service.process.terminate()
    _, err = service.process.communicate(timeout=PATIENCE)
    return err.splitlines()


def names(service: Service) -> set[str]:
    return {one["name"] for one in service.ask("GET", "/documents?limit=1000").json["documents"]}


def until_named(service: Service, *wanted: str) -> None:
    service.until("/documents?limit=1000", lambda it: {one["name"] for one in it["documents"]} == set(wanted))


@pytest.fixture
def root(commands: Commands, tmp_path: Path) -> Path:
    root = tmp_path / "root"
    root.mkdir()
    commands("folder", "add", root)
    return root


@pytest.fixture
def service(commands: Commands, root: Path) -> Iterator[Service]:
    """A service that has looked at its source for the first time."""
    before = looked(commands)
    with served(commands.home, "--archive", commands.archive) as service:
        wait_for_passes(commands, 1, before)
        yield service


@pytest.fixture
def paused(commands: Commands, root: Path) -> Iterator[Service]:
    """A service that has looked at its source, and begins no job until it is told to go on."""
    commands("queue", "pause")
    before = looked(commands)
    with served(commands.home, "--archive", commands.archive) as service:
        wait_for_passes(commands, 1, before)
        yield service


def test_a_new_file_is_searchable_and_one_that_is_removed_is_gone(service: Service, root: Path) -> None:
    parcels(root, 0, 1, 2, 3)
    (root / "zeppelin.md").write_text("# Landing\n\nThe zeppelin lands on the roof.\n")
    until_named(service, "n0.md", "n1.md", "n2.md", "n3.md", "zeppelin.md")
    assert "lands on the roof" in str(service.ask("POST", "/search", {"query": "zeppelin"}).json["results"])
    (root / "zeppelin.md").unlink()
    until_named(service, "n0.md", "n1.md", "n2.md", "n3.md")
    assert "lands on the roof" not in str(service.ask("POST", "/search", {"query": "zeppelin"}).json["results"])


def test_a_burst_is_one_pass(paused: Service, root: Path) -> None:
    parcels(root, *range(100))
    paused.until("/jobs?limit=1000", lambda answer: len(answer["jobs"]) == 100)
    assert [line for line in said(paused) if line.endswith(" queued")] == [f"{root}: 100 queued"]


def test_what_was_queued_is_settled_and_not_queued_again(commands: Commands, root: Path) -> None:
    parcels(root, 1, 2)
    with served(commands.home, "--archive", commands.archive, *EVERY) as service:
        until_named(service, "n1.md", "n2.md")
        wait_for_passes(commands, 2)
        assert [line for line in said(service) if line.endswith(" queued")] == [f"{root}: 2 queued"]
    assert ", 2 unchanged," in commands("sync").out


def test_a_renamed_file_keeps_its_document(service: Service, root: Path) -> None:
    parcels(root, 1, 2, 3)
    until_named(service, "n1.md", "n2.md", "n3.md")
    before = {one["id"] for one in service.ask("GET", "/documents").json["documents"]}
    (root / "moved").mkdir()
    (root / "n1.md").rename(root / "moved" / "other.md")
    until_named(service, "other.md", "n2.md", "n3.md")
    assert {one["id"] for one in service.ask("GET", "/documents").json["documents"]} == before


def test_a_merged_document_is_found_after_the_interval(commands: Commands, tmp_path: Path) -> None:
    repository = handbook(tmp_path)
    commands("git", "add", repository, "--branch", "main")
    with served(commands.home, "--archive", commands.archive, *EVERY) as service:
        until_named(service, "a.md")
        wait_for_passes(commands, 2)
        assert names(service) == {"a.md"}
        git(repository, "checkout", "-q", "main")
        git(repository, "merge", "-q", "idea")
        until_named(service, "a.md", "zeppelin.md")
        service.until("/jobs", lambda answer: not answer["jobs"])


def test_what_is_gone_before_its_turn_is_no_failure(paused: Service, root: Path, commands: Commands) -> None:
    service = paused
    parcels(root, 1, 2)
    service.until("/jobs", lambda answer: len(answer["jobs"]) == 2)
    (root / "n1.md").unlink()
    commands("queue", "resume")
    service.until("/jobs", lambda answer: not answer["jobs"])
    until_named(service, "n2.md")
    assert service.ask("GET", "/documents?failed=true").json["documents"] == []


def test_a_source_that_is_removed_leaves_no_file_to_come(paused: Service, root: Path, commands: Commands) -> None:
    service = paused
    parcels(root, 1, 2)
    service.until("/jobs", lambda answer: len(answer["jobs"]) == 2)
    commands("folder", "remove", root)
    commands("queue", "resume")
    service.until("/jobs", lambda answer: not answer["jobs"])
    assert names(service) == set()


def test_a_pass_of_another_process_is_waited_for(
    commands: Commands, root: Path, database_server: EmbeddedServer
) -> None:
    with served(commands.home, "--archive", commands.archive) as service:
        with psycopg.connect(url_of(database_server)) as other:
            other.execute("SELECT pg_advisory_lock(%s, hashtext(%s))", (_SYNC_KEY, f"archive_{commands.archive}"))
            parcels(root, 1)
            time.sleep(3)
            assert names(service) == set()
        until_named(service, "n1.md")
        assert not [line for line in said(service) if "not followed" in line]


def test_it_ends_in_the_middle_of_a_burst_and_leaves_the_rest(service: Service, root: Path, commands: Commands) -> None:
    parcels(root, *range(200))
    service.until("/jobs", lambda answer: answer["jobs"])
    assert service.end() == 0
    assert commands("status", "--json").json["documents"]["indexed"] < 200


def test_the_setting_leaves_the_sources_alone(commands: Commands, root: Path) -> None:
    parcels(root, 1)
    with served(commands.home, "--archive", commands.archive, SCHEDARIO_SERVICE_WATCH="false") as service:
        time.sleep(3)
        assert names(service) == set()
