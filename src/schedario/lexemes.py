"""The one analyser for text and query: words to lexemes, each with its language as a prefix.

A lexeme is ``language:stem`` for a word (``it:ret`` from "rete"), ``=:form`` for a number, a code or a name with signs
in it, and ``cjk:pair`` for two neighbouring characters of a script that writes no spaces. Accents are folded after
stemming. The language prefix keeps languages apart: the same letters in two languages are two lexemes.

A code is kept four times over: as it stands (``=:re-2024/0815``), each two of its parts as they stand (``=:re-2024``),
in its parts (``=:2024``) and in the pairs of its parts (``=:2024~815``), whatever the sign between them. So a part of a
code finds it, in any spelling ("ADR 18" finds ADR-0018), and the code as it stands, alone or within a longer one, goes
before its siblings.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import pairwise

import Stemmer

from schedario.records.query import QueryWord, WordKind

ANALYSER_VERSION = 3
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
# Two parts and the one sign between them, found at each part in turn.
_NEIGHBOURS = re.compile(r"(?<![^\W_])(?=([^\W_]+[\W_][^\W_]+))")
_CAMEL = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
CJK = re.compile(r"[぀-ヿ㐀-䶿一-鿿豈-﫿가-힯ｦ-ﾟ]+")
_APOSTROPHE = re.compile(r"[’'ʼ`´]")
_AROUND = "\"'’“”«»‘()[]{}<>,;:!?…*`|"
# One word whose sign is part of its name: --force, .bashrc, /tmp, ~/x, $HOME, @user, C++, C#.
_SIGNED = re.compile(r"(?:--?|\.|~?/|[$@#\\])\w+|\w{1,3}(?:\+\+|#)")
_THOUSANDS = re.compile(r"[+-]?\d{1,3}(?:([.,’'])\d{3})(?:\1\d{3})*")
_MAX_LEXEME_CHARACTERS = 120
_MAX_PAIRS = 48
"""Pairs of one run; a run with more parts is a blob of letters that nobody asks for in pieces."""

_UNDECOMPOSED = str.maketrans(
    {"ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "ħ": "h"}
)
"""Letters that Unicode does not take apart into a plain letter and an accent."""

_TWO_LETTER = (("ae", "ä"), ("oe", "ö"), ("ue", "ü"), ("oe", "ø"), ("aa", "å"), ("ae", "æ"))
"""How letters that a keyboard lacks are written with two."""


@dataclass(frozen=True, slots=True)
class _Form:
    """One string by which a text may be found."""

    text: str
    kind: WordKind


def lexemes(text: str, language: str) -> tuple[str, ...]:
    """Return the lexemes of a text in one language, sorted and without repetition."""
    return tuple(sorted({lexeme for form in _forms(text) for lexeme in _lexemes(form.text, (language,))}))


def query_words(text: str, languages: tuple[str, ...]) -> tuple[QueryWord, ...]:
    """Return a query's words in order and without repetition.

    The query's language is not asked for: a word stands for its lexemes in all the languages, and in both spellings
    where a letter may be written with two ("kuendigung", "kündigung").
    """
    words: dict[tuple[str, ...], QueryWord] = {}
    for form in _forms(text):
        spelled = _spellings(form.text) if form.kind == "word" else (form.text,)
        found = {lexeme for one in spelled for lexeme in _lexemes(one, (*languages, NO_LANGUAGE))}
        key = tuple(sorted(found))
        words.setdefault(key, QueryWord(text=form.text, lexemes=key, kind=form.kind))
    return tuple(words.values())


def sure_words(text: str, languages: tuple[str, ...]) -> tuple[QueryWord, ...]:
    """Return words that every text has which holds this one as it is written, in order and without repetition.

    Parts alone are sure: a code may be a piece of a longer one there, and a lone CJK character one of a pair.
    """
    found: dict[tuple[str, ...], QueryWord] = {}
    for part in _PART.findall(unicodedata.normalize("NFKC", text)):
        for form in _sure_forms(part):
            key = tuple(sorted(set(_lexemes(form, (*languages, NO_LANGUAGE)))))
            if key:
                found.setdefault(key, QueryWord(text=form, lexemes=key))
    return tuple(found.values())


def _sure_forms(part: str) -> Iterator[str]:
    if not CJK.search(part):
        yield part
        return
    yield from (form for form in _cjk_forms(part) if len(form) > 1 or not CJK.match(form))


def lexeme_of(word: str, language: str) -> str:
    """Return the lexeme of a word of a language; without one it is the word itself."""
    return f"{language}:{_stem(word, language)[:_MAX_LEXEME_CHARACTERS]}"


def with_stem(word: str, lexeme: str) -> str:
    """Return a word with the stem of another lexeme in place of its own, folded; as it is where it has no stem.

    "Pacjages" with ``en:packag`` is "packages".
    """
    language, _, stem = lexeme.partition(":")
    folded, own = _fold(word), _stem(word, language)
    return stem + folded.removeprefix(own) if own and folded.startswith(own) else word


def _forms(text: str) -> Iterator[_Form]:
    """Yield every form by which a text may be found: words, codes, their parts and pairs, pairs of CJK characters."""
    before = ""
    for run in _RUN.finditer(unicodedata.normalize("NFKC", text)):
        trimmed = _trim(run.group())
        for segment in _APOSTROPHE.sub(" ", trimmed).split():
            parts: list[str] = _PART.findall(segment)
            for part in parts:
                yield from _part_forms(part)
            yield from _code_forms(segment, parts, before)
            before = parts[0] if len(parts) == 1 else ""


def _trim(run: str) -> str:
    """Drop the punctuation around a run of characters, but keep what may begin or end a path or an option."""
    return run.lstrip(_AROUND + "=").rstrip(_AROUND + ".-_/=")


def _part_forms(part: str) -> Iterator[_Form]:
    if CJK.search(part):
        yield from (_Form(form, "word") for form in _cjk_forms(part))
        return
    pieces = _pieces(part)
    yield _Form(part, "word" if part.isalpha() and len(pieces) == 1 else "code")
    if len(pieces) > 1:
        yield from (_Form(piece, "word") for piece in pieces)


def _pieces(part: str) -> list[str]:
    """Return the pieces of a camelCase word or of letters with digits; the part itself where it has none."""
    pieces: list[str] = [] if CJK.search(part) else _CAMEL.findall(part)
    if len(pieces) > 1 and any(piece[0].isupper() or piece[0].isdigit() for piece in pieces[1:]):
        return pieces
    return [part]


def _code_forms(segment: str, parts: list[str], before: str) -> Iterator[_Form]:
    """Yield what a run of characters is beyond its parts: the whole, its pairs, its number written plainly.

    Args:
        segment: The run between spaces and apostrophes, trimmed.
        parts: Its parts.
        before: The word before it, which makes a pair with a number: "ADR 18".
    """
    if len(parts) > 1 or _SIGNED.fullmatch(segment):
        yield _Form(segment, "whole")
    if len(parts) > 2:
        yield from (_Form(two, "whole") for two in _NEIGHBOURS.findall(segment)[:_MAX_PAIRS])
    if _THOUSANDS.fullmatch(segment):
        yield _Form("".join(parts), "code")
    pieces = [piece for part in parts for piece in _pieces(part)]
    if pieces and before and pieces[0].isdecimal():
        yield _Form(_pair(before, pieces[0]), "whole")
    yield from (_Form(_pair(one, other), "code") for one, other in list(pairwise(pieces))[:_MAX_PAIRS])


def _pair(one: str, other: str) -> str:
    return f"{_plain(one)}~{_plain(other)}"


def _plain(piece: str) -> str:
    return piece.lstrip("0") or "0" if piece.isdecimal() else piece


def _cjk_forms(part: str) -> Iterator[str]:
    """Yield overlapping pairs within CJK runs (a lone character as it is) and what stands between them."""
    for run in CJK.findall(part):
        yield from (run[i : i + 2] for i in range(max(1, len(run) - 1)))
    yield from (rest for rest in CJK.split(part) if rest)


def _spellings(word: str) -> tuple[str, ...]:
    """Return a word as typed and as it may be spelled with or without letters that are not on every keyboard."""
    lower = word.lower()
    spelled = [word]
    spelled += [lower.replace(old, new) for two, one in _TWO_LETTER for old, new in ((two, one), (one, two))]
    spelled.append(lower.replace("ae", "ä").replace("oe", "ö").replace("ue", "ü"))
    return tuple(dict.fromkeys(spelled))


def _lexemes(form: str, languages: Sequence[str]) -> Iterator[str]:
    folded = _fold(form)
    if not folded:
        return
    if CJK.search(form):
        yield f"cjk:{folded}"
    elif folded.isdecimal():
        yield f"=:{_plain(folded)}"
    elif not folded.isalpha():
        yield f"=:{folded[:_MAX_LEXEME_CHARACTERS]}"
    else:
        yield from (lexeme_of(form, language) for language in languages)


@lru_cache(maxsize=65536)
def _stem(word: str, language: str) -> str:
    stemmer = _stemmer(language)
    return _fold(stemmer.stemWord(word.lower()) if stemmer else word)


@cache
def _stemmer(language: str) -> Stemmer.Stemmer | None:
    algorithm = STEMMERS.get(language)
    return Stemmer.Stemmer(algorithm) if algorithm else None


def _fold(word: str) -> str:
    """Fold case and drop accents: "Città" to "citta", "Straße" to "strasse", "Łódź" to "lodz"."""
    decomposed = unicodedata.normalize("NFKD", word.casefold())
    plain = "".join(c for c in decomposed if not unicodedata.combining(c)).translate(_UNDECOMPOSED)
    return unicodedata.normalize("NFC", plain)
