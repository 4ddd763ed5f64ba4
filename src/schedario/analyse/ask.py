"""The rules of a call: an answer that does not fit is asked for once more, then it is a failure with its text."""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from schedario.analyse.prompts import refused
from schedario.errors import AnalysisAnswerError, AnswerCutError
from schedario.language import sure_language
from schedario.ports import StructuredModel
from schedario.records.asking import ChatMessage

T = TypeVar("T")

_LEAST_LETTERS = 80
"""Of fewer letters no language is told."""

_NO_LANGUAGE = frozenset({"", "zxx"})
_AGAIN = "Try again, or set another model"
_CUT_SUMMARY = re.compile(r'\s*\{\s*"summary"\s*:\s*"((?:[^"\\]|\\.)*)', re.DOTALL)
_SURROGATE_HALF = re.compile(r"[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Question:
    """What a model is asked.

    Attributes:
        rules: By which it works.
        asked: What about.
        schema: That the answer must fit.
        most_tokens: Of the answer.
    """

    rules: ChatMessage
    asked: ChatMessage
    schema: Mapping[str, Any]
    most_tokens: int


def ask(
    model: StructuredModel, question: Question, read: Callable[[Mapping[str, Any]], T], cut: Callable[[str], T]
) -> T:
    """Return what is read of a model's answer.

    Args:
        model: It.
        question: What it is asked.
        read: Makes something of an answer; raises ``AnalysisAnswerError`` when it cannot be used.
        cut: Makes something of the text of an answer that was cut; likewise.

    Raises:
        AnalysisError: The model gave none.
        AnalysisAnswerError: It gave two that cannot be used; of the second.
    """
    try:
        return _once(model, question, question.asked, read, cut)
    except AnalysisAnswerError as error:
        again = refused(question.asked, error.what)
    return _once(model, question, again, read, cut)


def _once(
    model: StructuredModel,
    question: Question,
    asked: ChatMessage,
    read: Callable[[Mapping[str, Any]], T],
    cut: Callable[[str], T],
) -> T:
    try:
        return read(model.complete([question.rules, asked], question.schema, most_tokens=question.most_tokens))
    except AnswerCutError as error:
        return cut(error.text)


def cut_summary(text: str) -> str:
    """Return how far a summary goes in the text of an answer that was cut; empty when the answer is none."""
    found = _CUT_SUMMARY.match(text)
    if not found:
        return ""
    # Half an escape at the end is left out: \\u12, or the first of two surrogates.
    body = re.sub(r"\\u[0-9a-fA-F]{0,3}$", "", found[1])
    try:
        written = json.loads(f'"{body}"', strict=False)
    except ValueError:
        return ""
    return _SURROGATE_HALF.sub("", str(written))


def in_language(text: str, language: str, languages: tuple[str, ...], answer: str) -> str:
    """Return a text that is in a language, as far as can be told.

    Raises:
        AnalysisAnswerError: It is in another one.
    """
    if language not in _NO_LANGUAGE:
        found = sure_language(text, languages, least_letters=_LEAST_LETTERS)
        if found and found != language:
            raise unusable(f"it is in {found} instead of {language}", answer)
    return text


def unusable(why: str, answer: str) -> AnalysisAnswerError:
    """Return what is said of an answer that has the right form and cannot be used."""
    return AnalysisAnswerError(
        f"the model's answer does not fit what was asked ({why})", remedy=_AGAIN, text=answer[:4000]
    )
