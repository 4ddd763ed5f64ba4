"""A model that Ollama runs (``/api/embed``)."""

from collections.abc import Sequence

from schedario.embed.place import Kind, PlaceError, Vectors, rows
from schedario.remote import RemoteHost


class OllamaPlace:
    """One Ollama server with one of its models, known by the digest of its files."""

    def __init__(self, url: str, model: str, *, key: str = "", dimensions: int = 0, idle_minutes: int = 30) -> None:
        """Remember the server.

        Args:
            url: Its address, without ``/api``.
            model: As Ollama calls it; without a tag it is the latest.
            key: For a server behind a proxy that asks for one; empty for none.
            dimensions: Width to ask for; 0 for the model's own.
            idle_minutes: How long Ollama keeps the model in memory after a request.
        """
        self._host = RemoteHost(url, key=key, key_setting="embedder_key")
        self._model = tagged(model)
        self._options = {"keep_alive": f"{idle_minutes}m"} | ({"dimensions": dimensions} if dimensions else {})

    @property
    def name(self) -> str:
        """See ``Place``."""
        return self._host.name

    def version(self, seconds: float) -> str:
        """See ``Place``."""
        answer = self._host.get("/api/tags", seconds)
        try:
            digests = {tagged(str(entry["name"])): str(entry["digest"]) for entry in answer["models"]}
        except (KeyError, TypeError) as error:
            raise PlaceError("it answers, but not as Ollama does") from error
        if self._model not in digests:
            raise PlaceError(f"it has no model {self._model}", remedy=f"Run there: ollama pull {self._model}")
        return digests[self._model]

    def vectors(self, texts: Sequence[str], kind: Kind, seconds: float) -> Vectors:
        """See ``Place``."""
        # Without truncate, so that a text that is too long is refused and can be shortened knowingly.
        body = {"model": self._model, "input": list(texts), "truncate": False, **self._options}
        answer = self._host.post("/api/embed", body, seconds)
        if not isinstance(answer, dict) or not isinstance(answer.get("embeddings"), list):
            raise PlaceError("it answered in an unknown form")
        return rows(answer["embeddings"], len(texts))

    def close(self) -> None:
        """See ``Place``."""
        self._host.close()


def tagged(model: str) -> str:
    """Return a model's name with its tag, as Ollama lists it."""
    return model if ":" in model.rpartition("/")[2] else f"{model}:latest"
