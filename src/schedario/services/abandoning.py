"""Lets a worker that must end leave a model that is still writing."""

import threading
from collections.abc import Callable, Mapping, Sequence
from queue import Empty, SimpleQueue
from typing import Any

from schedario.errors import StoppedError
from schedario.ports import StructuredModel
from schedario.records.asking import ChatMessage, ModelImage

_LOOK_SECONDS = 0.1


class Abandonable:
    """A model whose answer is not waited for once it was interrupted (``ports.StructuredModel``)."""

    def __init__(self, model: StructuredModel) -> None:
        self._model = model
        self._interrupted = threading.Event()

    @property
    def name(self) -> str:
        """See ``StructuredModel``."""
        return self._model.name

    def interrupt(self) -> None:
        """Let every call end soon, now and later, with a ``StoppedError``; the answer is lost."""
        self._interrupted.set()

    def complete(
        self,
        messages: Sequence[ChatMessage],
        schema: Mapping[str, Any],
        *,
        most_tokens: int,
        images: Sequence[ModelImage] = (),
    ) -> Mapping[str, Any]:
        """See ``StructuredModel``.

        Raises:
            StoppedError: It was interrupted.
        """
        done: SimpleQueue[Callable[[], Mapping[str, Any]]] = SimpleQueue()

        def call() -> None:
            try:
                answer = self._model.complete(messages, schema, most_tokens=most_tokens, images=images)
            except Exception as error:  # noqa: BLE001 - it is raised where the answer is waited for
                done.put(_raising(error))
            else:
                done.put(lambda: answer)

        # A daemon, since it ends with the server's answer, for which the process does not wait.
        threading.Thread(target=call, name="model call", daemon=True).start()
        return self._waited(done)()

    def ready(self) -> str:
        """See ``StructuredModel``."""
        return self._model.ready()

    def close(self) -> None:
        """See ``StructuredModel``."""
        self._model.close()

    def _waited(self, done: "SimpleQueue[Callable[[], Mapping[str, Any]]]") -> Callable[[], Mapping[str, Any]]:
        while not self._interrupted.is_set():
            try:
                return done.get(timeout=_LOOK_SECONDS)
            except Empty:
                continue
        raise StoppedError("the analysis was stopped while the model wrote", remedy="It goes on with the next worker")


def _raising(error: Exception) -> Callable[[], Mapping[str, Any]]:
    def raise_it() -> Mapping[str, Any]:
        raise error

    return raise_it
