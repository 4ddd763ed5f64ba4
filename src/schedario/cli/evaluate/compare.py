"""schedario evaluate compare: two runs question by question."""

from pathlib import Path
from typing import Annotated, Any

import typer

from schedario.cli.output import JsonOption, console, counted, notice, print_json, printable
from schedario.cli.session import application
from schedario.records.evaluation import Change, Comparison, MeasureComparison

_SURE = 0.05
_SHOWN = 10


def compare(
    before: Annotated[Path, typer.Argument(metavar="BEFORE", help="Report of a run.", show_default=False)],
    after: Annotated[Path, typer.Argument(metavar="AFTER", help="Report of another run.", show_default=False)],
    as_json: JsonOption = False,
) -> None:
    """Compare two runs over the same questions, with wins, losses and how likely chance is.

    Example: schedario evaluate compare before.json after.json
    """
    with application() as (built, _):
        comparison = built.evaluation().compare(before, after)
    for text in comparison.notes:
        notice(f"note: {text}")
    if as_json:
        print_json(comparison_json(comparison))
        return
    for text in _lines(comparison):
        console().print(printable(text), markup=False)


def comparison_json(comparison: Comparison) -> dict[str, Any]:
    """Return a comparison as the JSON that ``evaluate compare --json`` prints."""
    return {
        "questions": comparison.questions,
        "measures": [
            {
                "name": measure.name,
                "before": round(measure.before, 4),
                "after": round(measure.after, 4),
                "wins": measure.wins,
                "losses": measure.losses,
                "p_value": round(measure.p_value, 4),
                "verdict": verdict(measure),
            }
            for measure in comparison.measures
        ],
        "changes": [
            {
                "id": change.question.id,
                "question": change.question.text,
                "before": change.before,
                "after": change.after,
            }
            for change in comparison.changes
        ],
        "settings": {name: list(values) for name, values in comparison.settings.items()},
        "notes": list(comparison.notes),
    }


def verdict(measure: MeasureComparison) -> str:
    """Say in a word what a comparison shows: only a difference that chance would hardly make is one."""
    if measure.p_value >= _SURE:
        return "no difference shown"
    return "better" if measure.after > measure.before else "worse"


def _lines(comparison: Comparison) -> list[str]:
    lines = [
        counted(comparison.questions, "question"),
        f"{'':<10}{'before':>8}{'after':>8}{'wins':>7}{'losses':>8}{'p':>8}",
    ]
    lines += [
        f"{m.name:<10}{m.before:>8.3f}{m.after:>8.3f}{m.wins:>7}{m.losses:>8}{m.p_value:>8.3f}  {verdict(m)}"
        for m in comparison.measures
    ]
    lines += [f"setting {name}: {before} -> {after}" for name, (before, after) in comparison.settings.items()]
    losses = [change for change in comparison.changes if _is_loss(change)]
    wins = [change for change in reversed(comparison.changes) if not _is_loss(change)]
    return [*lines, *_listed("lost", losses), *_listed("won", wins)]


def _is_loss(change: Change) -> bool:
    return change.after is None or (change.before is not None and change.after > change.before)


def _listed(title: str, changes: list[Change]) -> list[str]:
    if not changes:
        return []
    more = f", the first {_SHOWN}" if len(changes) > _SHOWN else ""
    shown = [f"  {_rank(c.before):>4} -> {_rank(c.after):<4} {c.question.text}" for c in changes[:_SHOWN]]
    return [f"{title}: {counted(len(changes), 'question')}{more} (rank before -> after)", *shown]


def _rank(rank: int | None) -> str:
    return "-" if rank is None else str(rank)
