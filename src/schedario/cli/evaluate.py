"""schedario evaluate: measure retrieval on labelled questions."""

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from schedario.cli.output import JsonOption, console, notice, print_json, progress_line
from schedario.cli.session import application
from schedario.records.evaluation import EvaluationReport, Figures, QuestionResult
from schedario.services.adding import Progress

app = typer.Typer(
    help="Measure retrieval on labelled questions.\n\nExample: schedario evaluate run my-questions",
    invoke_without_command=True,
    rich_markup_mode=None,
)


@app.callback()
def evaluate(context: typer.Context) -> None:
    """Measure retrieval on labelled questions."""
    if context.invoked_subcommand is None:
        sys.stdout.write(context.get_help() + "\n")


@app.command("run")
def run(
    dataset: Annotated[
        Path, typer.Argument(metavar="DATASET", help="Folder with docs/ and questions.jsonl.", show_default=False)
    ],
    as_json: JsonOption = False,
) -> None:
    """Index a dataset's documents into an archive of its own and ask all its questions.

    Example: schedario evaluate run my-questions --json
    """
    with application() as (built, _), progress_line(quiet=False) as line:

        def on_file(progress: Progress) -> None:
            line.update(progress.done, progress.total, f"indexing {Path(progress.entry.path).name}")

        report = built.evaluation().run(dataset, on_file, lambda number: line.update(number, None, "asking"))
    for text in report.notes:
        notice(f"note: {text}")
    if as_json:
        print_json(report_json(report))
    else:
        for text in _lines(report):
            console().print(text, markup=False)


def report_json(report: EvaluationReport) -> dict[str, Any]:
    """Return a report as the JSON that ``evaluate run --json`` prints."""
    return {
        "dataset": report.dataset,
        "documents": report.documents,
        "chunks": report.chunks,
        "questions": len(report.results),
        "indexed_chunks": report.indexed_chunks,
        "index_seconds": round(report.index_seconds, 3),
        "overall": _figures_json(report.overall),
        "by_kind": {name: _figures_json(figures) for name, figures in report.by_kind.items()},
        "by_language": {name: _figures_json(figures) for name, figures in report.by_language.items()},
        "search_ms": {name: round(value, 2) for name, value in report.search_ms.items()},
        "stage_ms": {name: round(value, 2) for name, value in report.stage_ms.items()},
        "notes": list(report.notes),
        "per_question": [_question_json(result) for result in report.results],
    }


def _figures_json(figures: Figures) -> dict[str, Any]:
    return {
        "questions": figures.questions,
        **{f"hit@{k}": _rounded(value) for k, value in figures.hits.items()},
        "mrr": _rounded(figures.mrr),
        "candidate_recall": _rounded(figures.candidate_recall),
        "page_hit": _rounded(figures.page_hit),
        "documents_per_search": _rounded(figures.documents_per_search),
        "share_without_results": _rounded(figures.share_without_results),
    }


def _question_json(result: QuestionResult) -> dict[str, Any]:
    return {
        "id": result.question.id,
        "kind": result.question.kind,
        "language": result.question.language,
        "ranks": result.ranks,
        "best_score": _rounded(result.best_score),
        "documents": result.documents,
        "page_hit": result.page_hit,
        "ms": round(result.milliseconds, 2),
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _lines(report: EvaluationReport) -> list[str]:
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
