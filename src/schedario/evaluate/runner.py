"""Asks every question of a dataset and reports what became of them."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from schedario.evaluate.figures import figures, grouped
from schedario.evaluate.metrics.percentile import percentile
from schedario.evaluate.ranks import label_score, page_hit, stage_ranks
from schedario.records.document import DocumentId
from schedario.records.evaluation import Dataset, EvaluationReport, Question, QuestionResult
from schedario.records.search import SearchAnswer


@dataclass(frozen=True, slots=True)
class IndexedCorpus:
    """One set of documents, or an archive, indexed and ready to be asked.

    Attributes:
        search: Answers a question out of this set alone, by the real search pipeline.
        ids: File name (in an archive: path) to the document that holds its text (a duplicate's original included).
        documents: Number of documents.
        chunks: Number of chunks.
        indexed_chunks: Chunks that were written to bring it up to date.
        seconds: Time that took.
    """

    search: Callable[[str], SearchAnswer]
    ids: Mapping[str, DocumentId]
    documents: int
    chunks: int
    indexed_chunks: int
    seconds: float


def run(
    dataset: Dataset,
    corpora: Mapping[str, IndexedCorpus],
    settings: Mapping[str, str],
    on_question: Callable[[int], None] = lambda _: None,
) -> EvaluationReport:
    """Ask all questions, one after the other, after one that is not counted.

    A question that names several sets is asked of each; it is unanswered only when none of them answers.

    Args:
        dataset: The questions.
        corpora: Each of their sets, ready to be asked.
        settings: What the report says of the settings in force.
        on_question: Called with the number of each question that was asked.
    """
    answers: list[SearchAnswer] = []
    results: list[QuestionResult] = []
    _asked(dataset.questions[0], corpora)
    for number, question in enumerate(dataset.questions, 1):
        started = time.perf_counter()
        given = _asked(question, corpora)
        milliseconds = (time.perf_counter() - started) * 1000 / max(1, len(given))
        results.append(_result(question, given, corpora, milliseconds))
        answers.extend(given.values())
        on_question(number)
    return _report(dataset, corpora, settings, results, answers)


def _asked(question: Question, corpora: Mapping[str, IndexedCorpus]) -> dict[str, SearchAnswer]:
    names = (question.archive,) if question.archive else question.corpora
    return {name: corpora[name].search(question.text) for name in names if name in corpora}


def _result(
    question: Question,
    answers: Mapping[str, SearchAnswer],
    corpora: Mapping[str, IndexedCorpus],
    milliseconds: float,
) -> QuestionResult:
    scores = [answer.best_score for answer in answers.values() if answer.best_score is not None]
    ranks: dict[str, int | None] = {}
    score: float | None = None
    on_page: bool | None = None
    if question.document is not None:
        # A labelled document that could not be indexed is found at no stage.
        home = next((name for name in answers if question.document in corpora[name].ids), next(iter(answers)))
        labelled = {corpora[home].ids[question.document]} if question.document in corpora[home].ids else set()
        ranks = stage_ranks(answers[home], labelled)
        score = label_score(answers[home], labelled)
        on_page = page_hit(answers[home], labelled, question.page) if question.page is not None else None
    return QuestionResult(
        question=question,
        ranks=ranks,
        best_score=max(scores, default=None),
        label_score=score,
        documents=sum(len(answer.results) for answer in answers.values()),
        page_hit=on_page,
        milliseconds=milliseconds,
    )


def _report(
    dataset: Dataset,
    corpora: Mapping[str, IndexedCorpus],
    settings: Mapping[str, str],
    results: Sequence[QuestionResult],
    answers: Sequence[SearchAnswer],
) -> EvaluationReport:
    times = [result.milliseconds for result in results]
    return EvaluationReport(
        dataset=dataset.name,
        made_at=datetime.now(UTC),
        settings=dict(settings),
        documents=sum(corpus.documents for corpus in corpora.values()),
        chunks=sum(corpus.chunks for corpus in corpora.values()),
        indexed_chunks=sum(corpus.indexed_chunks for corpus in corpora.values()),
        index_seconds=sum(corpus.seconds for corpus in corpora.values()),
        overall=figures(results),
        by_kind=grouped(results, lambda result: result.question.kind),
        by_language=grouped(results, lambda result: result.question.language),
        search_ms={"p50": percentile(times, 0.5), "p95": percentile(times, 0.95)},
        stage_ms=_stage_times(answers),
        results=tuple(results),
        notes=tuple(f"the set {name} is not there and was not asked" for name in dataset.missing),
    )


def _stage_times(answers: Sequence[SearchAnswer]) -> dict[str, float]:
    times: dict[str, list[float]] = {}
    for answer in answers:
        for step in answer.trace:
            times.setdefault(step.name, []).append(step.milliseconds)
    return {name: percentile(values, 0.5) for name, values in times.items()}
