"""schedario evaluate run: measure retrieval on labelled questions."""

from pathlib import Path
from typing import Annotated

import typer

from schedario.cli.evaluate.measure import DatasetArgument, measured
from schedario.cli.output import JsonOption, console, notice, print_json
from schedario.cli.session import application
from schedario.records.evaluation import EvaluationReport, Figures
from schedario.services.evaluation_json import report_json


def run(
    dataset: DatasetArgument,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Keep the report here instead.", show_default=False),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Index a dataset's documents into an archive of its own and ask all its questions.

    Example: schedario evaluate run my-questions --json
    """
    with application() as (built, _):
        evaluation = built.evaluation()
        report = measured(evaluation, dataset)
        kept = evaluation.keep(report, output)
    if as_json:
        print_json(report_json(report))
    else:
        for text in report_lines(report):
            console().print(text, markup=False)
    notice(f"kept in {kept}")


def report_lines(report: EvaluationReport) -> list[str]:
    """Return a report as lines for a person."""
    written = (
        f", {report.indexed_chunks} chunks written in {report.index_seconds:.1f} s" if report.indexed_chunks else ""
    )
    head = f"{report.dataset}: {report.documents} documents, {report.chunks} chunks{written}"
    titles = ("questions", "hit@1", "hit@3", "hit@10", "mrr", "recall", "page", "docs", "empty")
    rows = [("overall", report.overall), *report.by_kind.items(), *report.by_language.items()]
    stages = ", ".join(f"{name} {value:.1f}" for name, value in report.stage_ms.items())
    return [
        head,
        f"{'':<10}" + "".join(f"{title:>10}" for title in titles),
        *(f"{name:<10}" + "".join(f"{cell:>10}" for cell in _cells(figures)) for name, figures in rows),
        f"search: p50 {report.search_ms['p50']:.1f} ms, p95 {report.search_ms['p95']:.1f} ms ({stages})",
    ]


def _cells(figures: Figures) -> list[str]:
    shares = (*figures.hits.values(), figures.mrr, figures.candidate_recall, figures.page_hit)
    return [
        str(figures.questions),
        *("-" if value is None else f"{value:.3f}" for value in shares),
        f"{figures.documents_per_search:.1f}",
        f"{figures.share_without_results:.3f}",
    ]
