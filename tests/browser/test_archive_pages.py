"""The pages about the archive itself, as a person uses them: queue, sources, settings, measurement."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from fixtures.browser import ARCHIVE, Browsing, Visit
from fixtures.commands import Commands
from fixtures.service import Service

Run = Callable[..., None]


@pytest.fixture
def run(commands: Commands) -> Run:
    """Runs a command about the archive that the service serves."""

    def ran(*arguments: str | Path) -> None:
        done = Commands(commands.home, ARCHIVE)(*arguments)
        assert done.code == 0, done.err

    return ran


@pytest.fixture
def paused(service: Service, run: Run) -> Iterator[None]:
    """A queue in which nothing is begun."""
    run("queue", "pause")
    yield
    run("queue", "resume")
    service.until("/jobs", lambda queue: not sum(queue["waiting"].values()) and not queue["running"])


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """A folder with eight notes."""
    folder = tmp_path / "notes"
    folder.mkdir()
    for number in range(8):
        (folder / f"note {number}.md").write_text(f"# Note {number}\n\nThe {number}th gasket is in drawer {number}.\n")
    return folder


def figure(visit: Visit, label: str) -> Locator:
    """Return the number that stands over a label."""
    said = visit.page.locator(".figure-label").get_by_text(label, exact=True)
    return visit.page.locator(".figure-box", has=said).locator(".figure-value")


def press(visit: Visit, name: str) -> None:
    visit.page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.usefixtures("paused")
def test_the_queue_is_followed_without_reloading(browsing: Browsing, service: Service, run: Run, notes: Path) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open("/queue")
        visit.page.wait_for_selector("text=The queue is paused")
        expect(figure(visit, "Time left")).to_have_text("nothing to do")
        run("add", "--later", notes)
        waiting = visit.page.locator(".line .name", has_text="note ")
        expect(waiting).to_have_text([f"note {number}.md" for number in range(8)])
        expect(figure(visit, "Waiting")).to_have_text("8")
        expect(figure(visit, "Time left")).to_have_text("unknown")
        press(visit, "Take out note 3.md")
        expect(visit.page.locator(".line .name")).to_have_count(7)
        press(visit, "Resume")
        waiting.first.wait_for(state="detached")
        assert visit.faults == []


def test_a_folder_is_added_confirmed_paused_and_forgotten(browsing: Browsing, service: Service, notes: Path) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open("/sources")
        visit.page.locator("summary", has_text="Add a folder").click()
        form = visit.page.locator("form", has=visit.page.locator("[name=path]")).first
        form.locator("[name=path]").fill("notes")
        form.locator("button").click()
        visit.page.wait_for_selector("text=a path is named from / or ~ on")
        press(visit, "OK")
        form.locator("[name=path]").fill(str(notes))
        form.locator("[name=exclude]").fill("*7.md *.tmp")
        form.locator("button").click()
        card = visit.page.locator("article", has_text=str(notes))
        card.get_by_text("Without *7.md, *.tmp").wait_for()
        press(visit, f"Look now at {notes}")
        service.until("/sources", lambda found: [one["files"] for one in found["sources"]] == [7])
        for number in range(5):
            (notes / f"note {number}.md").unlink()
        service.until("/jobs", lambda queue: not sum(queue["waiting"].values()) and not queue["running"])
        press(visit, f"Look now at {notes}")
        card.get_by_text("5 of 7 files are gone at once").wait_for()
        press(visit, "This is meant")
        press(visit, "Yes, take it over")
        card.locator(".notice.problem").wait_for(state="detached")
        assert [one["files"] for one in service.ask("GET", "/sources").json["sources"]] == [2]
        press(visit, f"Pause {notes}")
        card.get_by_text("paused").wait_for()
        card.get_by_role("button", name="Remove").click()
        press(visit, "Forget it and its documents")
        card.wait_for(state="detached")
        assert service.ask("GET", "/sources").json["sources"] == []
        assert visit.faults == []


def test_what_is_said_takes_no_press_unless_it_is_to_be_closed(
    browsing: Browsing, service: Service, run: Run, notes: Path
) -> None:
    run("folder", "add", notes)
    with browsing.visit(service.state.url) as visit:
        visit.open("/sources")
        said = visit.page.locator(".q-notification")
        press(visit, "Look at all now")
        expect(said.first).to_have_css("pointer-events", "none")
        visit.page.locator("summary", has_text="Add a folder").click()
        visit.page.locator("[name=path]").first.fill("notes")
        visit.page.locator("form button").first.click()
        expect(said.filter(has_text="a path is named from / or ~ on")).to_have_css("pointer-events", "all")
    run("folder", "remove", notes)


def test_a_root_that_is_not_there_is_told(browsing: Browsing, service: Service, run: Run, notes: Path) -> None:
    run("folder", "add", notes)
    shutil.rmtree(notes)
    try:
        with browsing.visit(service.state.url) as visit:
            visit.open("/sources")
            press(visit, "Look at all now")
            problem = visit.page.locator("article .notice.problem")
            problem.wait_for()
            assert problem.get_by_role("button").count() == 0
            assert visit.faults == []
    finally:
        run("folder", "remove", notes)


def test_a_setting_is_changed_refused_and_reset(browsing: Browsing, service: Service) -> None:
    def value() -> str:
        found = service.ask("GET", "/settings").json["settings"]
        return next(str(one["value"]) for one in found if one["name"] == "overlap_tokens")

    with browsing.visit(service.state.url) as visit:
        visit.open("/settings")
        row = visit.page.locator(".setting", has=visit.page.locator("#setting-overlap_tokens"))
        expect(row).to_contain_text("Default: 32")
        expect(row).to_contain_text("Allowed: 0 to 240")
        row.locator("input").fill("900")
        press(visit, "Set overlap_tokens")
        expect(row.locator("[role=alert]")).to_contain_text("less than or equal to 240")
        assert value() == "32"
        row.locator("input").fill("16")
        press(visit, "Set overlap_tokens")
        row.get_by_text("Overridden").wait_for()
        assert value() == "16"
        visit.page.locator(".panel .notice.warning", has_text="outdated").wait_for()
        changed = visit.page.locator("tr", has_text="dashboard").first
        expect(changed.locator("td:not(:first-child)")).to_have_text(["overlap_tokens", "not set", "16", "dashboard"])
        press(visit, "Reset overlap_tokens")
        row.get_by_text("Overridden").wait_for(state="detached")
        assert value() == "32"
        assert visit.faults == []


def test_the_plan_is_shown_before_anything_is_embedded_anew(browsing: Browsing, service: Service) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open("/settings")
        visit.page.fill("[name=price]", "2")
        press(visit, "Show the plan")
        visit.page.wait_for_selector(".plan .figures")
        expect(figure(visit, "Chunks to embed")).to_have_text("0")
        expect(figure(visit, "Dollars")).to_have_text("0.0000")
        visit.page.get_by_text("nothing is to be embedded").wait_for()
        assert visit.faults == []


def test_a_real_query_is_labelled(browsing: Browsing, service: Service, run: Run, command_home: Path) -> None:
    query = "which drawer holds the backups of the labelled year?"
    run("search", query)
    file = command_home / "labelled" / ARCHIVE / "questions.jsonl"
    with browsing.visit(service.state.url) as visit:
        visit.open("/measurement")
        expect(visit.page.locator(".panel", has_text="Memory by process")).to_contain_text("service")
        press(visit, "Show the next query")
        asked = visit.page.locator(".label-query")
        expect(asked).to_have_text(query)
        visit.page.get_by_role("button", name="This answers").first.click()
        visit.page.get_by_text("1 question labelled").wait_for()
        assert query in file.read_text(encoding="utf-8")
        assert visit.faults == []
    shutil.rmtree(file.parent)


def test_a_run_is_shown_with_where_its_questions_were_lost(browsing: Browsing, service: Service) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open("/measurement")
        visit.page.locator(".runs a", has_text="2026-01-01").click()
        stages = visit.page.locator(".panel", has=visit.page.get_by_text("Where questions are lost", exact=True))
        # Of nine labelled questions, those by words lost the first and the sixth.
        expect(stages.locator(".bars").first).to_have_text(re.compile(r"^vector\s*1\.000\s*words\s*0\.778"))
        expect(visit.page.locator(".report h2")).to_have_text(re.compile("^by hand <b>, 2026-01-01"))
        expect(visit.page.locator(".curves polyline")).to_have_count(4 + 2)
        visit.page.locator(".lost summary").click()
        expect(visit.page.locator(".lost tbody tr")).to_have_count(3)
        assert visit.faults == []
