"""What counts tokens, makes vectors, judges passages, writes answers and fills in forms."""

from collections.abc import Generator, Mapping, Sequence
from typing import Any, Protocol

from schedario.records.asking import ChatMessage, ModelImage
from schedario.records.candidate import RerankPassage
from schedario.records.document import PassageEmbedding, SpaceSpec
from schedario.records.query import QueryEmbedding, QueryToken


class Tokenizer(Protocol):
    """Cuts text into the tokens that the embedder counts."""

    def token_starts(self, text: str) -> Sequence[int]:
        """Return the character offset at which each token begins, ascending, without prefix and end marks."""
        ...


class Embedder(Protocol):
    """Makes vectors of one space."""

    @property
    def space(self) -> SpaceSpec:
        """The space that the vectors belong to."""
        ...

    def load(self) -> None:
        """Make ready what embedding needs; quick when it has been done.

        Raises:
            ModelError: The model could not be made or loaded.
        """
        ...

    def embed_passages(
        self, texts: Sequence[str], languages: Sequence[str], contexts: Sequence[str] = ()
    ) -> list[PassageEmbedding]:
        """Embed passages, centered by their languages; the result has their order.

        Args:
            texts: The passages.
            languages: ISO 639-1 code of each.
            contexts: What each stands under (file name, headings), which takes part in its vector; empty for none.

        Raises:
            ModelError: The model could not be made, loaded or reached.
        """
        ...

    def embed_query(self, text: str) -> QueryEmbedding:
        """Embed a question, centered without regard to its language.

        Raises:
            ModelError: The model could not be made, loaded or reached; the message has every attempt.
        """
        ...

    def closeness(self, tokens: Sequence[QueryToken], token_codes: Sequence[bytes]) -> list[float]:
        """Say how well each passage's tokens match those of a question, -1 to 1; larger is better."""
        ...


class Reranker(Protocol):
    """Judges how well passages answer a question, better than the score can, and slower."""

    @property
    def name(self) -> str:
        """Which one it is and with which model, for people."""
        ...

    def scores(self, question: str, passages: Sequence[RerankPassage]) -> Sequence[float]:
        """Return one number for each passage, in their order, on a scale of its own; larger is better.

        Loads what it needs at the first call, and may be called again from another thread after one that was abandoned.

        Raises:
            RerankerError: It cannot be loaded or reached, or could not judge.
        """
        ...

    def close(self) -> None:
        """Release what was loaded; it is loaded again when it is needed. Calling it twice is fine."""
        ...


class ChatModel(Protocol):
    """Writes an answer to messages."""

    @property
    def name(self) -> str:
        """Which one it is and where, for people."""
        ...

    def stream(self, messages: Sequence[ChatMessage], *, most_tokens: int) -> Generator[str, None, None]:
        """Yield the pieces of an answer as they come; whoever has enough closes the iterator.

        Args:
            messages: The rules first, then what is asked.
            most_tokens: Length of the answer, at most.

        Raises:
            ChatError: It cannot be reached, refused, thinks aloud, or ended in the middle.
        """
        ...

    def ready(self) -> str:
        """Say in words that it can be asked, without having it write anything.

        Raises:
            ChatError: It cannot.
        """
        ...

    def close(self) -> None:
        """Release the connection. Calling it twice is fine."""
        ...


class StructuredModel(Protocol):
    """Answers in a form that is given by a JSON schema."""

    @property
    def name(self) -> str:
        """Which one it is, for people and for fingerprints."""
        ...

    def complete(
        self,
        messages: Sequence[ChatMessage],
        schema: Mapping[str, Any],
        *,
        most_tokens: int,
        images: Sequence[ModelImage] = (),
    ) -> Mapping[str, Any]:
        """Return one whole answer, an object that fits the schema; nothing is asked twice.

        Args:
            messages: The rules first, then what is asked.
            schema: A JSON schema of an object. What it does not allow is no answer.
            most_tokens: Length of the answer, at most.
            images: What the model is shown with the last message.

        Raises:
            AnalysisError: It cannot be reached, refused, or went away in the middle.
            AnalysisModelError: It is not there, or thinks aloud.
            AnswerCutError: The answer was longer than it may be; the error has its text.
            AnalysisAnswerError: The answer is no JSON or does not fit; the error has its text.
        """
        ...

    def ready(self) -> str:
        """Say in words that it can be asked, without having it write anything.

        Raises:
            AnalysisError: It cannot.
        """
        ...

    def close(self) -> None:
        """Release the connection. Calling it twice is fine."""
        ...
