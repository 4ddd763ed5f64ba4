"""The values that decide how documents are analysed."""

from dataclasses import dataclass

from schedario.records.analysis import Category, Fingerprints


@dataclass(frozen=True, slots=True)
class AnalysisOptions:
    """What an analysis is made under.

    Attributes:
        context_tokens: What the model takes at once.
        languages: ISO 639-1 codes that a text may be in.
        categories: Those to choose from, by name.
        made_under: The fingerprints of all that.
    """

    context_tokens: int
    languages: tuple[str, ...]
    categories: tuple[Category, ...]
    made_under: Fingerprints
