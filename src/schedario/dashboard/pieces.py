"""What pages are made of: elements of HTML with text and attributes, notices, bars.

Text is only ever given as text. Attributes are set one by one and never parsed, so nothing of a document's can become
markup or code; one whose name begins with a colon would be code, and no page has such names.
"""

from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from nicegui import events, ui
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement

from schedario.dashboard.shown import shown, shown_lines
from schedario.dashboard.view import View
from schedario.errors import SchedarioError

E = TypeVar("E", bound=Element)


def box(tag: str = "div", classes: str = "", **attributes: object) -> Element:
    """Make an element for others to be put into.

    Args:
        tag: Of HTML.
        classes: Of the style sheet.
        attributes: By name, with ``_`` for a hyphen and at the end of a name that Python has taken; None for none. What
            they say may be a document's too.
    """
    return _dressed(Element(tag), classes, attributes)


def put(tag: str, text: str, classes: str = "", **attributes: object) -> TextElement:
    """Make an element with a text of ours or of a document's; see ``box``."""
    return _dressed(TextElement(tag=tag, text=shown_lines(text)), classes, attributes)


def entry(name: str, type_: str, value: str = "", classes: str = "", **attributes: object) -> Element:
    """Make a field for typing; ``value`` is what stands in it until somebody types.

    The framework would set a field's value anew whenever the page changes, over what is being typed.
    """
    made = box("input", classes, name=name, type=type_, autocomplete="off", **attributes)
    made.props[".defaultValue"] = value
    return made


def on_submit(form: Element, work: Callable[[events.GenericEventArguments], Awaitable[None]], name: str = "") -> None:
    """Do work when a form is sent, with the value of one field or, without its name, with all names and values."""
    given = f"new FormData(event.target).get('{name}')" if name else "[...new FormData(event.target)]"
    form.on("submit", work, js_handler=f"(event) => {{ event.preventDefault(); emit({given}); }}")


@contextmanager
def field(label: str) -> Iterator[None]:
    """Put what is to be filled in below its label."""
    with box("label", "field"):
        put("span", label)
        yield


def scrolled(label: str, classes: str = "") -> Element:
    """Make an element in which what is wider than the page is scrolled, by the keyboard too; ``label`` names it."""
    return box("div", f"scrolled {classes}", tabindex="0", role="region", aria_label=label)


def icon(name: str) -> None:
    """Show a picture that says nothing that stands in no text beside it."""
    put("span", name, "material-icons", aria_hidden="true")


def button(text: str, classes: str = "", *, symbol: str = "", **attributes: object) -> Element:
    """Make a button; what it does is given by ``on("click", ...)``."""
    made = box("button", f"button {classes}", type="button", **attributes)
    with made:
        if symbol:
            icon(symbol)
        put("span", text)
    return made


def problem(error: SchedarioError) -> None:
    """Show an error in the page, in its three parts."""
    with box("div", "notice problem", role="alert"):
        put("strong", error.what)
        if error.subject:
            put("span", error.subject, "subject")
        if error.remedy:
            put("span", error.remedy)


def note(text: str, kind: str = "note") -> None:
    """Show a sentence that a person should know; ``kind`` is "note" or "warning"."""
    with box("p", f"notice {kind}", role="status"):
        put("span", text)


def tell(text: str) -> None:
    """Say for some seconds what was done."""
    ui.notify(shown(text), position="bottom", color="dark")


@contextmanager
def telling(view: View) -> Iterator[None]:
    """Let an error of what a person did be said until he has read it.

    It is said in the page as such, since what he pressed may be gone before it is done.
    """
    with view.client:
        try:
            yield
        except SchedarioError as error:
            tell_problem(error)


def tell_problem(error: SchedarioError) -> None:
    """Say an error until a person has read it."""
    said = ". ".join(filter(None, [error.what, error.subject, error.remedy]))
    ui.notify(shown(said), position="bottom", type="negative", timeout=0, close_button="OK")


def fault(error: Exception) -> SchedarioError:
    """Return what is said of an error that nobody foresaw; the log has it whole."""
    remedy = "Please report it with the lines of the service's log"
    return SchedarioError(f"a fault of the program ({type(error).__name__})", remedy=remedy)


@contextmanager
def in_place(place: Element) -> Iterator[None]:
    """Let an error be shown in a place of the page, in place of what was there; nothing is there without one.

    For what is done again and again, of which not each time should be told.
    """
    try:
        yield
    except SchedarioError as error:
        place.clear()
        with place:
            problem(error)
    else:
        place.clear()


def _dressed(element: E, classes: str, attributes: dict[str, object]) -> E:
    if classes:
        element.classes(classes)
    for name, value in attributes.items():
        if value is not None:
            element.props[name.rstrip("_").replace("_", "-")] = shown(value) if isinstance(value, str) else value
    return element
