"""Description and categories, written from the summary: in the last call of a summary, or in a call of their own."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from schedario.analyse.ask import Question, ask, cut_summary, in_language, unusable
from schedario.analyse.cleaned import cleaned
from schedario.analyse.options import AnalysisOptions
from schedario.analyse.plan import CHARACTERS_A_WORD, PIECE, WHOLE, Cap
from schedario.analyse.prompts import (
    DESCRIPTION_WORDS,
    describe_message,
    describe_schema,
    last_message,
    last_schema,
    rules,
)
from schedario.analyse.summary import usable_summary
from schedario.ports import StructuredModel
from schedario.records.analysis import AnalysisSource, CategoryId
from schedario.sentences import whole_sentences

_DESCRIBED_TOKENS = 200
"""For description and categories."""
_MOST_DESCRIPTION_WORDS = 2 * DESCRIPTION_WORDS
"""Beyond the words asked for it is cut at a sentence; a single sentence may have as many."""
_MOST_DESCRIPTION_CHARACTERS = DESCRIPTION_WORDS * CHARACTERS_A_WORD
"""Beyond these too."""


@dataclass(frozen=True, slots=True)
class Described:
    """What a call gave.

    Attributes:
        summary: Of the whole; empty when that was there before.
        description: One or two sentences; None when the answer was cut before its end.
        categories: Those that were chosen.
    """

    summary: str
    description: str | None
    categories: tuple[CategoryId, ...]


def last_call(
    model: StructuredModel,
    source: AnalysisSource,
    options: AnalysisOptions,
    pieces: Sequence[str],
    *,
    merging: bool,
) -> Described:
    """Ask for the summary of the whole and what is written from it.

    An answer that is cut within or after its summary gives that, and no description.

    Raises:
        AnalysisError: The model gave no answer.
        AnalysisAnswerError: It gave none that can be used.
    """
    cap = WHOLE if merging else PIECE
    asked = last_message(pieces, source.language, cap.words, (source.name, source.title), options.categories)
    tokens = cap.tokens + _DESCRIBED_TOKENS
    question = Question(rules(source.language), asked, last_schema(options.categories), tokens)

    def read(answer: Mapping[str, Any]) -> Described:
        summary = _summary(str(answer["summary"]), cap, json.dumps(answer), whole=True)
        return _described(answer, source, options, summary)

    def broken_off(answer: str) -> Described:
        return Described(_summary(cut_summary(answer), cap, answer, whole=False), None, ())

    def _summary(written: str, cap: Cap, answer: str, *, whole: bool) -> str:
        return usable_summary(written, cap, source, options, answer, whole=whole)

    return ask(model, question, read, broken_off)


def describe(
    model: StructuredModel,
    source: AnalysisSource,
    options: AnalysisOptions,
    summary: str,
    description: str | None = None,
) -> Described:
    """Ask for what is written from a summary; a description that is given stays. Raises as ``last_call``."""
    described = description is not None
    named = (source.name, source.title)
    asked = describe_message(summary, named, options.categories, described=described)
    schema = describe_schema(options.categories, described=described)
    question = Question(rules(source.language), asked, schema, _DESCRIBED_TOKENS)

    def broken_off(answer: str) -> Described:
        raise unusable("it is longer than it may be", answer)

    def read(answer: Mapping[str, Any]) -> Described:
        return _described({"description": description, **answer}, source, options, summary)

    return ask(model, question, read, broken_off)


def _described(answer: Mapping[str, Any], source: AnalysisSource, options: AnalysisOptions, summary: str) -> Described:
    text = json.dumps(answer)
    description = cleaned(str(answer["description"]))
    if len(description.split()) > DESCRIPTION_WORDS or len(description) > _MOST_DESCRIPTION_CHARACTERS:
        description = whole_sentences(description, _MOST_DESCRIPTION_WORDS, _MOST_DESCRIPTION_CHARACTERS)
    if not any(map(str.isalnum, description)):
        raise unusable("its description is empty or too long", text)
    chosen = set(answer.get("categories", ()))
    return Described(
        summary,
        in_language(description, source.language, options.languages, text),
        tuple(category.id for category in options.categories if category.name in chosen),
    )
