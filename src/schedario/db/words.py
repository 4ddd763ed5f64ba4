"""Query words as PostgreSQL's tsquery text, and the statements that find chunks by them."""

from collections.abc import Iterable, Sequence

from psycopg import sql

from schedario.db.filters import passes, passing_chunks
from schedario.db.queries import composed
from schedario.records.query import WeightedWord


def word_query(word: WeightedWord) -> str:
    """Write the tsquery that finds the chunks that have a word: any of its lexemes."""
    return any_of(word.word.lexemes)


def word_queries(words: Iterable[WeightedWord]) -> list[str]:
    """Write one tsquery for each word, in their order."""
    return [word_query(word) for word in words]


def any_word(words: Sequence[WeightedWord]) -> str:
    """Write the tsquery that finds the chunks that have any of the words; empty without words."""
    return any_of(lexeme for word in words for lexeme in word.word.lexemes)


def every_word(words: Iterable[WeightedWord]) -> str:
    """Write the tsquery that finds what has every word, by any of its lexemes."""
    return " & ".join(f"({word_query(word)})" for word in words)


def any_of(lexemes: Iterable[str]) -> str:
    """Write the tsquery that finds any of the lexemes, each taken as it is and once."""
    return " | ".join(_quote(lexeme) for lexeme in dict.fromkeys(lexemes) if can_occur(lexeme))


def _quote(lexeme: str) -> str:
    # Within quotes, only the quote and the backslash are not themselves.
    escaped = lexeme.replace("\\", "\\\\").replace("'", "''")
    return f"'{escaped}'"


def can_occur(lexeme: str) -> bool:
    """Tell whether the index could hold a lexeme: it has no empty one, no NUL and no lone surrogate."""
    return bool(lexeme) and "\0" not in lexeme and not any("\ud800" <= c <= "\udfff" for c in lexeme)


def chunks_with_words() -> sql.Composed:
    """Return the query of chunks that have any of the finding words."""
    return composed("chunks_with_words", score=_score("chunk"), passing=sql.SQL(""))


def passing_chunks_with_words() -> sql.Composed:
    """Return the query of those among them that pass a filter."""
    return composed(
        "chunks_with_words", score=_score("chunk"), passing=composed("of_passing_document", passes=passes())
    )


def all_passing_chunks_with_words() -> sql.Composed:
    """Return the query of the same by looking at every chunk that passes."""
    return composed("all_passing_chunks_with_words", score=_score("passing"), passing_chunks=passing_chunks())


def _score(row: str) -> sql.Composed:
    return composed("word_score", lexemes=sql.Identifier(row, "lexemes"))
