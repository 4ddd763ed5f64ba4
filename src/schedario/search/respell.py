"""What a question says when its mistyped words are read as the words of the archive that were meant."""

import re
from collections.abc import Iterator, Sequence

from schedario.language import sure_language
from schedario.lexemes import stem_of
from schedario.records.query import WeightedWord
from schedario.search.spelling import slips_between

_LEAST_LETTERS = 20


def respelled(text: str, words: Sequence[WeightedWord], languages: tuple[str, ...]) -> str:
    language = sure_language(text, languages, least_letters=_LEAST_LETTERS)
    for word in words:
        for right in _right(word, words, language):
            text = re.sub(rf"(?<!\w){re.escape(word.word.text)}(?!\w)", right, text)
            break
    return text


def _right(word: WeightedWord, words: Sequence[WeightedWord], language: str) -> Iterator[str]:
    if word.credit == 1.0 or word.word.kind != "word":
        return
    for meant in word.word.lexemes:
        tag, _, stem = meant.partition(":")
        if (language and tag != language) or not _spoken(tag, word, words):
            continue
        typed, folded = stem_of(word.word.text, tag)
        if folded.startswith(typed) and slips_between(f"{tag}:{typed}", meant):
            yield stem + folded[len(typed):]


def _spoken(tag: str, word: WeightedWord, words: Sequence[WeightedWord]) -> bool:
    others = [other for other in words if other is not word and other.word.kind == "word" and other.credit == 1.0]
    known = [other for other in others if any(lexeme.startswith(f"{tag}:") for lexeme in other.word.lexemes)]
    return 2 * len(known) >= len(others)
