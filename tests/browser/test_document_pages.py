"""The table of documents and the page of one, as a person uses them."""

from pathlib import Path

from playwright.sync_api import expect

from fixtures.browser import HOSTILE_NAME, Browsing
from fixtures.service import Service


def test_the_table_is_filtered_by_name_and_status(browsing: Browsing, service: Service) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open("/documents")
        expect(visit.page.locator(".documents tbody tr").nth(4)).to_be_visible()
        visit.page.fill("input[name=holding]", "handbook staff")
        visit.page.keyboard.press("Enter")
        visit.page.wait_for_url("**/documents?holding=handbook+staff**")
        expect(visit.page.locator(".documents tbody .name")).to_have_text(["staff-handbook.docx"])
        visit.open("/documents?show=failed")
        visit.page.wait_for_selector(".nothing")
        assert visit.faults == []


def test_a_file_that_is_sent_is_read_noted_and_removed_with_proof(
    browsing: Browsing, service: Service, tmp_path: Path
) -> None:
    sent = tmp_path / "ferry timetable.md"
    sent.write_text("# Timetable\n\nThe ferry sails at 7:40.\n\n## Winter\n\nIt does not sail.\n")
    with browsing.visit(service.state.url) as visit:
        visit.open("/documents")
        visit.page.set_input_files("input[type=file]", sent)
        expect(visit.page.locator(".sending .chip")).to_have_text(["queued"])
        visit.page.locator(".documents .name", has_text=sent.name).wait_for()
        found = service.until("/documents", lambda said: any(d["name"] == sent.name for d in said["documents"]))
        (document,) = (one for one in found["documents"] if one["name"] == sent.name)
        visit.open(f"/documents/{document['id']}")
        expect(visit.page.locator("main h1")).to_have_text(["Timetable"])
        expect(visit.page.locator(".reader-body")).to_contain_text("The ferry sails at 7:40.")
        visit.page.fill("#addendum", "In 2031 the albatross pier was closed.")
        visit.page.get_by_role("button", name="Add", exact=True).click()
        expect(visit.page.locator(".addendum .marked")).to_have_text(["In 2031 the albatross pier was closed."])
        visit.page.get_by_role("button", name="Remove from the archive").click()
        visit.page.get_by_role("button", name="Remove", exact=True).click()
        visit.page.get_by_text(f"nothing of {document['id']} is left").wait_for()
        assert service.ask("GET", f"/documents/{document['id']}").status == 404
        assert not Path(document["path"]).exists()
        assert visit.faults == []


def test_an_addendum_that_cannot_be_added_is_not_lost(
    browsing: Browsing, service: Service, ids: dict[str, str]
) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open(f"/documents/{ids['docx']}")
        visit.page.fill("#addendum", "...")
        visit.page.get_by_role("button", name="Add", exact=True).click()
        visit.page.get_by_role("alert").filter(has_text="has nothing to find in it").wait_for()
        expect(visit.page.locator("#addendum")).to_have_value("...")
        visit.page.fill("#addendum", "The cormorant was seen.")
        visit.page.get_by_role("button", name="Add", exact=True).click()
        visit.page.wait_for_selector(".addendum")
        expect(visit.page.locator("#addendum")).to_have_value("")
        visit.page.locator(".addendum").get_by_role("button").click()
        visit.page.wait_for_selector(".addendum", state="detached")
        assert visit.faults == []


def test_words_without_an_end_fit_a_narrow_screen(browsing: Browsing, service: Service, tmp_path: Path) -> None:
    sent = tmp_path / f"{'x' * 190}.md"
    sent.write_text(f"# {'y' * 300}\n\nThe heron {'z' * 400} stands in the reeds.\n")
    with browsing.visit(service.state.url, "narrow") as visit:
        visit.open("/documents")
        visit.page.set_input_files("input[type=file]", sent)
        found = service.until("/documents", lambda said: any(d["name"] == sent.name for d in said["documents"]))
    (document,) = (one for one in found["documents"] if one["name"] == sent.name)
    with browsing.visit(service.state.url, "narrow") as visit:
        for path in ("/documents", f"/documents/{document['id']}", f"/documents/{'w' * 300}"):
            visit.open(path)
            visit.page.wait_for_selector(".documents, .reader-body, .problem")
            assert visit.page.evaluate("document.documentElement.scrollWidth") == 390
    service.ask("DELETE", f"/documents/{document['id']}")


def test_pages_are_turned(browsing: Browsing, service: Service, ids: dict[str, str]) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open(f"/documents/{ids['pdf']}?page=2")
        visit.page.wait_for_selector(f".reader img[src^='/pages/{ids['pdf']}/2?']")
        visit.page.get_by_role("button", name="Previous").click()
        visit.page.wait_for_selector(f".reader img[src^='/pages/{ids['pdf']}/1?']")
        assert visit.faults == []


def test_a_hostile_document_is_text_on_its_page(browsing: Browsing, service: Service) -> None:
    found = service.ask("GET", "/documents").json["documents"]
    (hostile,) = (record for record in found if record["name"] == HOSTILE_NAME)
    with browsing.visit(service.state.url) as visit:
        visit.open("/documents")
        visit.open(f"/documents/{hostile['id']}")
        visit.page.wait_for_selector(".reader-body .marked")
        expect(visit.page.locator(".reader-body")).to_contain_text("</script><script>alert(6)</script>")
        assert visit.page.locator("iframe, main img").count() == 0
        assert visit.faults == []


def test_a_document_that_is_not_there_is_said_to_be_not_there(browsing: Browsing, service: Service) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open("/documents/zzzzzzzz")
        expect(visit.page.locator(".problem")).to_contain_text("neither the id nor the path of a document")
