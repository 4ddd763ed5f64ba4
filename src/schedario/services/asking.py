"""Makes an answer in sentences of what a search found: a chat model's, checked, or quotations."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field

from schedario.errors import ChatError, ModelError
from schedario.language import sure_language
from schedario.ports import ChatModel
from schedario.records.asking import AnswerKind, AnswerSentence, AnswerSource, AskedAnswer
from schedario.records.search import TimedAnswer
from schedario.services.asking_prompt import answer_tokens, fitting, messages
from schedario.services.citations import breaks_off, check_notices, checked
from schedario.services.quoting import Alike, by_words_only, quotations

_MOST_CHARACTERS = 8000
_ANSWER_LETTERS = 60
_QUESTION_LETTERS = 15
"""Of fewer letters no language is told; a question that is taken for another's costs a notice, no more."""

Show = Callable[[AnswerSentence], None]


@dataclass(frozen=True, slots=True)
class Asking:
    """Answers in sentences.

    Attributes:
        chat: Writes them; None for quotations.
        languages: ISO 639-1 codes that documents and questions may be in.
        context_tokens: What the model takes at once, its answer included.
        alike: Says how like a question sentences are, to choose quotations.
    """

    chat: ChatModel | None
    languages: tuple[str, ...]
    context_tokens: int
    alike: Alike

    def answer(self, found: TimedAnswer, show: Show = lambda _: None) -> AskedAnswer:
        """Answer the question of a search from its passages; without passages no model is asked.

        Args:
            found: What the search found.
            show: Gets each sentence that a model writes as soon as it is whole and checked. When the model fails after
                that, the answer is quotations all the same.
        """
        sources = _sources(found)
        degraded = found.answer.degraded
        if not sources:
            return AskedAnswer(found, AnswerKind.NO_MATCHES, degraded=degraded)
        if self.chat is not None:
            try:
                return self._written(self.chat, found, sources, show)
            except ChatError as error:
                degraded = (*degraded, f"No answer was written, these are quotations: {error}")
        return self._quoted(found, sources, degraded)

    def _quoted(self, found: TimedAnswer, sources: tuple[AnswerSource, ...], degraded: tuple[str, ...]) -> AskedAnswer:
        question = found.answer.query
        try:
            quoted = quotations(question, sources, self.languages, self.alike)
        except ModelError as error:
            degraded = (*degraded, f"Quotations were chosen by words only: {error}")
            quoted = quotations(question, sources, self.languages, by_words_only)
        return AskedAnswer(found, AnswerKind.QUOTED, sentences=tuple(quoted), sources=sources, degraded=degraded)

    def _written(
        self, chat: ChatModel, found: TimedAnswer, sources: tuple[AnswerSource, ...], show: Show
    ) -> AskedAnswer:
        started = time.perf_counter()
        question = found.answer.query
        given = fitting(question, sources, self.context_tokens)
        asked = messages(question, given, self.context_tokens)
        with closing(chat.stream(asked, most_tokens=answer_tokens(self.context_tokens))) as stream:
            answer = _Bounded(stream)
            sentences = []
            for sentence in checked(answer, range(1, len(given) + 1)):
                sentences.append(sentence)
                show(sentence)
        if not sentences:
            raise ChatError("the chat model answered nothing", subject=chat.name, remedy="Try again, or another model")
        notices = [*_left_out(len(given), len(sources)), *answer.notices(), *check_notices(sentences)]
        return AskedAnswer(
            found,
            AnswerKind.WRITTEN,
            model=chat.name,
            sentences=tuple(sentences),
            sources=tuple(given),
            degraded=found.answer.degraded,
            notices=(*notices, *self._other_language(question, answer.text)),
            seconds=time.perf_counter() - started,
        )

    def _other_language(self, question: str, answer: str) -> list[str]:
        asked = sure_language(question, self.languages, least_letters=_QUESTION_LETTERS)
        written = sure_language(answer, self.languages, least_letters=_ANSWER_LETTERS)
        if not asked or not written or asked == written:
            return []
        return [f"The answer seems to be in another language ({written}) than the question ({asked})"]


@dataclass(slots=True)
class _Bounded:
    """The pieces of an answer up to the most that is taken of one, and what came so far."""

    stream: Iterator[str]
    text: str = ""
    was_cut: bool = field(default=False, init=False)

    def __iter__(self) -> Iterator[str]:
        for piece in self.stream:
            room = _MOST_CHARACTERS - len(self.text)
            self.was_cut = len(piece) > room
            self.text += piece[:room]
            yield piece[:room]
            if self.was_cut:
                return

    def notices(self) -> list[str]:
        """Say what is missing at the end."""
        if self.was_cut:
            return [f"The answer had no end and was cut after {_MOST_CHARACTERS} characters"]
        return ["The answer ends in the middle of a sentence"] if breaks_off(self.text) else []


def _sources(found: TimedAnswer) -> tuple[AnswerSource, ...]:
    """Return the passages of all documents in their rank, numbered from 1."""
    ranked = [(passage.rank, group.document, passage) for group in found.answer.results for passage in group.passages]
    ranked.sort(key=lambda one: one[0])
    return tuple(AnswerSource(number, head, passage) for number, (_, head, passage) in enumerate(ranked, start=1))


def _left_out(given: int, found: int) -> list[str]:
    return [f"{found - given} of {found} passages did not fit into chat_context"] if given < found else []
