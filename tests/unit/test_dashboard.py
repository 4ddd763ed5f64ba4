"""The parts of the dashboard that need no browser: sessions, words, addresses, marks, policy."""

import re
from pathlib import Path
from string import Formatter

import pytest
from starlette.datastructures import Headers

from schedario.dashboard import texts
from schedario.dashboard.ages import ago, lasting
from schedario.dashboard.asked import Asked
from schedario.dashboard.cookies import cookie
from schedario.dashboard.headers import with_nonce
from schedario.dashboard.listed import Listed
from schedario.dashboard.login import own_page
from schedario.dashboard.looks import Looks
from schedario.dashboard.marked import marked_parts
from schedario.dashboard.sessions import Sessions
from schedario.dashboard.shown import shown, shown_lines
from schedario.dashboard.texts import LANGUAGES, Texts, language_of
from schedario.errors import FilterError
from schedario.records.extraction import Origin
from schedario.records.search import Passage
from schedario.services.marking import Marks, best_line, word_spans
from schedario.services.tokens import token_hash
from schedario.settings import Settings
from schedario.settings.tunable import TUNABLE

SOURCES = Path(texts.__file__).parent


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


def sessions(*tokens: str, loopback: bool = True) -> Sessions:
    return Sessions(lambda: frozenset(map(token_hash, tokens)), "secret", loopback)


def test_on_a_loopback_address_all_are_let_in_until_there_is_a_token() -> None:
    known: list[str] = []
    some = Sessions(lambda: frozenset(map(token_hash, known)), "secret", loopback=True)
    session = some.begin()
    assert session
    assert some.holds(session)
    known.append("token")
    assert not some.holds(session)
    assert some.begin() is None


@pytest.mark.parametrize("given", ["token", " token\n", "secret"])
def test_elsewhere_a_session_begins_with_a_token(given: str) -> None:
    assert sessions("token", loopback=False).begin(given)


@pytest.mark.parametrize("given", ["", "to", "token2", token_hash("token")])
def test_no_session_begins_with_anything_else(given: str) -> None:
    assert sessions("token", loopback=False).begin(given) is None


def test_a_session_ends_with_its_token_and_with_time() -> None:
    known, clock = ["token", "other"], Clock()
    some = Sessions(lambda: frozenset(map(token_hash, known)), "secret", loopback=False, clock=clock)
    one, other = some.begin("token"), some.begin("other")
    assert one
    assert other
    known.remove("token")
    assert not some.holds(one)
    clock.seconds = 29 * 86400.0
    assert some.holds(other)
    clock.seconds += 31 * 86400.0
    assert not some.holds(other)


@pytest.mark.parametrize("before", ["", "a=b; ", 'other={"json": [1, 2]}; ', "with space=1; ", "=; ;; ", "a[0]=x; "])
def test_a_cookie_is_found_behind_those_of_other_programs(before: str) -> None:
    headers = Headers({"cookie": f"{before}schedario-session-8765=abc"})
    assert cookie(headers, "schedario-session-8765") == "abc"
    assert cookie(headers, "schedario-session-1") == ""


def test_no_more_sessions_are_kept_than_a_thousand() -> None:
    some = sessions()
    first = some.begin() or ""
    for _ in range(1000):
        some.begin()
    assert not some.holds(first)


@pytest.mark.parametrize("named", ["/?query=a+b", "/documents/abcdefgh?page=2"])
def test_after_the_login_a_page_of_the_service_is_shown(named: str) -> None:
    assert own_page(named) == named


@pytest.mark.parametrize(
    "named", ["//evil.example", "/\\evil.example", "https://evil.example", "", "/a\r\nSet-Cookie: b"]
)
def test_after_the_login_no_other_site_is_shown(named: str) -> None:
    assert own_page(named) == "/"


def test_every_text_is_there_in_each_language_with_the_same_gaps() -> None:
    for key, said in texts.table().items():
        assert set(said) == set(LANGUAGES), key
        gaps = {frozenset(name for _, name, _, _ in Formatter().parse(text) if name) for text in said.values()}
        assert len(gaps) == 1, key


def test_every_text_is_used_and_none_is_missing() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    whole = set(re.findall(r"[\"']([a-z]+\.[a-z_]+)[\"']", code))
    # Keys that are put together end in a gap; those that count have two texts.
    begun = set(re.findall(r"f[\"']([a-z]+\.[a-z_]*)\{", code))
    for key in texts.table():
        plain = re.sub(r"_(one|many)$", "", key)
        assert plain in whole or key in whole or any(key.startswith(begin) for begin in begun), key
    known = {re.sub(r"_(one|many)$", "", key) for key in texts.table()} | set(texts.table())
    used = set(re.findall(r'say(?:\.counted)?\(\s*"([a-z]+\.[a-z_]+)"', code))
    assert used <= known


def test_the_language_is_the_chosen_one_then_the_setting_then_the_browsers() -> None:
    assert language_of("it", "en", "de") == "it"
    assert language_of("", "en", "it") == "en"
    assert language_of("xx", "auto", "de-AT, it;q=0.8, en;q=0.5") == "it"
    assert language_of("", "auto", "de") == "en"


def test_numbers_are_written_as_the_language_has_them() -> None:
    assert Texts("it").counted("search.documents", 20000) == "20.000 documenti"
    assert Texts("en").counted("search.documents", 1) == "1 document"


def test_what_turns_or_hides_text_is_shown_as_unknown_and_nothing_moves() -> None:
    text = "a\u202eb\u200bc\x00d\ud800e\tf\n\u200d"
    assert shown(text) == "a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf\ufffd\u200d"
    assert shown_lines(text) == "a\ufffdb\ufffdc\ufffdd\ufffde\tf\n\u200d"
    assert shown("Straße 東京 café") == "Straße 東京 café"


def test_each_script_and_style_of_a_page_carries_the_nonce_of_its_policy() -> None:
    html, policy = with_nonce(b"<style>a</style><script src=x></script><script>b</script><scripted>")
    nonce = re.search(rb"'nonce-([^']+)'", policy)
    assert nonce
    assert html.count(b'nonce="' + nonce[1] + b'"') == 3
    assert b"<scripted>" in html
    assert with_nonce(b"")[1] != policy


def test_a_question_keeps_its_filters_in_its_address() -> None:
    asked = Asked.of(
        [("query", " a & b "), ("types", "pdf"), ("types", "pdf"), ("types", "md"), ("tags", ""), ("evil", "x")]
    )
    assert asked.address == "/?query=a+%26+b&types=pdf&types=md"
    assert asked.without("types", "pdf").address == "/?query=a+%26+b&types=md"
    assert asked.narrowing()["types"] == ["pdf", "md"]
    with pytest.raises(FilterError):
        Asked.of([("query", "a"), ("after", "yesterday")]).narrowing()


def test_a_part_of_the_list_keeps_its_filters_in_its_address() -> None:
    listed = Listed.of({"holding": "lease", "show": "outdated", "page": "3", "other": "x"})
    assert listed.at(4) == "/documents?holding=lease&show=outdated&page=4"
    assert (listed.asked()["offset"], listed.asked()["limit"]) == (100, 51)
    assert Listed.of({"page": "-1", "show": "'; DROP"}) == Listed()


def passage(text: str, best_start: int, best_end: int) -> Passage:
    return Passage(
        text, 1, "page 1", 0.5, Origin.TEXT, "en", 10, 10 + len(text), 10 + best_start, 10 + best_end, False, 1
    )


def test_pieces_of_a_passage_are_marked_and_lose_nothing() -> None:
    text = "Before. The ferry sails. After it."
    whole = passage(text, 8, 24)
    parts = marked_parts(whole, Marks(((12, 17),), (8, 24)))
    assert parts == [
        ("around", "Before. "),
        ("best", "The "),
        ("best word", "ferry"),
        ("best", " sails."),
        ("around", " After it."),
    ]
    assert "".join(piece for _, piece in parts) == text


def test_words_are_found_in_every_form_and_in_codes_and_in_scripts_without_spaces() -> None:
    def found(text: str, language: str, *wanted: str) -> list[str]:
        return [text[slice(*span)] for span in word_spans(text, language, wanted)]

    assert found("Ferries and a ferry.", "en", "en:ferri") == ["Ferries", "ferry"]
    assert found("RE-2024/0815", "en", "=:815") == ["0815"]
    assert found("東京都", "ja", "cjk:東京") == ["東京"]


def test_of_rows_without_an_end_the_one_with_most_words_is_marked() -> None:
    rows = [f"Pump {number} | 3,50 | new and unused since the fair in spring" for number in range(9)]
    rows[4] = "Hose | 0,40 | of the ferry"
    text = "\n".join(rows)
    word = text.index("ferry")
    best = best_line(text, [(word, word + 5)], (0, len(text)))
    assert text[slice(*best)] == rows[4]
    assert best_line("One short line.\nOn two.", [], (0, 23)) == (0, 23)


def test_each_setting_that_can_be_changed_has_its_meaning_in_both_languages() -> None:
    told = {key.removeprefix("setting."): said for key, said in texts.table().items() if key.startswith("setting.")}
    assert {name: said["en"] for name, said in told.items()} == {
        name: Settings.model_fields[name].description for name in TUNABLE
    }


@pytest.mark.parametrize(
    ("seconds", "english", "italian"),
    [
        (0, "0 seconds", "0 secondi"),
        (1, "1 second", "1 secondo"),
        (119, "119 seconds", "119 secondi"),
        (120, "2 minutes", "2 minuti"),
        (7199, "120 minutes", "120 minuti"),
        (3 * 86400, "3 days", "3 giorni"),
    ],
)
def test_a_length_of_time_is_told_in_the_largest_unit_of_which_there_are_two(
    seconds: int, english: str, italian: str
) -> None:
    assert (lasting(Texts("en"), seconds), lasting(Texts("it"), seconds)) == (english, italian)
    assert ago(Texts("en"), None) == "never"


def test_what_an_earlier_look_found_is_not_shown_over_what_a_later_one_did() -> None:
    looks = Looks()
    first, second, third = (looks.begin() for _ in range(3))
    assert looks.is_news(second)
    assert not looks.is_news(first)
    assert looks.is_news(third)
    begun = looks.begin()
    looks.end_all()
    assert not looks.is_news(begun)
    assert looks.is_news(looks.begin())
