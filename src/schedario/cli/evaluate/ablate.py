"""schedario evaluate ablate: what each part of the search is worth."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from schedario.cli.output import JsonOption, console, print_json, progress_line
from schedario.cli.session import application
from schedario.services.ablation import PARTS, PartFigures

_KINDS = ", ".join(PARTS)


def ablate(
    datasets: Annotated[
        list[Path], typer.Argument(metavar="DATASET...", help="Folders of datasets.", show_default=False)
    ],
    only: Annotated[
        list[str] | None,
        typer.Option("--part", metavar="PART", help=f"One of: {_KINDS}. May be repeated.", show_default="all"),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Run datasets with each part of the search switched off in turn.

    What changes the index (centering, chunks, overlap) is indexed into archives of its own, which takes its time once.

    Example: schedario evaluate ablate my-questions --part "no words"
    """
    parts = only or list(PARTS)
    if unknown := [part for part in parts if part not in PARTS]:
        raise typer.BadParameter(f"no part is called {unknown[0]}; there are {_KINDS}")
    measured: dict[str, list[PartFigures]] = {}
    with application() as (built, _), progress_line(quiet=False) as line:
        ablation = built.ablation()
        for number, dataset in enumerate(datasets):

            def on_part(part: str, done: int = number, name: str = dataset.name) -> None:
                line.update(done, len(datasets), f"{name}: {part}")

            measured[dataset.resolve().name] = ablation.run(dataset, parts, on_part)
    if as_json:
        print_json(ablation_json(measured))
        return
    for text in _lines(measured):
        console().print(text, markup=False)


def ablation_json(measured: Mapping[str, Sequence[PartFigures]]) -> dict[str, Any]:
    """Return what was measured as the JSON that ``evaluate ablate --json`` prints."""
    return {name: [_part_json(figures) for figures in parts] for name, parts in measured.items()}


def _part_json(figures: PartFigures) -> dict[str, Any]:
    hits = {f"hit@{k}": value for k, value in figures.report.overall.hits.items()}
    return {
        "part": figures.part,
        **{name: None if value is None else round(value, 4) for name, value in hits.items()},
        "share_without_results": round(figures.report.overall.share_without_results, 4),
        "p50_ms": round(figures.report.search_ms["p50"], 2),
        "p_value": None if figures.p_value is None else round(figures.p_value, 4),
    }


def _lines(measured: Mapping[str, Sequence[PartFigures]]) -> list[str]:
    lines = []
    for name, parts in measured.items():
        lines.append(f"{name:<20}{'hit@1':>8}{'hit@3':>8}{'empty':>8}{'p50 ms':>8}{'p':>8}")
        lines += [f"  {figures.part:<18}" + "".join(f"{cell:>8}" for cell in _cells(figures)) for figures in parts]
    return lines


def _cells(figures: PartFigures) -> list[str]:
    overall = figures.report.overall
    shares = (overall.hits[1], overall.hits[3], overall.share_without_results)
    p_value = "-" if figures.p_value is None else f"{figures.p_value:.3f}"
    return [
        *("-" if value is None else f"{value:.3f}" for value in shares),
        f"{figures.report.search_ms['p50']:.1f}",
        p_value,
    ]
