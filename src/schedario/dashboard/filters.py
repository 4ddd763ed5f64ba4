"""The filters of the search page: fields to set them, chips that show which are set and take them away again."""

from nicegui.element import Element

from schedario.dashboard.asked import DAYS, Asked
from schedario.dashboard.pieces import box, entry, field, icon, put
from schedario.dashboard.view import View
from schedario.services.narrowing import MEDIA_TYPES

_KINDS = sorted({media_type: short for short, media_type in MEDIA_TYPES.items()}.values())
_WRITTEN = ("collections", "folders", "tags")


def filter_fields(view: View, asked: Asked) -> None:
    """Show the fields, folded away unless a filter is set."""
    say = view.say
    languages = view.shared.services.searching.rules.languages
    with box("details", "filters", open=bool(asked.filters) or None):
        put("summary", say("filter.title"))
        with box("div", "fields"):
            _choice(view, asked, "types", _KINDS)
            _choice(view, asked, "languages", languages)
            for name in _WRITTEN:
                _field(view, asked, name, "text")
            for name in DAYS:
                _field(view, asked, name, "date")


def filter_chips(view: View, asked: Asked, chips: Element) -> None:
    """Show the filters that are set, each as a link to the same question without it."""
    chips.clear()
    with chips:
        for name, value in asked.filters:
            said = f"{view.say(f'filter.{name}')}: {value}"
            taken = view.say("filter.remove", what=said)
            with box("a", "chip removable", href=asked.without(name, value).address, aria_label=taken, title=taken):
                put("span", said)
                icon("close")


def _choice(view: View, asked: Asked, name: str, values: "tuple[str, ...] | list[str]") -> None:
    set_now = _value(asked, name)
    with field(view.say(f"filter.{name}")), box("select", name=name):
        put("option", view.say("filter.any"), value="")
        for value in values:
            put("option", value, value=value, selected=value == set_now or None)


def _field(view: View, asked: Asked, name: str, type_: str) -> None:
    with field(view.say(f"filter.{name}")):
        entry(name, type_, _value(asked, name), maxlength="1000")


def _value(asked: Asked, name: str) -> str:
    return next((value for key, value in asked.filters if key == name), "")
