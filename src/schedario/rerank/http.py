"""A server that reranks: the form of Jina and Cohere, which llama.cpp and vLLM speak too, or that of TEI.

Text goes to the address that the setting names and to no other: neither a proxy of the environment nor a redirect is
followed.
"""

import json
import urllib.error
import urllib.request
from collections.abc import Sequence
from http.client import HTTPException
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from schedario.errors import RerankerError
from schedario.records.search import RerankPassage

_SILENCE_SECONDS = 30.0
"""How long a server may keep silent before its connection is given up, long after the search has."""

_ANSWER_BYTES = 4 * 1024 * 1024
_FORM_REFUSED = frozenset({400, 422})
_MESSAGE_CHARACTERS = 200


class HttpReranker:
    """Asks a server for the order; holds no connection between two searches."""

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
        self._headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if key:
            self._headers["Authorization"] = f"Bearer {key}"
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
        except urllib.error.HTTPError as error:
            raise self._error(f"the reranker's server refused ({_said(error)})") from error
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", error)
            raise self._error(f"the reranker's server does not answer ({reason})") from error
        except ValueError as error:
            raise self._error("the reranker's server answered with no JSON") from error
        try:
            return _scores(answer, len(texts))
        except (KeyError, TypeError, ValueError, IndexError) as error:
            raise self._error(f"the reranker's server answered in an unknown form ({error})") from error

    def close(self) -> None:
        """See ``Reranker``; nothing is held."""

    def _asked_in_either_form(self, question: str, texts: Sequence[str]) -> Any:
        try:
            return self._asked(question, texts)
        except urllib.error.HTTPError as error:
            if error.code not in _FORM_REFUSED or self._texts_field == "texts":
                raise
            error.close()
        self._texts_field = "texts"
        try:
            return self._asked(question, texts)
        except urllib.error.HTTPError:
            self._texts_field = "documents"
            raise

    def _asked(self, question: str, texts: Sequence[str]) -> Any:
        body: dict[str, Any] = {"query": question, self._texts_field: texts}
        # TEI refuses a text that is too long unless it may cut it.
        body |= {"truncate": True} if self._texts_field == "texts" else {"top_n": len(texts)}
        body |= {"model": self._model} if self._model else {}
        request = urllib.request.Request(self._url, json.dumps(body).encode(), self._headers, method="POST")
        with _OPENER.open(request, timeout=_SILENCE_SECONDS) as response:
            return json.loads(response.read(_ANSWER_BYTES))

    def _error(self, what: str) -> RerankerError:
        return RerankerError(
            what,
            subject=self._url,
            remedy="Check that the server runs and that reranker_url and reranker_model are right",
        )


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Takes a redirect for an error: the text of documents goes where the setting says."""

    def redirect_request(self, *_: object, **__: object) -> None:
        """Follow nothing."""
        return


_OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect)


def _scores(answer: Any, count: int) -> list[float]:
    """Read the numbers out of either form: a list under ``results``, or the list itself."""
    rows = answer["results"] if isinstance(answer, dict) else answer
    scores: dict[int, float] = {}
    for row in rows:
        scores[int(row["index"])] = float(row["relevance_score"] if "relevance_score" in row else row["score"])
    if sorted(scores) != list(range(count)):
        raise ValueError(f"it names {len(scores)} of {count} passages")
    return [scores[index] for index in range(count)]


def _said(error: urllib.error.HTTPError) -> str:
    """Return the status and the beginning of what the server says of it, in one line."""
    with error:
        text = error.read(4 * _MESSAGE_CHARACTERS).decode("utf-8", "replace")
    return f"{error.code} {' '.join(text.split())[:_MESSAGE_CHARACTERS]}".rstrip()
