"""A question, taken apart for searching."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from schedario.records.document import Vector

WordKind = Literal["word", "code", "whole"]
"""What a query word is: a word of a language, a number or a part of a code, a code as it stands."""


@dataclass(frozen=True, slots=True)
class QueryWord:
    """One word of a query with the lexemes by which chunks may hold it.

    Attributes:
        text: The word as typed.
        lexemes: One per language, and the word itself; a chunk that has any of them has the word.
        kind: A word, a part of a code, or a code as it stands.
    """

    text: str
    lexemes: tuple[str, ...]
    kind: WordKind = "word"


@dataclass(frozen=True, slots=True)
class LexemeLike:
    """What a lexeme must be like to be meant by another: as long, within some slips, or longer and begin with it.

    Attributes:
        lexeme: The other one.
        beginning: What both begin with.
        slips: How many letters it may be longer or shorter.
    """

    lexeme: str
    beginning: str
    slips: int


@dataclass(frozen=True, slots=True)
class Counts:
    """How much an archive holds.

    Attributes:
        documents: Indexed documents, addenda left out.
        chunks: All chunks.
        by_language: Chunks of the documents in each language.
    """

    documents: int
    chunks: int
    by_language: Mapping[str, int]

    def of(self, lexeme: str) -> int:
        """Return the number of chunks in a lexeme's language, of all for one without; at least 1."""
        return self.by_language.get(lexeme.partition(":")[0], 0) or max(1, self.chunks)


@dataclass(frozen=True, slots=True)
class WeightedWord:
    """A query word with what its presence is worth.

    Attributes:
        word: The word.
        frequency: Number of chunks that have any of its lexemes, at most the number of chunks.
        idf: Inverse document frequency, larger for rarer words, never negative.
        credit: The share of its worth that a chunk with it is given; below 1 when its lexemes are only near what was
            typed.
    """

    word: QueryWord
    frequency: int
    idf: float
    credit: float = 1.0

    @property
    def is_near(self) -> bool:
        """Whether its lexemes are only near what was typed."""
        return self.credit < 1.0


@dataclass(frozen=True, slots=True)
class QueryToken:
    """One token of a question.

    Attributes:
        vector: In its place in the question, of unit length.
        weight: What its match is worth, more for a rarer token.
    """

    vector: Vector
    weight: float


@dataclass(frozen=True, slots=True)
class QueryEmbedding:
    """What an embedder makes of a question.

    Attributes:
        vector: Of the whole question, of unit length.
        tokens: Of each token; empty for an embedder without.
        note: Every attempt to get it, in words; empty for the bundled model.
        degraded: What did not work as it should, in a sentence; empty when all did.
        space: Fingerprint of the space that the vector belongs to.
    """

    vector: Vector
    tokens: tuple[QueryToken, ...] = ()
    note: str = ""
    degraded: str = ""
    space: str = ""


@dataclass(frozen=True, slots=True)
class Query:
    """A question made ready for both arms.

    Attributes:
        text: As asked, trimmed.
        vector: Its embedding.
        words: Its words in order, without repetition.
        tokens: Its tokens with their vectors; empty when they cannot be compared.
        space: Fingerprint of the space that the vector belongs to; empty without a vector.
    """

    text: str
    vector: Vector
    words: tuple[WeightedWord, ...]
    tokens: tuple[QueryToken, ...] = ()
    space: str = ""
