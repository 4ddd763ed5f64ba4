"""How like a question sentences are by meaning, also in another language."""

from collections.abc import Sequence
from dataclasses import dataclass

from schedario.ports import Embedder


@dataclass(frozen=True, slots=True)
class Likeness:
    """Compares by an embedder.

    Attributes:
        embedder: Of the archive that the sentences are of.
    """

    embedder: Embedder

    def __call__(self, question: str, sentences: Sequence[str], languages: Sequence[str]) -> tuple[float, ...]:
        """Return the cosine of each sentence and the question, in their order.

        Args:
            question: What was asked.
            sentences: What may answer.
            languages: ISO 639-1 code of each.

        Raises:
            ModelError: The model could not be made, loaded or reached.
        """
        asked = self.embedder.embed_query(question).vector
        embedded = self.embedder.embed_passages(sentences, languages)
        return tuple(sum(a * b for a, b in zip(asked, one.vector, strict=True)) for one in embedded)
