"""A summary of each group, then of those summaries, level by level."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from schedario.analyse.ask import Question, ask, cut_summary, in_language, unusable
from schedario.analyse.cleaned import cleaned
from schedario.analyse.options import AnalysisOptions
from schedario.analyse.plan import PIECE, Cap, capacity, cut, fan_in, levels, plan, shares
from schedario.analyse.prompts import merge_message, part_message, rules, summary_schema
from schedario.ports import StructuredModel
from schedario.records.analysis import AnalysisSource
from schedario.records.asking import ChatMessage
from schedario.sentences import whole_sentences

Kept = Callable[[str, Callable[[], str]], str]
"""Returns the piece that is kept under a key, or makes and keeps it."""


def groups_of(source: AnalysisSource, context_tokens: int) -> list[str]:
    """Cut a document's text into groups."""
    return cut(source.text, plan(source.text, context_tokens).groups, capacity(source.text, context_tokens))


def last_pieces(
    model: StructuredModel, source: AnalysisSource, options: AnalysisOptions, kept: Kept
) -> tuple[Sequence[str], bool]:
    """Sum up until one call is left, which makes the summary of the whole.

    A missing piece means no summary: whatever goes wrong with one is raised.

    Returns:
        What the last call is given, and whether these are summaries rather than the text itself.

    Raises:
        AnalysisError: The model gave no answer.
        AnalysisAnswerError: It gave none that can be used.
    """
    pieces: Sequence[str] = groups_of(source, options.context_tokens)
    if len(pieces) == 1:
        return pieces, False
    language = source.language
    pieces = [_made(model, source, options, kept, part_message(piece, language, PIECE.words)) for piece in pieces]
    for number in levels(len(pieces), fan_in(options.context_tokens))[:-1]:
        pieces = [
            _made(model, source, options, kept, merge_message(share, language, PIECE.words))
            for share in shares(pieces, number)
        ]
    return pieces, True


def _made(
    model: StructuredModel, source: AnalysisSource, options: AnalysisOptions, kept: Kept, asked: ChatMessage
) -> str:
    question = Question(rules(source.language), asked, summary_schema(), PIECE.tokens)

    def read(answer: Mapping[str, Any]) -> str:
        return usable_summary(str(answer["summary"]), PIECE, source, options, json.dumps(answer), whole=True)

    def broken_off(answer: str) -> str:
        return usable_summary(cut_summary(answer), PIECE, source, options, answer, whole=False)

    key = hashlib.sha256(f"{options.made_under.summary}\n{asked.text}".encode()).hexdigest()
    return kept(key, lambda: ask(model, question, read, broken_off))


def usable_summary(
    written: str, cap: Cap, source: AnalysisSource, options: AnalysisOptions, answer: str, *, whole: bool
) -> str:
    """Return a summary within its cap, in whole sentences, in the language of the text.

    Args:
        written: By the model.
        cap: How long it may be.
        source: What it is about.
        options: The settings in force.
        answer: All that the model wrote.
        whole: Whether it came to its end.

    Raises:
        AnalysisAnswerError: There is no whole sentence, or it is in another language.
    """
    text = cleaned(written)
    if not whole or len(text.split()) > cap.words or len(text) > cap.characters:
        text = whole_sentences(text, cap.words, cap.characters)
    if not any(map(str.isalnum, text)):
        raise unusable("it has no whole sentence" if written.strip() else "it is empty", answer)
    return in_language(text, source.language, options.languages, answer)
