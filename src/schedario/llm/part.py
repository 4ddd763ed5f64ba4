"""Which model of the settings a server stands for, and what is said of it when it does not do what was asked."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from schedario.errors import AnalysisError, AnalysisModelError, ChatError, ModelError
from schedario.remote import RemoteError, RemoteHost


@dataclass(frozen=True, slots=True)
class ModelPart:
    """A model that the settings name.

    Attributes:
        words: What people call it.
        setting: What its settings begin with.
        failed: The error that another attempt may mend.
        unfit: The error that only other settings mend.
    """

    words: str
    setting: str
    failed: type[ModelError]
    unfit: type[ModelError]

    @property
    def remedy(self) -> str:
        """What helps in most cases."""
        names = f"{self.setting}_url and {self.setting}_model"
        return f"Check that the server runs and that {names} are right; 'schedario doctor' looks"

    @contextmanager
    def told(self, server: str) -> Iterator[None]:
        """Tell what goes wrong with a server, or with the form of its answer, as an error of this model."""
        try:
            yield
        except RemoteError as error:
            kind = self.failed if error.retry else self.unfit
            raise kind(
                f"the {self.words}'s server gave no answer: {error.what}",
                subject=server,
                remedy=error.remedy or self.remedy,
            ) from error
        except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise self.failed(
                f"the {self.words}'s server answered in an unknown form", subject=server, remedy=self.remedy
            ) from error

    def thinking(self, model: str) -> ModelError:
        """Return what is said of a model that thinks aloud."""
        return self.unfit(
            f"the {self.words} thinks aloud before it answers, which takes minutes and is no answer",
            subject=model,
            remedy=f"Set {self.setting}_model to its instruct build",
        )

    def unfinished(self, server: str) -> ModelError:
        """Return what is said of an answer that has no end."""
        return self.failed(
            f"the {self.words}'s server ended in the middle of its answer", subject=server, remedy="Try again"
        )

    def broken_off(self, value: Any, host: RemoteHost) -> ModelError | None:
        """Return the error that an object within an answer is; None when it is none."""
        error = value.get("error")
        text = error.get("message", error) if isinstance(error, Mapping) else error
        if not text:
            return None
        said = host.plain(text if isinstance(text, str) else json.dumps(text))
        return self.failed(f"the {self.words}'s server broke off ({said})", subject=host.name, remedy=self.remedy)

    def listed(self, model: str, server: str, models: Callable[[], Sequence[str]]) -> str:
        """Say that a server has a model.

        Raises:
            ModelError: It cannot be asked, or lists others only.
        """
        with self.told(server):
            names = models()
        if model and model not in names:
            raise self.unfit(
                f"the {self.words}'s server has no model {model}", subject=server, remedy=f"Check {self.setting}_model"
            )
        return f"{model or 'the model of the server'} at {server}"

    def in_ollama(self, model: str, server: str, models: Callable[[], Sequence[str]]) -> str:
        """Say that an Ollama server has a model; fails like ``listed``."""
        with self.told(server):
            names = set(models())
        if not {model, f"{model}:latest"} & names:
            raise self.not_in_ollama(model, server)
        return f"{model} at {server}"

    def not_in_ollama(self, model: str, server: str) -> ModelError:
        """Return what is said of a model that an Ollama server does not have."""
        return self.unfit(f"Ollama has no model {model}", subject=server, remedy=f"Run there: ollama pull {model}")


CHAT = ModelPart("chat model", "chat", ChatError, ChatError)
ANALYSIS = ModelPart("analysis model", "analysis", AnalysisError, AnalysisModelError)
VISION = ModelPart("vision model", "vision", AnalysisError, AnalysisModelError)
