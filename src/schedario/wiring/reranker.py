"""Builds the reranker that the settings name, with the budget that an archive gives it."""

from functools import cached_property

from schedario.errors import SettingError
from schedario.ports import Reranker
from schedario.rerank.cross_encoder import CrossEncoderReranker
from schedario.rerank.http import HttpReranker
from schedario.search.rerank import Reranking
from schedario.settings import Settings


class Rerankers:
    """The reranker of the settings: one for a process, however many budgets it is used under."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._under: dict[tuple[int, float], Reranking] = {}

    def under(self, settings: Settings) -> Reranking | None:
        """Return the reranker under an archive's budget; None when the scores alone order."""
        if self._reranker is None:
            return None
        budget = (settings.reranker_candidates, settings.reranker_seconds)
        if budget not in self._under:
            self._under[budget] = Reranking(self._reranker, candidates=budget[0], seconds=budget[1])
        return self._under[budget]

    def close(self) -> None:
        """Release what was loaded."""
        if reranker := self.__dict__.get("_reranker"):
            reranker.close()

    @cached_property
    def _reranker(self) -> Reranker | None:
        return _reranker(self._settings)


def _reranker(settings: Settings) -> Reranker | None:
    key = settings.reranker_key
    match settings.reranker:
        case "cross-encoder":
            return CrossEncoderReranker(settings.reranker_model, idle_minutes=settings.reranker_idle_minutes)
        case "http":
            return HttpReranker(
                settings.reranker_url, model=settings.reranker_model, key=key.get_secret_value() if key else ""
            )
        case "none":
            return None
        case other:
            raise SettingError("the reranker is not part of this version", subject=other)
