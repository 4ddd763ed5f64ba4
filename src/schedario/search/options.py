"""The values that a search depends on."""

from dataclasses import dataclass

from schedario.search.score import CODE_WEIGHT, WORD_WEIGHT


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """Settings of the way through.

    Attributes:
        languages: ISO 639-1 codes whose stems a query word may meet.
        candidates: Chunks that each arm gives at most.
        by_meaning: Whether chunks are found and scored by their vectors.
        by_words: Whether they are found and scored by their words.
        word_weight: What the words of a question add to the cosine when a chunk has them all.
        code_weight: The same for codes, numbers and names.
        compared: Best candidates that are compared with the question token by token; 0 for none.
        word_budget: Chunks that the full-text arm may look at to find its candidates.
        floor: The least score of a passage, 0 to 1.
        passages: The k best passages that are kept.
        reach: Neighbouring chunks added on each side.
        characters: The most characters of text in an answer.
        relative_floor: The least share of the best score that a passage must have, 0 to 1, beside the floor.
    """

    languages: tuple[str, ...]
    candidates: int
    compared: int
    word_budget: int
    floor: float
    passages: int
    reach: int
    characters: int
    by_meaning: bool = True
    by_words: bool = True
    word_weight: float = WORD_WEIGHT
    code_weight: float = CODE_WEIGHT
    relative_floor: float = 0.0
