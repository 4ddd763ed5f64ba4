"""Plots as SVG that stands in an HTML page by itself: no script, no font, nothing fetched."""

from collections.abc import Mapping, Sequence
from html import escape

_WIDTH = 640
_ROW = 26
_LABEL = 150
_VALUE = 60
_PLOT_HEIGHT = 260
_MARGIN = 44


def bars(values: Mapping[str, float], *, largest: float, unit: str = "") -> str:
    """Draw one horizontal bar for each name, against the largest value of the scale."""
    room = _WIDTH - _LABEL - _VALUE
    rows = []
    for place, (name, value) in enumerate(values.items()):
        top = place * _ROW
        width = room * min(value / largest, 1.0) if largest else 0.0
        written = f"{value:.1f}{unit}" if unit else f"{value:.3f}"
        rows.append(
            f'<text x="{_LABEL - 8}" y="{top + 17}" class="name">{escape(name)}</text>'
            f'<rect x="{_LABEL}" y="{top + 5}" width="{width:.1f}" height="{_ROW - 10}" rx="2"/>'
            f'<text x="{_LABEL + width + 6:.1f}" y="{top + 17}">{escape(written)}</text>'
        )
    return _svg(len(values) * _ROW, "".join(rows))


def lines(series: Mapping[str, Sequence[tuple[float, float]]], *, x_title: str, mark: float) -> str:
    """Draw curves over the square from 0 to 1, with a vertical line at ``mark``."""
    height = _PLOT_HEIGHT + 2 * _MARGIN
    drawn = [_grid(), _text(_x(0.5), height - 6, x_title, "middle")]
    drawn.append(f'<line x1="{_x(mark):.1f}" x2="{_x(mark):.1f}" y1="{_y(0)}" y2="{_y(1)}" class="mark"/>')
    for number, (name, points) in enumerate(series.items()):
        path = " ".join(f"{_x(x):.1f},{_y(y):.1f}" for x, y in points)
        drawn.append(f'<polyline points="{path}" class="line{number}"/>')
        drawn.append(f'<rect x="{_x(0.55)}" y="{_y(0.98) + 20 * number}" width="14" height="4" class="fill{number}"/>')
        drawn.append(_text(_x(0.55) + 20, _y(0.98) + 20 * number + 7, name, "start"))
    return _svg(height, "".join(drawn))


def _grid() -> str:
    parts = []
    for step in range(0, 11, 2):
        value = step / 10
        parts.append(f'<line x1="{_x(0)}" x2="{_x(1)}" y1="{_y(value)}" y2="{_y(value)}" class="grid"/>')
        parts.append(_text(_x(0) - 8, _y(value) + 4, f"{value:.1f}", "end"))
        parts.append(_text(_x(value), _y(0) + 18, f"{value:.1f}", "middle"))
    return "".join(parts)


def _x(value: float) -> float:
    return _MARGIN + value * (_WIDTH - 2 * _MARGIN)


def _y(value: float) -> float:
    return _MARGIN + (1 - value) * _PLOT_HEIGHT


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(text)}</text>'


def _svg(height: int, content: str) -> str:
    return f'<svg viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" role="img">{content}</svg>'
