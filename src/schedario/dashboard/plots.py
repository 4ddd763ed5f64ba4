"""Plots as SVG, drawn of elements and values: text in them is text, and nothing is fetched.

Words and numbers stand beside them as text of the page, which keeps its size on a narrow screen.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from nicegui.element import Element

from schedario.dashboard.pieces import box, put
from schedario.dashboard.shown import shown

_BARS = Path(__file__).with_name("assets") / "bars.js"

Points = Sequence[tuple[float, float]]

_SIDE = 100
"""Of the square that curves are drawn in, which is stretched to its place."""


class Bars(Element, component=_BARS):
    """One bar for each name."""

    def __init__(self, values: Mapping[str, float], *, largest: float, said: Mapping[str, str]) -> None:
        """Take what is shown.

        Args:
            values: By name, 0 or more.
            largest: The value of a whole bar.
            said: Each value in words, by name.
        """
        super().__init__()
        self.props["rows"] = [
            [shown(name), min(max(value / largest, 0.0), 1.0) if largest else 0.0, said[name]]
            for name, value in values.items()
        ]


def curves(
    series: Mapping[str, Points], *, said: str, ends: tuple[str, str], mark: float | None = None, least: float = 0.0
) -> None:
    """Show curves, from 0 to 1 across and up to 1 in height.

    Args:
        series: By name, the points from left to right.
        said: The same in words, for who cannot see it.
        ends: What stands at the left and right end of the axis below.
        mark: Where a vertical line is drawn; None for none.
        least: The height at which the plot begins, below 1.
    """
    with box("figure", "curves"):
        with box("div", "curve-place"):
            with box("div", "curve-scale muted", aria_hidden="true"):
                for value in (1.0, (1 + least) / 2, least):
                    put("span", f"{value:g}")
            with box("svg", "curve-plot", viewBox=f"0 0 {_SIDE} {_SIDE}", preserveAspectRatio="none", role="img",
                     aria_label=said):  # fmt: skip
                for height in (0, 25, 50, 75, 100):
                    box("line", "grid", x1="0", x2=str(_SIDE), y1=str(height), y2=str(height))
                if mark is not None:
                    box("line", "mark", x1=_across(mark), x2=_across(mark), y1="0", y2=str(_SIDE))
                for number, points in enumerate(series.values()):
                    path = " ".join(f"{_across(x)},{_across((1 - y) / (1 - least))}" for x, y in points)
                    box("polyline", f"curve curve{number}", points=path)
        with box("div", "curve-ends muted"):
            for end in ends:
                put("span", end)
        with box("figcaption", "curve-names"):
            for number, name in enumerate(series):
                put("span", name, f"curve-name of-curve{number}")


def _across(share: float) -> str:
    return f"{_SIDE * share:.2f}"
