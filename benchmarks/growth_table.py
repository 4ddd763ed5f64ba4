"""A Markdown table of figures by size, and how each grows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

Values = tuple[float, ...]
"""One number, or several that are read together, such as two percentiles."""


@dataclass(frozen=True)
class Figure:
    """One thing that was measured.

    Attributes:
        name: What, with its unit.
        values: The numbers.
        decimals: How many are worth showing.
    """

    name: str
    values: Values
    decimals: int = 1


def table(measured: Mapping[int, Sequence[Figure]]) -> str:
    """Write a column for each size, and last how many times the figure of the smallest that of the largest is."""
    smallest, largest = min(measured), max(measured)
    lines = [
        f"| | {' | '.join(f'{size:,} chunks' for size in measured)} | grows |",
        f"|---{'|---' * (len(measured) + 1)}|",
    ]
    by_name = {size: {figure.name: figure for figure in figures} for size, figures in measured.items()}
    for name in dict.fromkeys(name for figures in by_name.values() for name in figures):
        shown = [_shown(figures[name]) if name in figures else "-" for figures in by_name.values()]
        first, last = by_name[smallest].get(name), by_name[largest].get(name)
        growth = _growth(first.values, last.values) if first and last else "-"
        lines.append(f"| {name} | {' | '.join(shown)} | {growth} |")
    return "\n".join(lines)


def _shown(figure: Figure) -> str:
    return " / ".join(f"{value:,.{figure.decimals}f}" for value in figure.values)


def _growth(first: Values, last: Values) -> str:
    return " / ".join(f"× {new / old:.3g}" if old else "-" for old, new in zip(first, last, strict=True))
