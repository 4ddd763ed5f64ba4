"""Writes reports as one HTML page with plots: everything in it, nothing fetched, no script."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from schedario.errors import DatasetError
from schedario.evaluate.floor import floor_curve
from schedario.evaluate.plots import bars, lines
from schedario.evaluate.ranks import STAGES
from schedario.evaluate.shares import lost_questions, stage_shares
from schedario.records.evaluation import HIT_RANKS, EvaluationReport, Figures, QuestionResult

_MOST_LISTED = 50
_STYLE = """
:root { color-scheme: light dark; --ink: #1c1e21; --paper: #fff; --soft: #667; --line: #d5d8de;
  --one: #2b6cb0; --two: #c05621; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e8ec; --paper: #16181c; --soft: #9aa3b0; --line: #3a3f48;
  --one: #63a4e8; --two: #f6915a; } }
body { font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); max-width: 60rem;
  margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); } p.note { color: var(--soft); }
table { border-collapse: collapse; margin: .5rem 0 1rem; display: block; overflow-x: auto; }
th, td { padding: .2rem .7rem; border-bottom: 1px solid var(--line); text-align: right; }
th:first-child, td:first-child, td.text { text-align: left; }
svg { max-width: 100%; height: auto; } svg text { fill: var(--ink); font-size: 13px; } svg .name { text-anchor: end; }
svg rect, svg .fill0 { fill: var(--one); } svg .fill1 { fill: var(--two); } svg .grid { stroke: var(--line); }
svg polyline { fill: none; stroke-width: 2; } svg .line0 { stroke: var(--one); } svg .line1 { stroke: var(--two); }
svg .mark { stroke: var(--soft); stroke-dasharray: 4 4; }
"""


def page(reports: Sequence[EvaluationReport], most_lost: float) -> str:
    """Return a whole HTML document about these runs.

    Args:
        reports: One section each.
        most_lost: Share of right answers that the recommended floor may hide, 0 to 1.
    """
    sections = "".join(_section(report, most_lost) for report in reports)
    head = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
    title = "<title>Schedario: evaluation</title>"
    return (
        f'<!doctype html>\n<html lang="en"><head>{head}{title}<style>{_STYLE}</style></head>'
        f"<body><h1>Evaluation</h1>{sections}</body></html>\n"
    )


def _section(report: EvaluationReport, most_lost: float) -> str:
    return "".join(
        (
            f"<h2>{escape(report.dataset)}</h2>",
            _note(
                f"{report.made_at:%Y-%m-%d %H:%M} UTC; {report.documents} documents, {report.chunks} chunks, "
                f"{len(report.results)} questions."
            ),
            *(_note(text) for text in report.notes),
            _figures_table({"overall": report.overall, **report.by_kind, **report.by_language}),
            *_labelled_parts(report),
            *_floor_part(report, most_lost),
            *_time_part(report),
            *_lost_part(report.results),
            _settings_part(report.settings),
        )
    )


def _labelled_parts(report: EvaluationReport) -> Iterator[str]:
    labelled = [result for result in report.results if result.question.document is not None]
    if not labelled:
        return
    yield "<h3>Where questions are lost</h3>"
    yield _note("Share of the questions whose document is still there after each step, and is among its first three.")
    yield bars(stage_shares(labelled), largest=1.0)
    yield "<h4>Among the first three</h4>"
    yield bars(stage_shares(labelled, 3), largest=1.0)
    for title, groups in (("kind", report.by_kind), ("language", report.by_language)):
        hits = {f"{name}, hit@{k}": value for name, figures in groups.items() for k, value in _known_hits(figures)}
        if hits:
            yield f"<h3>hit@k by {title}</h3>{bars(hits, largest=1.0)}"


def _known_hits(figures: Figures) -> Iterator[tuple[int, float]]:
    yield from ((k, value) for k, value in figures.hits.items() if value is not None)


def _floor_part(report: EvaluationReport, most_lost: float) -> Iterator[str]:
    yield "<h3>The floor</h3>"
    try:
        curve = floor_curve(report.results, most_lost)
    except DatasetError as error:
        yield _note(str(error))
        return
    series = {"right answers lost": [(point.floor, point.lost) for point in curve.points]}
    if curve.empty:
        series["empty questions refused"] = [(point.floor, point.refused) for point in curve.points]
    best = curve.best
    refuses = f", refuses {best.refused:.1%} of {curve.empty} questions without an answer" if curve.empty else ""
    yield _note(f"{best.floor:.2f} loses {best.lost:.1%} of {curve.answers} right answers{refuses}.")
    yield lines(series, x_title="floor", mark=best.floor)


def _time_part(report: EvaluationReport) -> Iterator[str]:
    yield "<h3>Milliseconds by step</h3>"
    times = ", ".join(f"{name} {value:.1f}" for name, value in report.search_ms.items())
    yield _note(f"Whole search: {times} ms. The bars are medians.")
    yield bars(report.stage_ms, largest=max(report.stage_ms.values(), default=0.0), unit=" ms")


def _lost_part(results: Sequence[QuestionResult]) -> Iterator[str]:
    """List the questions whose document is not among the first three, by the best rank that a step gave it."""
    lost = lost_questions(results, 3)
    if not lost:
        return
    yield "<h3>Questions whose document is not among the first three</h3>"
    if len(lost) > _MOST_LISTED:
        yield _note(f"The first {_MOST_LISTED} of {len(lost)}.")
    rows = (
        (result.question.id, result.question.text, *(_rank(result.ranks.get(stage)) for stage in STAGES[:4]))
        for result in lost[:_MOST_LISTED]
    )
    yield _table(("id", "question", *STAGES[:4]), rows)


def _rank(rank: int | None) -> str:
    return "-" if rank is None else str(rank)


def _settings_part(settings: Mapping[str, str]) -> str:
    return "<h3>Settings</h3>" + _table(("setting", "value"), settings.items())


def _figures_table(groups: Mapping[str, Figures]) -> str:
    titles = ("", "questions", *(f"hit@{k}" for k in HIT_RANKS), "MRR", "recall", "page", "without results")
    return _table(titles, ((name, *_cells(figures)) for name, figures in groups.items()))


def _cells(figures: Figures) -> Iterator[str]:
    yield str(figures.questions)
    for value in (*figures.hits.values(), figures.mrr, figures.candidate_recall, figures.page_hit):
        yield "-" if value is None else f"{value:.3f}"
    yield f"{figures.share_without_results:.3f}"


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(title)}</th>" for title in titles)
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _note(text: str) -> str:
    return f'<p class="note">{escape(text)}</p>'
