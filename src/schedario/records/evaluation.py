"""Labelled questions, and what became of them."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

HIT_RANKS = (1, 3, 10)


@dataclass(frozen=True, slots=True)
class Question:
    """One labelled question.

    Attributes:
        id: Unique within its dataset.
        text: What is asked.
        language: ISO 639-1 code of the question, or ``zxx``.
        kind: mono, cross, lexical or noanswer.
        corpora: Names of the sets whose documents are searched; empty for a question to an archive.
        archive: Name of the archive that it is asked of, as it is; empty for a question to sets.
        document: File name of the labelled document in its set, or its path in the archive; None when none answers.
        page: Labelled page from 1; None where the label names none.
    """

    id: str
    text: str
    language: str
    kind: str
    corpora: tuple[str, ...]
    archive: str
    document: str | None
    page: int | None


@dataclass(frozen=True, slots=True)
class Dataset:
    """Labelled questions with the folders of the documents that they are asked of.

    Attributes:
        name: The dataset folder's name.
        questions: In the file's order.
        corpora: Set name to its folder of documents.
        archives: Archives that questions are asked of.
        missing: Sets that questions name but that are not there.
    """

    name: str
    questions: tuple[Question, ...]
    corpora: dict[str, Path]
    archives: tuple[str, ...]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """What became of one question.

    Attributes:
        question: The question.
        ranks: Stage to the labelled document's rank from 1, None where the stage lost it; empty without a label.
        best_score: Best score of any candidate; None without candidates.
        label_score: Best score of a candidate of the labelled document; None where it is no candidate.
        documents: Number of documents in the answer.
        page_hit: Whether the labelled page is among the first five passages; None without a labelled page.
        milliseconds: Time of the search.
    """

    question: Question
    ranks: dict[str, int | None]
    best_score: float | None
    label_score: float | None
    documents: int
    page_hit: bool | None
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Figures:
    """Averages over a group of questions; those that need a label are None for a group without labels.

    Attributes:
        questions: Size of the group.
        hits: k to the share of labelled questions whose document is among the first k.
        mrr: Mean reciprocal rank.
        candidate_recall: Share of labelled questions whose document is among the candidates of either arm.
        page_hit: Share of questions with a labelled page that have it among the first five passages.
        documents_per_search: Mean number of documents in an answer.
        share_without_results: Share of questions answered with "no matches".
    """

    questions: int
    hits: dict[int, float | None]
    mrr: float | None
    candidate_recall: float | None
    page_hit: float | None
    documents_per_search: float
    share_without_results: float


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """The outcome of one run over a dataset.

    Attributes:
        dataset: Its name.
        made_at: When it was made, UTC.
        settings: The settings that decide what is found, name to value as text.
        documents: Documents in the searched archives.
        chunks: Chunks in them.
        indexed_chunks: Chunks that this run had to write (0 when the archives were reused).
        index_seconds: Time that bringing the archives up to date took.
        overall: Over all questions.
        by_kind: Over the questions of each kind.
        by_language: Over the questions in each language.
        search_ms: p50 and p95 of a whole search, in milliseconds.
        stage_ms: p50 of each step, in milliseconds.
        results: One for each question, in order.
        notes: What a reader must know, for instance a set that is missing.
    """

    dataset: str
    made_at: datetime
    settings: dict[str, str]
    documents: int
    chunks: int
    indexed_chunks: int
    index_seconds: float
    overall: Figures
    by_kind: dict[str, Figures]
    by_language: dict[str, Figures]
    search_ms: dict[str, float]
    stage_ms: dict[str, float]
    results: tuple[QuestionResult, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Change:
    """A question that two runs answered differently.

    Attributes:
        question: The question.
        before: Rank of its document in the first run; None when it was not found.
        after: The same in the second run.
    """

    question: Question
    before: int | None
    after: int | None


@dataclass(frozen=True, slots=True)
class MeasureComparison:
    """One measure in two runs over the same questions.

    Attributes:
        name: hit@k, or mrr.
        before: Its value in the first run.
        after: Its value in the second.
        wins: Questions for which the second run is better.
        losses: Questions for which it is worse.
        p_value: How likely wins and losses this unequal are when the runs are equally good.
    """

    name: str
    before: float
    after: float
    wins: int
    losses: int
    p_value: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs question by question.

    Attributes:
        questions: Labelled questions that both runs asked.
        measures: hit@k for every k, and mrr.
        changes: Questions whose document changed its rank, losses first.
        settings: Settings that differ: name to both values.
        notes: What a reader must know, for instance questions that only one run asked.
    """

    questions: int
    measures: tuple[MeasureComparison, ...]
    changes: tuple[Change, ...]
    settings: dict[str, tuple[str, str]]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FloorPoint:
    """What one floor would do.

    Attributes:
        floor: The floor.
        lost: Share of the right answers, found without a floor, that it would hide.
        refused: Share of the questions without an answer that it would refuse.
    """

    floor: float
    lost: float
    refused: float


@dataclass(frozen=True, slots=True)
class FloorCurve:
    """What every floor would do, and which is best.

    Attributes:
        answers: Questions whose right document is among the first ten without a floor.
        empty: Questions that no document answers.
        points: By floor, from 0 to 1 in steps of a hundredth.
        most_lost: Share of right answers that may be lost.
        best: The point that refuses most of the empty questions, within that share; the lowest of such floors.
    """

    answers: int
    empty: int
    points: tuple[FloorPoint, ...]
    most_lost: float
    best: FloorPoint
