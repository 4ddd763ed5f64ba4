"""Measures what each part of the search is worth: each switched off, or set otherwise, in turn."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path

from schedario.evaluate.compare import compare
from schedario.records.evaluation import EvaluationReport
from schedario.services.evaluation import Evaluation

AS_SET = "as set"
PARTS: dict[str, Mapping[str, str]] = {
    "no centering": {"centering": "off"},
    "no meaning": {"search_by": "words"},
    "no words": {"search_by": "meaning"},
    "words add nothing": {"word_weight": "0", "code_weight": "0"},
    "words at 0.05": {"word_weight": "0.05"},
    "words at 0.3": {"word_weight": "0.3"},
    "no tokens": {"compared": "0"},
    "25 compared": {"compared": "25"},
    "100 compared": {"compared": "100"},
    "30 candidates": {"candidates": "30"},
    "200 candidates": {"candidates": "200"},
    "no widening": {"reach": "0"},
    "no overlap": {"overlap_tokens": "0"},
    "twice the overlap": {"overlap_tokens": "64"},
    "chunks of 128": {"chunk_tokens": "128"},
    "chunks of 256": {"chunk_tokens": "256"},
    "chunks of 480": {"chunk_tokens": "480"},
}
"""Part to the settings that switch it off or over; 480 tokens are the most that the bundled model sees."""

_INDEXED = frozenset({"centering", "overlap_tokens", "chunk_tokens"})
"""Settings that need an index of their own."""


@dataclass(frozen=True, slots=True)
class PartFigures:
    """What a dataset gave with one part switched off.

    Attributes:
        part: Name of the part; ``AS_SET`` for none.
        report: The run.
        p_value: How likely its wins and losses at hit@3 against the run as set are when both are equally good; None for
            the run as set itself, and for a dataset without labels.
    """

    part: str
    report: EvaluationReport
    p_value: float | None


@dataclass(frozen=True, slots=True)
class Ablation:
    """Runs datasets again and again.

    Attributes:
        evaluation: Opens the service that measures, under settings that override those in force; the second argument
            names the archives of an index of its own, empty for the usual ones.
    """

    evaluation: Callable[[Mapping[str, str], str], AbstractContextManager[Evaluation]]

    def run(
        self, dataset: Path, parts: Sequence[str], on_part: Callable[[str], None] = lambda _: None
    ) -> list[PartFigures]:
        """Run a dataset as set, and then with each part switched off.

        Raises:
            DatasetError: The dataset is not in the documented form, or nothing of it could be indexed.
        """
        on_part(AS_SET)
        base = self._report(dataset, {}, "")
        figures = [PartFigures(AS_SET, base, None)]
        for part in parts:
            on_part(part)
            changed = PARTS[part]
            report = self._report(dataset, changed, part if _INDEXED & changed.keys() else "")
            figures.append(PartFigures(part, report, _p_value(base, report)))
        return figures

    def _report(self, dataset: Path, changed: Mapping[str, str], variant: str) -> EvaluationReport:
        with self.evaluation(changed, variant) as evaluation:
            return evaluation.run(dataset)


def _p_value(base: EvaluationReport, report: EvaluationReport) -> float | None:
    if not any(result.question.document for result in base.results):
        return None
    return next(measure.p_value for measure in compare(base, report).measures if measure.name == "hit@3")
