"""The pages about the archive itself, as a person uses them: queue, sources, settings, measurement."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

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


def figures(visit: Visit) -> dict[str, str]:
    """Return the numbers that stand side by side, by what they count."""
    boxes = visit.page.locator(".figure-box").all()
    return {one.locator(".figure-label").inner_text(): one.locator(".figure-value").inner_text() for one in boxes}


def press(visit: Visit, name: str) -> None:
    visit.page.get_by_role("button", name=name, exact=True).click()


@pytest.mark.usefixtures("paused")
def test_the_queue_is_followed_without_reloading(browsing: Browsing, service: Service, run: Run, notes: Path) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open("/queue")
        visit.page.wait_for_selector("text=The queue is paused")
        assert figures(visit)["Time left"] == "nothing to do"
        run("add", "--later", notes)
        waiting = visit.page.locator(".line .name", has_text="note ")
        waiting.first.wait_for()
        assert waiting.all_inner_texts() == [f"note {number}.md" for number in range(8)]
        assert figures(visit)["Waiting"] == "8"
        assert figures(visit)["Time left"] == "unknown"
        press(visit, "Take out note 3.md")
        visit.page.wait_for_function("document.querySelectorAll('.line .name').length === 7")
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
        assert "Default: 32" in row.inner_text()
        assert "Allowed: 0 to 240" in row.inner_text()
        row.locator("input").fill("900")
        press(visit, "Set overlap_tokens")
        row.locator("[role=alert]").wait_for()
        assert "less than or equal to 240" in row.locator("[role=alert]").inner_text()
        assert value() == "32"
        row.locator("input").fill("16")
        press(visit, "Set overlap_tokens")
        row.get_by_text("Overridden").wait_for()
        assert value() == "16"
        visit.page.locator(".panel .notice.warning", has_text="outdated").wait_for()
        changed = visit.page.locator("tr", has_text="dashboard").first
        assert changed.locator("td").all_inner_texts()[1:] == ["overlap_tokens", "not set", "16", "dashboard"]
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
        assert figures(visit)["Chunks to embed"] == "0"
        assert figures(visit)["Dollars"] == "0.0000"
        visit.page.get_by_text("nothing is to be embedded").wait_for()
        assert visit.faults == []


def test_a_real_query_is_labelled(browsing: Browsing, service: Service, run: Run, command_home: Path) -> None:
    query = "which drawer holds the backups of the labelled year?"
    run("search", query)
    file = command_home / "labelled" / ARCHIVE / "questions.jsonl"
    with browsing.visit(service.state.url) as visit:
        visit.open("/measurement")
        assert "service" in visit.page.locator(".panel", has_text="Memory by process").inner_text()
        press(visit, "Show the next query")
        asked = visit.page.locator(".label-query")
        asked.wait_for()
        assert asked.inner_text() == query
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
        said = stages.locator(".bars").first.inner_text().split("\n")
        # Of nine labelled questions, those by words lost the first and the sixth.
        assert said[:4] == ["vector", "1.000", "words", "0.778"]
        assert visit.page.locator(".report h2").inner_text().startswith("by hand <b>, 2026-01-01")
        assert visit.page.locator(".curves polyline").count() == 4 + 2
        visit.page.locator(".lost summary").click()
        assert visit.page.locator(".lost tbody tr").count() == 3
        assert visit.faults == []
