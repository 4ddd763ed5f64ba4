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
    for index, figure in enumerate(measured[smallest]):
        shown = [_shown(figures[index].values, figure.decimals) for figures in measured.values()]
        growth = _growth(measured[smallest][index].values, measured[largest][index].values)
        lines.append(f"| {figure.name} | {' | '.join(shown)} | {growth} |")
    return "\n".join(lines)


def _shown(values: Values, decimals: int) -> str:
    return " / ".join(f"{value:,.{decimals}f}" for value in values)


def _growth(first: Values, last: Values) -> str:
    return " / ".join(f"× {new / old:.3g}" if old else "-" for old, new in zip(first, last, strict=True))
