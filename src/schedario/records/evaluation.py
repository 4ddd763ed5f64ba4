"""Labelled questions, and what became of them."""

from dataclasses import dataclass
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
        corpora: Names of the sets whose documents are searched.
        document: File name of the labelled document; None when no document answers.
        page: Labelled page from 1; None where the label names none.
    """

    id: str
    text: str
    language: str
    kind: str
    corpora: tuple[str, ...]
    document: str | None
    page: int | None


@dataclass(frozen=True, slots=True)
class Dataset:
    """Labelled questions with the folders of the documents that they are asked of.

    Attributes:
        name: The dataset folder's name.
        questions: In the file's order.
        corpora: Set name to its folder of documents.
        missing: Sets that questions name but that are not there.
    """

    name: str
    questions: tuple[Question, ...]
    corpora: dict[str, Path]
    missing: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """What became of one question.

    Attributes:
        question: The question.
        ranks: Stage to the labelled document's rank from 1, None where the stage lost it; empty without a label.
        best_score: Best score of any candidate; None without candidates.
        documents: Number of documents in the answer.
        page_hit: Whether the labelled page is among the first five passages; None without a labelled page.
        milliseconds: Time of the search.
    """

    question: Question
    ranks: dict[str, int | None]
    best_score: float | None
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
