"""Which language each chunk is in.

A short chunk is a poor witness, so the whole text is heard first, and a chunk differs from it only when it is long
and clear enough by itself.
"""

from collections.abc import Sequence
from functools import lru_cache

from py3langid.langid import LanguageIdentifier

from schedario.language_tables import load_detector
from schedario.lexemes import NO_LANGUAGE

_WITNESS_CHARACTERS = 20_000
_MIN_LETTERS = 60
"""Below this the detector errs too often to be believed against the rest of the document."""
_MIN_CONFIDENCE = 0.9


def detect_languages(texts: Sequence[str], languages: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the language of all texts together, and of each one; ``zxx`` where there are no words.

    Args:
        texts: The chunks of one document.
        languages: ISO 639-1 codes to choose from, all known to the detector.
    """
    detector = _detector(languages)
    whole = _detect(detector, " ".join(texts)[:_WITNESS_CHARACTERS])[0]
    return whole, tuple(_of_chunk(detector, text, whole) for text in texts)


def sure_language(text: str, languages: tuple[str, ...], *, least_letters: int) -> str:
    """Return the language of a text by itself; empty when it is too short, or the detector not sure.

    Args:
        text: The text.
        languages: ISO 639-1 codes to choose from, all known to the detector.
        least_letters: Of fewer letters no language is told.
    """
    if sum(map(str.isalpha, text)) < least_letters:
        return ""
    language, confidence = _detect(_detector(languages), text[:_WITNESS_CHARACTERS])
    return language if confidence >= _MIN_CONFIDENCE else ""


def likeliest_language(text: str, languages: tuple[str, ...]) -> str:
    """Return the language that a text looks like most, however little; of a short text it may well be wrong."""
    return _detect(_detector(languages), text[:_WITNESS_CHARACTERS])[0]


def _of_chunk(detector: LanguageIdentifier, text: str, whole: str) -> str:
    letters = sum(map(str.isalpha, text))
    if letters == 0:
        return NO_LANGUAGE
    language, confidence = _detect(detector, text)
    sure = letters >= _MIN_LETTERS and confidence >= _MIN_CONFIDENCE
    return language if sure else whole


def _detect(detector: LanguageIdentifier, text: str) -> tuple[str, float]:
    if not any(map(str.isalpha, text)):
        return NO_LANGUAGE, 1.0
    language, confidence = detector.classify(text)
    return str(language), float(confidence)


@lru_cache(maxsize=4)
def _detector(languages: tuple[str, ...]) -> LanguageIdentifier:
    return load_detector(languages)
