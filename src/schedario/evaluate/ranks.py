"""Where the labelled document stands after every stage of a search."""

from collections.abc import Collection

from schedario.records.document import DocumentId
from schedario.records.search import SearchAnswer

STAGES = ("vector", "words", "fused", "compared", "floor", "rerank", "selected", "widened")
"""Steps of a search that give candidates on, in order."""

CANDIDATES_STAGE = "fused"
SCORED_STAGE = "compared"
RANKED_STAGE = "rerank"
"""hit@k and MRR count documents here: all that an answer could show, in its order, each by its best passage."""

PAGE_PASSAGES = 5


def stage_ranks(answer: SearchAnswer, labelled: Collection[DocumentId]) -> dict[str, int | None]:
    """Return, for each stage, the rank of the first of the labelled documents; None where none of them is."""
    steps = {step.name: step.documents for step in answer.trace}
    return {stage: _rank(steps.get(stage, ()), labelled) for stage in STAGES}


def label_score(answer: SearchAnswer, labelled: Collection[DocumentId]) -> float | None:
    """Return the best score of a candidate of the labelled documents, below the floor too; None where there is none."""
    for step in answer.trace:
        if step.name == SCORED_STAGE:
            scored = zip(step.documents, step.scores, strict=True)
            return max((score for document, score in scored if document in labelled), default=None)
    return None


def page_hit(answer: SearchAnswer, labelled: Collection[DocumentId], page: int) -> bool:
    """Say whether a passage of the labelled page is among the five best passages of an answer."""
    passages = [(passage, group.document.id) for group in answer.results for passage in group.passages]
    best = sorted(passages, key=lambda pair: pair[0].rank)[:PAGE_PASSAGES]
    return any(document in labelled and passage.page == page for passage, document in best)


def _rank(documents: tuple[DocumentId, ...], labelled: Collection[DocumentId]) -> int | None:
    return next((rank for rank, document in enumerate(documents, 1) if document in labelled), None)
