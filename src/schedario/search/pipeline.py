"""The order of the steps for one question."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from schedario.errors import ModelError, SpaceReplacedError
from schedario.ports import Embedder, SearchStore
from schedario.records.candidate import Candidate, Match
from schedario.records.document import DocumentId
from schedario.records.filters import EVERYTHING, Filters, Scope
from schedario.records.query import Query, QueryEmbedding, WeightedWord
from schedario.records.search import DocumentPassages, SearchAnswer, nowhere
from schedario.search.arms import phrase_arm, text_arm, vector_arm
from schedario.search.compare import compare
from schedario.search.fuse import fuse
from schedario.search.options import SearchOptions
from schedario.search.phrases import Quoted, quoted
from schedario.search.prepare import question, weigh_words
from schedario.search.rerank import Reranking
from schedario.search.respell import Respelling
from schedario.search.score import Weights
from schedario.search.select import above_floor, best
from schedario.search.trace import TraceRecorder
from schedario.search.widen import widen

_WORDS_ONLY = (
    "Searched by words only, because the question could not be embedded: {error}. "
    "Passages that say it in other words or in another language are not found"
)


@dataclass(frozen=True, slots=True)
class _Found:
    """What was found before it is scored.

    Attributes:
        matches: By whichever way.
        notes: What was not looked at, or otherwise than was asked, in words.
        phrases: What every match holds as it was written.
    """

    matches: Sequence[Match]
    notes: tuple[str, ...] = ()
    phrases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchPipeline:
    """Answers questions out of one archive.

    Attributes:
        archive: Its name.
        embedder: Makes the question's vector.
        respelling: Mends the spelling of what is embedded.
        store: Finds chunks.
        options: Settings of the way through.
        reranking: Orders what is above the floor; None for the order of the scores.
    """

    archive: str
    embedder: Embedder
    respelling: Respelling
    store: SearchStore
    options: SearchOptions
    reranking: Reranking | None = None

    def run(self, text: str, filters: Filters = EVERYTHING) -> SearchAnswer:
        """Answer a question out of the documents that pass; nothing above the floor is an answer too.

        When the embedder fails, words alone are searched; when the reranker does, the order is that of the scores. The
        answer says so.

        Raises:
            EmptyQueryError: There is nothing to search for.
            DatabaseError: The archive cannot be read.
        """
        try:
            return self._run(text, filters)
        except SpaceReplacedError:
            # Another model became the archive's while it was asked: its embedder is taken up by the next attempt.
            return self._run(text, filters)

    def _run(self, text: str, filters: Filters) -> SearchAnswer:
        trace = TraceRecorder()
        options = self.options
        text = question(text)
        asked = quoted(text, options.languages)
        query, degraded = self._prepare(asked.plain, trace)
        store = self.store.in_space(query.space) if query.space else self.store
        scope = store.scope(filters)
        trace.step("scope", count=scope.chunks, note=_narrowed(scope))
        found = self._found(store, query, asked, scope, trace)
        fused = fuse(store, query, found.matches, Weights(options.word_weight, options.code_weight))
        trace.step("fused", _scored(fused))
        candidates = compare(store, self.embedder, query, fused, self._compared())
        store.ensure_space()
        trace.step("compared", _scored(candidates), note="" if query.tokens else "no tokens to compare")
        best_score = candidates[0].score if candidates else None
        # Who asks for a phrase and nothing else has the answer wherever it stands, however it scores.
        floor = 0.0 if asked.alone else max(options.floor, options.relative_floor * (best_score or 0.0))
        answering = above_floor(candidates, floor)
        trace.step("floor", _scored(answering), note=f"floor {floor:.2f}")
        ranked, skipped = self._rerank(text, answering, trace)
        selected = best(ranked, options.passages)
        trace.step("selected", _scored(selected))
        results, shortened = widen(self.store, selected, reach=options.reach, characters=options.characters)
        trace.step("widened", ((group.document.id, _best(group)) for group in results))
        return SearchAnswer(
            query=text,
            archive=self.archive,
            filters=filters,
            documents_searched=scope.documents,
            floor=floor,
            best_score=best_score,
            degraded=(*degraded, *found.notes, *skipped, *shortened),
            stale={group.document.id: group.document.stale for group in results if group.document.stale},
            results=tuple(results),
            trace=trace.steps(),
            phrases=found.phrases,
        )

    def _found(self, store: SearchStore, query: Query, asked: Quoted, scope: Scope, trace: TraceRecorder) -> _Found:
        """Return what holds the phrases; without any, what both arms found.

        A question that has words besides its phrases is searched by all its words when no passage holds the phrases,
        and the answer says so; one that is nothing but phrases has no matches then.
        """
        notes: tuple[str, ...] = ()
        if asked.phrases:
            holding = phrase_arm(store, asked.phrases, budget=self.options.word_budget, scope=scope)
            trace.step("phrases", _matched(holding.matches), note=holding.degraded)
            notes = (holding.degraded,) if holding.degraded else ()
            texts = tuple(phrase.text for phrase in asked.phrases)
            if holding.matches or asked.alone:
                return _Found(holding.matches, notes, texts)
            notes = (*notes, f"{nowhere(texts)}: searched by the words")
        by_meaning: Sequence[Match] = ()
        if query.vector:
            by_meaning = vector_arm(store, query.vector, self.options.candidates, scope)
            trace.step("vector", _matched(by_meaning))
        by_words: Sequence[Match] = ()
        if self.options.by_words:
            limit, budget = self.options.candidates, self.options.word_budget
            by_words = text_arm(store, query.words, limit=limit, budget=budget, scope=scope)
            trace.step("words", _matched(by_words))
        return _Found((*by_meaning, *by_words), notes)

    def _compared(self) -> int:
        """Return how many candidates are compared: as many as can be shown at least, or none."""
        return max(self.options.compared, self.options.passages) if self.options.compared else 0

    def _rerank(
        self, asked: str, answering: Sequence[Candidate], trace: TraceRecorder
    ) -> tuple[Sequence[Candidate], tuple[str, ...]]:
        if self.reranking is None:
            trace.step("rerank", _scored(answering), note="none")
            return answering, ()
        reranked = self.reranking.order(self.store, asked, answering)
        trace.step("rerank", _scored(reranked.candidates), note=reranked.skipped or reranked.note)
        return reranked.candidates, (reranked.skipped,) if reranked.skipped else ()

    def _prepare(self, asked: str, trace: TraceRecorder) -> tuple[Query, tuple[str, ...]]:
        words = weigh_words(asked, self.options.languages, self.store) if self.options.by_words else ()
        trace.step("weigh", count=len(words))
        embedding = QueryEmbedding((), note="search_by=words")
        if self.options.by_meaning:
            embedding = self._embedding(asked, words, trace)
        trace.step("embed", note=embedding.note)
        degraded = (embedding.degraded,) if embedding.degraded else ()
        return Query(asked, embedding.vector, words, embedding.tokens, embedding.space), degraded

    def _embedding(self, asked: str, words: Sequence[WeightedWord], trace: TraceRecorder) -> QueryEmbedding:
        """Embed a question with its mistyped words mended.

        The trace tells how many, not which: they are words of documents, which may be removed one day.
        """
        try:
            self.embedder.load()
            trace.step("load")
            meant = self.respelling.mended(asked, words)
            embedding = self.embedder.embed_query(meant.text)
        except ModelError as error:
            return QueryEmbedding((), note=str(error), degraded=_WORDS_ONLY.format(error=error))
        return replace(embedding, note="; ".join(filter(None, [meant.note, embedding.note])))


def _narrowed(scope: Scope) -> str:
    """Name the filters, not their values, which may be ids and paths of documents that are removed one day."""
    if not scope.filters.names:
        return ""
    return f"{', '.join(scope.filters.names)}: {'each looked at' if scope.exact else 'by the indexes'}"


def _matched(matches: Sequence[Match]) -> list[tuple[DocumentId, float]]:
    return [(match.document, match.score) for match in matches]


def _scored(candidates: Sequence[Candidate]) -> list[tuple[DocumentId, float]]:
    return [(candidate.document, candidate.score) for candidate in candidates]


def _best(group: DocumentPassages) -> float:
    return max(passage.score for passage in group.passages)
