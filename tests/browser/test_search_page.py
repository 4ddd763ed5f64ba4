"""The search page, as a person uses it."""

import re

from playwright.sync_api import expect

from fixtures.browser import Browsing
from fixtures.service import Service


def test_an_answer_has_its_marks_its_page_and_its_reasons(browsing: Browsing, service: Service) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open("/")
        visit.page.keyboard.press("Escape")
        visit.page.locator(".wordmark").focus()
        visit.page.keyboard.press("/")
        visit.page.keyboard.type("What does the insurance policy say about fire?")
        visit.page.keyboard.press("Enter")
        expect(visit.page.locator(".result .name").first).to_have_text("insurance-policy.pdf")
        expect(visit.page.locator(".result .what").first).to_have_text(re.compile(".{21}"))
        # How much "insurance" and "policy" tell depends on what the other tests left in the archive.
        marked = {word.lower() for word in visit.page.locator("mark").all_inner_texts()}
        assert "fire" in marked
        assert not marked & {"what", "does", "the", "say", "about"}
        expect(visit.page.locator(".marked .best").first).to_be_visible()
        picture = visit.page.locator(".beside img")
        picture.wait_for()
        assert picture.evaluate("async (img) => { await img.decode(); return img.naturalWidth }") == 900
        assert "score" in (visit.page.locator(".score").first.get_attribute("aria-label") or "").lower()
        visit.page.locator(".why summary").first.click()
        for step in ("vector", "words", "compared"):
            expect(visit.page.locator(".why tbody th", has_text=re.compile(f"^{step}$")).first).to_be_visible()
        expect(visit.page.locator("#query")).to_have_value("What does the insurance policy say about fire?")
        assert visit.faults == []


def test_no_answer_has_its_numbers(browsing: Browsing, service: Service) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open("/")
        visit.ask('"a phrase that stands nowhere at all"')
        expect(visit.page.locator(".nothing")).to_contain_text("stands nowhere")
        visit.ask("qwertzuiop asdfghjkl")
        expect(visit.page.locator(".nothing")).to_contain_text("the best score is")


def test_filters_stand_as_chips_and_in_the_address(browsing: Browsing, service: Service) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open("/")
        visit.page.locator(".filters summary").click()
        visit.page.select_option("select[name=types]", "xlsx")
        visit.ask("costi energia")
        expect(visit.page.locator(".result .name")).to_have_text(["piano-costi-2025.xlsx"])
        expect(visit.page.locator(".chips .chip span:first-child")).to_have_text(["Kind: xlsx"])
        assert visit.page.url.endswith("/?query=costi+energia&types=xlsx")
        visit.page.locator(".chips .chip").click()
        visit.page.wait_for_url("**/?query=costi+energia")


def test_on_a_narrow_screen_the_page_of_a_passage_is_opened_and_closed(browsing: Browsing, service: Service) -> None:
    with browsing.visit(service.state.url, "narrow") as visit:
        visit.open("/?query=costi+energia")
        visit.page.wait_for_selector(".answers .sum")
        beside = visit.page.locator(".beside")
        assert not beside.is_visible()
        visit.page.locator(".place").first.click()
        beside.locator("td").first.wait_for()
        beside.locator(".close").click()
        beside.wait_for(state="hidden")


def test_what_a_document_says_is_text(browsing: Browsing, service: Service) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open("/")
        visit.ask("where does the zeppelin land?")
        shown = visit.page.locator(".result").first
        name = "<img src=x onerror=alert(1)> \N{REPLACEMENT CHARACTER}fdp.{{7*7}}.md"
        expect(shown.locator(".name")).to_have_text(name)
        expect(shown).to_contain_text("</script><script>alert(6)</script>")
        assert "\N{RIGHT-TO-LEFT OVERRIDE}" not in visit.page.content()
        assert visit.page.locator("iframe, main img[src*=evil]").count() == 0
        visit.page.wait_for_load_state("networkidle")
        assert visit.faults == []


def test_a_fault_of_the_program_is_said(browsing: Browsing, service: Service) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open("/")
        visit.page.evaluate("window.FormData = function () { return [5]; }")
        visit.page.fill("#query", "anything")
        visit.page.press("#query", "Enter")
        expect(visit.page.get_by_role("alert")).to_contain_text("a fault of the program (TypeError)")
