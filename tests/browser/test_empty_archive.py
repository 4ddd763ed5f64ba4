"""The first screen of an archive that is empty: what it offers is done."""

from pathlib import Path

from playwright.sync_api import expect

from fixtures.browser import Browsing
from fixtures.commands import url_of
from fixtures.service import served
from schedario.db.server import EmbeddedServer


def test_a_folder_that_is_named_is_followed(
    browsing: Browsing, command_home: Path, database_server: EmbeddedServer, tmp_path: Path
) -> None:
    # A data folder of its own, since of each there is one service.
    home, papers = tmp_path / "home", tmp_path / "papers"
    home.mkdir()
    papers.mkdir()
    (home / "models").symlink_to((command_home / "models").resolve())
    (papers / "ferry.md").write_text("The ferry to the island sails at noon.\n")
    place = {"SCHEDARIO_DATABASE_URL": url_of(database_server)}
    with served(home, "--archive", "t_browser_empty", **place) as service, browsing.visit(service.state.url) as visit:
        visit.open("/")
        visit.page.fill("input[name=path]", "papers")
        visit.page.get_by_role("button", name="Follow").click()
        visit.page.get_by_role("alert").filter(has_text="a path is named from / or ~ on").wait_for()
        visit.page.fill("input[name=path]", str(tmp_path / "nowhere"))
        visit.page.get_by_role("button", name="Follow").click()
        visit.page.get_by_role("alert").filter(has_text=str(tmp_path / "nowhere")).wait_for()
        visit.page.fill("input[name=path]", str(papers))
        visit.page.get_by_role("button", name="Follow").click()
        visit.page.get_by_text("There is something to be found now").wait_for()
        visit.ask("when does the ferry sail?")
        expect(visit.page.locator(".result .name")).to_have_text(["ferry.md"])
        assert visit.serious() == []
