"""What becomes of a question to which an answer is wanted in sentences."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from schedario.records.search import DocumentHead, Passage, TimedAnswer


@dataclass(frozen=True, slots=True)
class ChatMessage:
    """One message to a chat model: the rules that it works by, or what it is asked."""

    role: Literal["system", "user"]
    text: str


@dataclass(frozen=True, slots=True)
class ModelImage:
    """A picture that a model is shown."""

    content: bytes
    media_type: str


class AnswerKind(StrEnum):
    """What an answer is made of."""

    WRITTEN = "written"
    QUOTED = "quoted"
    NO_MATCHES = "no_matches"


@dataclass(frozen=True, slots=True)
class AnswerSource:
    """A passage that an answer is made of.

    Attributes:
        number: By which sentences name it, from 1.
        document: The document that it is of.
        passage: The passage.
    """

    number: int
    document: DocumentHead
    passage: Passage


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """A sentence of an answer.

    Attributes:
        text: Without its source numbers; of a quotation as it stands in the document, but for line ends.
        sources: Numbers of its sources, in order; empty for none.
        absent: Whether it is about what the passages do not say.
        new_line: Whether it begins a line.
        removed: Source numbers that it named and that do not exist.
    """

    text: str
    sources: tuple[int, ...] = ()
    absent: bool = False
    new_line: bool = False
    removed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class AskedAnswer:
    """An answer in sentences, with the passages that it is made of.

    Attributes:
        found: What the search found.
        kind: Whether a model wrote it, or it is quotations, or nothing was found.
        model: Who wrote it; empty when no model did.
        sentences: In order.
        sources: The passages that the sentences could be made of, by their numbers.
        degraded: What did not work as it should, one sentence each.
        notices: What the check of the sentences found, one sentence each.
        seconds: What asking the model took.
    """

    found: TimedAnswer
    kind: AnswerKind
    model: str = ""
    sentences: tuple[AnswerSentence, ...] = ()
    sources: tuple[AnswerSource, ...] = ()
    degraded: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()
    seconds: float = 0.0

    @property
    def cited(self) -> frozenset[int]:
        """Numbers of the sources that a sentence names."""
        return frozenset(number for sentence in self.sentences for number in sentence.sources)
