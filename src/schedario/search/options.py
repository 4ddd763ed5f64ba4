"""The values that a search depends on."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """Settings of the way through.

    Attributes:
        languages: ISO 639-1 codes whose stems a query word may meet.
        candidates: Chunks that each arm gives at most.
        compared: Best candidates that are compared with the question token by token.
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
    relative_floor: float = 0.0
