"""Compares the question with the best candidates token by token, and scores them anew."""

from collections.abc import Sequence
from dataclasses import replace

from schedario.ports import Embedder, SearchStore
from schedario.records.candidate import Candidate
from schedario.records.query import Query
from schedario.search.score import calibrated


def compare(
    store: SearchStore, embedder: Embedder, query: Query, candidates: Sequence[Candidate], limit: int
) -> list[Candidate]:
    """Return the best candidates with the score to which their tokens add, best first; the rest is left out.

    Without a question's tokens (the embedder gives none, or could not embed it), or with a limit of 0, all candidates
    stay as they are.
    Those that were removed in the meantime are left out.
    """
    if not query.tokens or not limit:
        return list(candidates)
    codes = store.token_codes([candidate.chunk for candidate in candidates[:limit]])
    best = [candidate for candidate in candidates[:limit] if candidate.chunk in codes]
    close = embedder.closeness(query.tokens, [codes[candidate.chunk] for candidate in best])
    scored = [
        replace(candidate, score=calibrated(candidate.likeness, closeness, len(query.tokens)))
        for candidate, closeness in zip(best, close, strict=True)
    ]
    return sorted(scored, key=lambda candidate: (-candidate.score, candidate.chunk))
