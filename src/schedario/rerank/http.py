"""A server that reranks: the form of Jina and Cohere, which llama.cpp and vLLM speak too, or that of TEI.

How a server is asked, and what is sent to no other, is the matter of ``remote``.
"""

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from schedario.errors import RerankerError
from schedario.records.candidate import RerankPassage
from schedario.remote import RemoteError, RemoteHost

_SECONDS = 30.0
"""How long a server may take before its connection is given up, long after the search has."""

_FORM_REFUSED = frozenset({400, 422})


class HttpReranker:
    """Asks a server for the order."""

    def __init__(self, url: str, *, model: str = "", key: str = "") -> None:
        """Remember the server.

        Args:
            url: Whole address of its rerank route; one without a path gets ``/rerank``.
            model: What the server calls the model; empty leaves the choice to it.
            key: Sent as a bearer token; empty for none.
        """
        parts = urlsplit(url)
        self._url = urlunsplit(parts._replace(path="/rerank")) if parts.path in ("", "/") else url
        self._model = model
        self._host = RemoteHost(self._url, key=key, key_setting="reranker_key")
        # The form that the server took last; TEI's is tried when the other is refused.
        self._texts_field = "documents"

    @property
    def name(self) -> str:
        """See ``Reranker``."""
        return f"http ({self._model or urlsplit(self._url).hostname})"

    def scores(self, question: str, passages: Sequence[RerankPassage]) -> Sequence[float]:
        """See ``Reranker``."""
        texts = [passage.described for passage in passages]
        try:
            answer = self._asked_in_either_form(question, texts)
        except RemoteError as error:
            raise self._error(f"the reranker's server gave no order: {error.what}", error.remedy) from error
        try:
            return _scores(answer, len(texts))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise self._error(f"the reranker's server answered in an unknown form ({error})") from error

    def close(self) -> None:
        """See ``Reranker``."""
        self._host.close()

    def _asked_in_either_form(self, question: str, texts: Sequence[str]) -> Any:
        try:
            return self._asked(question, texts)
        except RemoteError as error:
            if error.status not in _FORM_REFUSED or self._texts_field == "texts":
                raise
        self._texts_field = "texts"
        try:
            return self._asked(question, texts)
        except RemoteError:
            self._texts_field = "documents"
            raise

    def _asked(self, question: str, texts: Sequence[str]) -> Any:
        body: dict[str, Any] = {"query": question, self._texts_field: texts}
        # TEI refuses a text that is too long unless it may cut it.
        body |= {"truncate": True} if self._texts_field == "texts" else {"top_n": len(texts)}
        body |= {"model": self._model} if self._model else {}
        return self._host.post("", body, _SECONDS)

    def _error(self, what: str, remedy: str = "") -> RerankerError:
        usual = "Check that the server runs and that reranker_url and reranker_model are right"
        return RerankerError(what, subject=self._url, remedy=remedy or usual)


def _scores(answer: Any, count: int) -> list[float]:
    """Read the numbers out of either form: a list under ``results``, or the list itself."""
    rows = answer["results"] if isinstance(answer, dict) else answer
    scores: dict[int, float] = {}
    for row in rows:
        scores[int(row["index"])] = float(row["relevance_score"] if "relevance_score" in row else row["score"])
    if sorted(scores) != list(range(count)):
        raise ValueError(f"it names {len(scores)} of {count} passages")
    return [scores[index] for index in range(count)]
