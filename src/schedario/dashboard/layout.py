"""What stands around every page: the way to the others, the theme, the language."""

from collections.abc import Iterator
from contextlib import contextmanager

from nicegui import ui

from schedario.dashboard.cookies import LANGUAGE_COOKIE, THEME_COOKIE
from schedario.dashboard.pages import PAGES, PageSpec
from schedario.dashboard.pieces import box, icon, put
from schedario.dashboard.texts import LANGUAGES
from schedario.dashboard.view import THEMES, View

_THEME_ICONS = {"auto": "brightness_auto", "light": "light_mode", "dark": "dark_mode"}
_DARK = {"auto": None, "light": False, "dark": True}


@contextmanager
def frame(view: View, page: PageSpec) -> Iterator[None]:
    """Put a page into its frame."""
    ui.page_title(f"{view.say(f'nav.{page.name}')} · Schedario")
    ui.dark_mode(_DARK[view.theme])
    # The framework's own setting of it would hold for all pages and languages.
    ui.run_javascript(f"document.documentElement.lang = '{view.say.language}'")
    put("a", view.say("nav.skip"), "skip", href="#main")
    with box("div", "shell"):
        _rail(view, page)
        with box("main", f"page page-{page.name}", id="main", tabindex="-1"):
            yield


def _rail(view: View, page: PageSpec) -> None:
    with box("header", "rail"):
        with box("div", "brand"):
            put("a", "Schedario", "wordmark", href="/")
            put("span", view.shared.archive, "muted archive", title=view.say("nav.archive"))
        with box("nav", "ways", aria_label=view.say("nav.label")):
            for other in PAGES:
                if other.listed:
                    _way(view, other, page)
        _choices(view)


def _way(view: View, other: PageSpec, page: PageSpec) -> None:
    is_here = other.name == page.name or page.below == other.name
    with box("a", "way", href=other.path, aria_current="page" if is_here else None):
        icon(other.symbol)
        put("span", view.say(f"nav.{other.name}"))


def _choices(view: View) -> None:
    with box("div", "choices"):
        for language in LANGUAGES:
            _choice(f"{LANGUAGE_COOKIE}={language}", language.upper(), view.say(f"language.{language}"),
                    is_chosen=language == view.say.language)  # fmt: skip
        following = THEMES[(THEMES.index(view.theme) + 1) % len(THEMES)]
        said = view.say("theme.switch", now=view.say(f"theme.{view.theme}"), then=view.say(f"theme.{following}"))
        with box(
            "button", "choice", type="button", data_choose=f"{THEME_COOKIE}={following}", aria_label=said, title=said
        ):
            icon(_THEME_ICONS[view.theme])


def _choice(cookie: str, text: str, said: str, *, is_chosen: bool) -> None:
    pressed = str(is_chosen).lower()
    put("button", text, "choice", type="button", data_choose=cookie, title=said, aria_pressed=pressed)
