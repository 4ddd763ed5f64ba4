"""Twenty paragraphs, each with a question that it answers, in ten languages: the same content in every one.

A model that is not the bundled one gets its language means from them, and is measured on them.
"""

import hashlib
import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

FILE = "parallel_text.json"


@dataclass(frozen=True, slots=True)
class ParallelText:
    """The same content in several languages.

    Attributes:
        languages: ISO 639-1 codes, sorted.
        questions: For each language, its questions.
        paragraphs: For each language, its paragraphs, in the order of the questions that they answer.
        fingerprint: Hash of all of it.
    """

    languages: tuple[str, ...]
    questions: tuple[tuple[str, ...], ...]
    paragraphs: tuple[tuple[str, ...], ...]
    fingerprint: str


@lru_cache(maxsize=1)
def parallel_text() -> ParallelText:
    """Load the text that comes with the package."""
    content = files("schedario.embed").joinpath(FILE).read_bytes()
    pairs = json.loads(content)
    languages = tuple(sorted(pairs))
    return ParallelText(
        languages,
        tuple(tuple(question for question, _ in pairs[language]) for language in languages),
        tuple(tuple(paragraph for _, paragraph in pairs[language]) for language in languages),
        hashlib.sha256(content).hexdigest()[:16],
    )
