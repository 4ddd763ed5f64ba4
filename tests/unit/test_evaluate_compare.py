"""Comparing runs and choosing a floor, by hand and against an independent count."""

from datetime import UTC, datetime
from itertools import product

import pytest

from schedario.errors import DatasetError
from schedario.evaluate.compare import compare
from schedario.evaluate.figures import figures
from schedario.evaluate.floor import floor_curve
from schedario.evaluate.metrics.randomisation_test import randomisation_test
from schedario.evaluate.metrics.sign_test import sign_test
from schedario.evaluate.page import page
from schedario.records.evaluation import EvaluationReport, Question, QuestionResult

STAGES = ("vector", "words", "fused", "compared", "floor", "rerank", "selected", "widened")


def result(
    number: int, rank: int | None, score: float | None = 0.5, *, text: str = "", answered: bool = True
) -> QuestionResult:
    kind, document = ("mono", "a.md") if answered else ("noanswer", None)
    question = Question(str(number), text or f"question {number}?", "en", kind, ("set",), "", document, None)
    ranks: dict[str, int | None] = dict.fromkeys(STAGES, rank) if answered else {}
    label = score if answered and rank is not None else None
    return QuestionResult(question, ranks, score, label, 1 if rank else 0, None, 10.0 + number)


def report(*results: QuestionResult, dataset: str = "set", settings: dict[str, str] | None = None) -> EvaluationReport:
    return EvaluationReport(
        dataset=dataset,
        made_at=datetime(2026, 1, 2, tzinfo=UTC),
        settings=settings or {},
        documents=1,
        chunks=1,
        indexed_chunks=0,
        index_seconds=0.0,
        overall=figures(results),
        by_kind={"mono": figures(results)},
        by_language={},
        search_ms={"p50": 1.0, "p95": 2.0},
        stage_ms={"embed": 1.5},
        results=results,
        notes=(),
    )


@pytest.mark.parametrize(("wins", "losses"), [(0, 0), (1, 0), (5, 0), (7, 2), (3, 3), (0, 9)])
def test_the_sign_test_agrees_with_counting_all_outcomes(wins: int, losses: int) -> None:
    differing = wins + losses
    extreme = abs(wins - losses)
    outcomes = [abs(2 * sum(flips) - differing) >= extreme for flips in product((0, 1), repeat=differing)]
    assert sign_test(wins, losses) == pytest.approx(sum(outcomes) / len(outcomes))


def test_the_sign_test_takes_thousands() -> None:
    assert sign_test(2000, 2000) == 1.0
    assert sign_test(2200, 1800) < 1e-6


def test_randomisation_is_near_the_share_of_all_flips_and_always_the_same() -> None:
    differences = [0.5, 0.5, 0.25, -0.25, 1.0, 0.0]
    nonzero = [d for d in differences if d]
    sums = [abs(sum(s * d for s, d in zip(signs, nonzero, strict=True))) for signs in product((1, -1), repeat=5)]
    exact = sum(total >= abs(sum(nonzero)) - 1e-9 for total in sums) / len(sums)
    assert randomisation_test(differences) == pytest.approx(exact, abs=0.015)
    assert randomisation_test(differences) == randomisation_test(differences)
    assert randomisation_test([0.0, 0.0]) == 1.0


def test_two_runs_are_compared_question_by_question() -> None:
    before = report(*(result(n, rank) for n, rank in enumerate([1, 2, None, 4])), settings={"floor": "0.1", "k": "1"})
    after = report(*(result(n, rank) for n, rank in enumerate([1, 1, 3, None])), settings={"floor": "0.2", "k": "1"})
    comparison = compare(before, after)
    hit1, hit3, _, mrr = comparison.measures
    assert (hit1.name, hit1.before, hit1.after, hit1.wins, hit1.losses) == ("hit@1", 0.25, 0.5, 1, 0)
    assert (hit3.before, hit3.after, hit3.wins, hit3.losses, hit3.p_value) == (0.5, 0.75, 1, 0, 1.0)
    assert mrr.before == pytest.approx((1 + 1 / 2 + 0 + 1 / 4) / 4)
    assert mrr.after == pytest.approx((1 + 1 + 1 / 3 + 0) / 4)
    changes = [(change.question.id, change.before, change.after) for change in comparison.changes]
    assert changes == [("3", 4, None), ("2", None, 3), ("1", 2, 1)]
    assert comparison.settings == {"floor": ("0.1", "0.2")}


def test_only_questions_of_both_runs_count() -> None:
    before, after = report(result(1, 1), result(2, 1)), report(result(1, 1), result(3, 1))
    comparison = compare(before, after)
    assert comparison.questions == 1
    assert len(comparison.notes) == 2
    with pytest.raises(DatasetError, match="share no question"):
        compare(report(result(1, 1)), report(result(2, 1)))
    with pytest.raises(DatasetError, match="different datasets"):
        compare(report(result(1, 1)), report(result(1, 1), dataset="other"))


def test_a_question_that_was_labelled_anew_is_another_question() -> None:
    relabelled = result(1, 1, text="asked otherwise?")
    with pytest.raises(DatasetError, match="share no question"):
        compare(report(result(1, 1)), report(relabelled))


def test_the_floor_refuses_most_within_the_loss_allowed() -> None:
    answered = [result(n, 1, score) for n, score in enumerate([0.9, 0.8, 0.6, 0.25])]
    empty = [result(n, None, score, answered=False) for n, score in enumerate([0.1, 0.3, 0.7], 10)]
    curve = floor_curve([*answered, *empty], most_lost=0.25)
    # Of the floors that lose one answer in four at most (up to .6), .31 to .6 refuse two of three; the lowest is best.
    assert (curve.answers, curve.empty) == (4, 3)
    assert (curve.best.floor, curve.best.lost) == (0.31, 0.25)
    assert curve.best.refused == pytest.approx(2 / 3)
    strict = floor_curve([*answered, *empty], most_lost=0.0)
    assert (strict.best.floor, strict.best.lost) == (0.11, 0.0)
    assert strict.best.refused == pytest.approx(1 / 3)


def test_an_answer_beyond_the_first_ten_is_no_loss() -> None:
    curve = floor_curve([result(1, 1, 0.9), result(2, 11, 0.05)], most_lost=0.0)
    assert (curve.answers, curve.best.floor) == (1, 0.9)


def test_a_floor_needs_answers_to_lose() -> None:
    with pytest.raises(DatasetError, match="no question"):
        floor_curve([result(1, None, 0.3, answered=False)], most_lost=0.03)


def test_the_page_shows_untrusted_text_as_text_and_fetches_nothing() -> None:
    hostile = result(1, 9, text="<script>alert(1)</script>")
    html = page([report(hostile, result(2, 1), result(3, None, answered=False), dataset="<b>set</b>")], 0.03)
    assert "<script" not in html
    assert "&lt;script&gt;" in html
    assert "<b>set" not in html
    assert not any(word in html for word in ("http:", "https:", "url(", "src=", "@import"))
    assert html.count("<svg") >= 5


def test_the_page_of_questions_without_labels_says_what_it_cannot_show() -> None:
    html = page([report(result(3, None, 0.1, answered=False))], 0.03)
    assert "no floor can be judged" in html
