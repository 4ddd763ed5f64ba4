"""Brings the matches of both arms together under one score."""

from collections.abc import Sequence

from schedario.ports import SearchStore
from schedario.records.candidate import Candidate, ChunkFacts, Match
from schedario.records.query import Query
from schedario.search.score import (
    Weights,
    WordWorth,
    calibrated_by_likeness,
    calibrated_without_meaning,
    coverage,
    is_single,
    likeness,
    word_worth,
)


def fuse(store: SearchStore, query: Query, matches: Sequence[Match], weights: Weights) -> list[Candidate]:
    """Return every chunk that any arm found, scored alike, best first.

    Each candidate gets both its cosine and its words, whichever arm found it; ranks within the arms play no part.
    A query without a vector is scored by coverage alone.
    """
    chunks = list(dict.fromkeys(match.chunk for match in matches))
    worth = word_worth(query.words, weights, single=is_single(query.text, query.words))
    candidates = [_candidate(facts, worth, meant=bool(query.vector)) for facts in store.facts(chunks, query)]
    return sorted(candidates, key=lambda candidate: (-candidate.score, candidate.chunk))


def _candidate(facts: ChunkFacts, worth: WordWorth, *, meant: bool) -> Candidate:
    covered = coverage(facts.words_found, worth)
    like = likeness(facts.cosine, facts.words_found, worth)
    score = calibrated_by_likeness(like) if meant else calibrated_without_meaning(covered)
    return Candidate(facts.chunk, facts.document, facts.ordinal, facts.cosine, covered, score, like)
