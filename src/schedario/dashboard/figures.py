"""Numbers that stand side by side, each above what it counts."""

from nicegui.elements.mixins.text_element import TextElement

from schedario.dashboard.pieces import box, put


def figure(label: str, value: str = "") -> TextElement:
    """Show a number; returns where it stands, so that another can take its place."""
    with box("div", "figure-box"):
        shown = put("span", value, "figure-value")
        put("span", label, "figure-label muted")
    return shown
