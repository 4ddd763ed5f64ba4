"""The search page, as a person uses it."""

from fixtures.browser import Browsing, Visit
from fixtures.service import Service


def texts(visit: Visit, selector: str) -> list[str]:
    return visit.page.locator(selector).all_inner_texts()


def test_an_answer_has_its_marks_its_page_and_its_reasons(browsing: Browsing, service: Service) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open("/")
        visit.page.keyboard.press("Escape")
        visit.page.locator(".wordmark").focus()
        visit.page.keyboard.press("/")
        visit.page.keyboard.type("What does the insurance policy say about fire?")
        visit.page.keyboard.press("Enter")
        visit.page.wait_for_selector(".answers .sum")
        assert texts(visit, ".result .name")[0] == "insurance-policy.pdf"
        assert len(texts(visit, ".result .what")[0]) > 20
        # How much "insurance" and "policy" tell depends on what the other tests left in the archive.
        marked = {word.lower() for word in texts(visit, "mark")}
        assert "fire" in marked
        assert not marked & {"what", "does", "the", "say", "about"}
        assert visit.page.locator(".marked .best").count() >= 1
        picture = visit.page.locator(".beside img")
        picture.wait_for()
        assert picture.evaluate("async (img) => { await img.decode(); return img.naturalWidth }") == 900
        assert "score" in (visit.page.locator(".score").first.get_attribute("aria-label") or "").lower()
        visit.page.locator(".why summary").first.click()
        assert {"vector", "words", "compared"} <= set(texts(visit, ".why tbody th"))
        assert visit.page.input_value("#query") == "What does the insurance policy say about fire?"
        assert visit.faults == []


def test_no_answer_has_its_numbers(browsing: Browsing, service: Service) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open("/")
        visit.ask('"a phrase that stands nowhere at all"')
        assert "stands nowhere" in texts(visit, ".nothing")[0]
        visit.ask("qwertzuiop asdfghjkl")
        assert "the best score is" in texts(visit, ".nothing")[0]


def test_filters_stand_as_chips_and_in_the_address(browsing: Browsing, service: Service) -> None:
    with browsing.visit(service.state.url) as visit:
        visit.open("/")
        visit.page.locator(".filters summary").click()
        visit.page.select_option("select[name=types]", "xlsx")
        visit.ask("costi energia")
        assert texts(visit, ".result .name") == ["piano-costi-2025.xlsx"]
        assert texts(visit, ".chips .chip span:first-child") == ["Kind: xlsx"]
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
        name = shown.locator(".name").inner_text()
        assert name == "<img src=x onerror=alert(1)> \N{REPLACEMENT CHARACTER}fdp.{{7*7}}.md"
        assert "</script><script>alert(6)</script>" in shown.inner_text()
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
        visit.page.get_by_role("alert").wait_for()
        assert "a fault of the program (TypeError)" in visit.page.get_by_role("alert").inner_text()
