"""The one analyser for text and query: words to lexemes, each with its language as a prefix.

A lexeme is ``language:stem`` for a word (``it:ret`` from "rete"), ``=:form`` for a code, a number or a name with
signs or digits in it, kept whole as well as in its parts, and ``cjk:pair`` for two neighbouring characters of a script
that writes no spaces. Accents are folded after stemming. The language prefix keeps languages apart: the
same letters in two languages are two lexemes.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache

import Stemmer

from schedario.records.search import QueryWord

ANALYSER_VERSION = 1
"""Raised when the same text would give other lexemes."""

STEMMERS = {
    "ar": "arabic", "ca": "catalan", "da": "danish", "de": "german", "el": "greek", "en": "english", "es": "spanish",
    "et": "estonian", "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish", "hi": "hindi", "hu": "hungarian",
    "hy": "armenian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian", "ne": "nepali",
    "nl": "dutch", "nn": "norwegian", "no": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian",
    "sr": "serbian", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish",
}  # fmt: skip
"""ISO 639-1 code to Snowball algorithm; words of other languages are kept unstemmed."""

NO_LANGUAGE = "zxx"

_RUN = re.compile(r"\S+")
_PART = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_CJK = re.compile(r"[぀-ヿ㐀-䶿一-鿿豈-﫿가-힯ｦ-ﾟ]+")
_APOSTROPHE = re.compile(r"[’'ʼ`´]")
_AROUND = "\"'’“”«»‘()[]{}<>,;:!?…*`|"
_MAX_LEXEME_CHARACTERS = 120


def lexemes(text: str, language: str) -> tuple[str, ...]:
    """Return the lexemes of a text in one language, sorted and without repetition."""
    return tuple(sorted({lexeme for form in _forms(text) for lexeme in _lexemes(form, language)}))


def query_words(text: str, languages: tuple[str, ...]) -> tuple[QueryWord, ...]:
    """Return a query's words in order and without repetition.

    The query's language is not asked for: a word stands for its lexemes in all the languages.
    """
    words: dict[tuple[str, ...], QueryWord] = {}
    for form in _forms(text):
        found = {lexeme for language in (*languages, NO_LANGUAGE) for lexeme in _lexemes(form, language)}
        key = tuple(sorted(found))
        words.setdefault(key, QueryWord(text=form, lexemes=key))
    return tuple(words.values())


def _forms(text: str) -> Iterator[str]:
    """Yield every form by which a text may be found: words, parts of codes, whole codes, pairs of CJK characters."""
    for run in _RUN.finditer(unicodedata.normalize("NFKC", text)):
        whole = _trim(run.group())
        plain = _APOSTROPHE.sub(" ", whole)
        parts = [match.group() for match in _PART.finditer(plain)]
        for part in parts:
            yield from _part_forms(part)
        if len(parts) > 1 and plain == whole:
            yield whole


def _trim(run: str) -> str:
    """Drop the punctuation around a run of characters, but keep what may begin or end a path or an option."""
    return run.lstrip(_AROUND + "=").rstrip(_AROUND + ".-_/=")


def _part_forms(part: str) -> Iterator[str]:
    if _CJK.search(part):
        yield from _cjk_forms(part)
        return
    yield part
    pieces = _CAMEL.findall(part)
    if len(pieces) > 1 and any(piece[0].isupper() or piece[0].isdigit() for piece in pieces[1:]):
        yield from pieces


def _cjk_forms(part: str) -> Iterator[str]:
    """Yield overlapping pairs within CJK runs (a lone character as it is) and what stands between them."""
    for run in _CJK.findall(part):
        yield from (run[i : i + 2] for i in range(max(1, len(run) - 1)))
    yield from (rest for rest in _CJK.split(part) if rest)


def _lexemes(form: str, language: str) -> Iterator[str]:
    folded = _fold(form)
    if not folded:
        return
    if _CJK.search(form):
        yield f"cjk:{folded}"
    elif folded.isdecimal():
        yield f"=:{folded.lstrip('0') or '0'}"
    elif not folded.isalpha():
        yield f"=:{folded[:_MAX_LEXEME_CHARACTERS]}"
    elif language == NO_LANGUAGE:
        yield f"{NO_LANGUAGE}:{folded[:_MAX_LEXEME_CHARACTERS]}"
    else:
        yield f"{language}:{_stem(form, language)[:_MAX_LEXEME_CHARACTERS]}"


@lru_cache(maxsize=65536)
def _stem(word: str, language: str) -> str:
    stemmer = _stemmer(language)
    return _fold(stemmer.stemWord(word.lower()) if stemmer else word)


@cache
def _stemmer(language: str) -> Stemmer.Stemmer | None:
    algorithm = STEMMERS.get(language)
    return Stemmer.Stemmer(algorithm) if algorithm else None


def _fold(word: str) -> str:
    """Fold case and drop accents: "Città" to "citta", "Straße" to "strasse"."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    return unicodedata.normalize("NFC", "".join(c for c in decomposed if not unicodedata.combining(c)))
