"""A cross-encoder on this machine, by sentence-transformers (the extra ``cross-encoder``).

The model is a folder, or a name whose files lie in Hugging Face's cache already: nothing is downloaded. Models of
the kind of Qwen3-Reranker go their own way (``qwen3``); any other is a sequence classifier.
"""

import gc
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from schedario.errors import RerankerError
from schedario.records.candidate import RerankPassage
from schedario.rerank.qwen3 import Qwen3Scorer
from schedario.rerank.resident import Resident

DEFAULT_MODEL = "Qwen/Qwen3-Reranker-0.6B"

_BATCH = 8
_INSTALL = "Install it with: pip install 'schedario[cross-encoder]'"


class PairScorer(Protocol):
    """A loaded model."""

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return how well each text answers, in their order; larger is better."""
        ...


class CrossEncoderReranker:
    """Reads question and passage together; in half precision on the GPUs of Apple and NVIDIA."""

    def __init__(self, model: str = "", *, idle_minutes: float) -> None:
        """Remember the model.

        Args:
            model: Folder or name; empty for ``DEFAULT_MODEL``.
            idle_minutes: Time without a search after which it is released.
        """
        self._model = model or DEFAULT_MODEL
        self._resident = Resident(self._load, idle_seconds=idle_minutes * 60, on_release=_free_memory)

    @property
    def name(self) -> str:
        """See ``Reranker``."""
        return f"cross-encoder ({self._model})"

    def scores(self, question: str, passages: Sequence[RerankPassage]) -> Sequence[float]:
        """See ``Reranker``."""
        with self._resident.use() as scorer:
            try:
                return scorer.scores(question, [passage.described for passage in passages])
            except Exception as error:  # torch raises RuntimeError and others for want of memory and more
                raise RerankerError(
                    f"the reranker's model failed ({_first_line(error)})",
                    subject=self._model,
                    remedy="Lower reranker_candidates, or choose a smaller reranker_model",
                ) from error

    def close(self) -> None:
        """See ``Reranker``."""
        self._resident.release()

    def _load(self) -> PairScorer:
        try:
            import torch  # noqa: F401 - whether the extra is there
            import transformers

            transformers.utils.logging.disable_progress_bar()
            folder = _folder(self._model)
            return _scorer(folder)
        except RerankerError:
            raise
        except ImportError as error:
            raise RerankerError(
                f"the reranker needs a package that is not installed ({error.name})", remedy=_INSTALL
            ) from error
        except Exception as error:  # the libraries raise exceptions without a class of their own
            raise RerankerError(
                f"the reranker's model cannot be loaded ({_first_line(error)})",
                subject=self._model,
                remedy="Check that reranker_model is a reranker in the form of Hugging Face",
            ) from error


class _Classifier:
    """A sequence classifier, or whatever else sentence-transformers knows how to score."""

    def __init__(self, folder: Path) -> None:
        from sentence_transformers import CrossEncoder

        device = best_device()
        self._model: Any = CrossEncoder(str(folder), device=device, local_files_only=True)
        if device != "cpu":
            self._model.half()

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """See ``PairScorer``; a model of two classes gives the second's share over the first's."""
        pairs = [(question, text) for text in texts]
        found = self._model.predict(pairs, batch_size=_BATCH, show_progress_bar=False)
        return [float(score) if score.ndim == 0 else float(score[-1] - score[0]) for score in found]


def best_device() -> str:
    """Return the device that is quickest here: NVIDIA's GPU, Apple's, else the processor."""
    import torch

    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def _scorer(folder: Path) -> PairScorer:
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    kinds = config.get("architectures") or [""]
    # A model that comes with its own modules says itself how it is scored.
    if not kinds[0].endswith("ForCausalLM") or (folder / "modules.json").exists():
        return _Classifier(folder)
    if config.get("model_type") != "qwen3":
        raise RerankerError(
            f"how a model of the kind {kinds[0]} is asked is not known",
            subject=str(folder),
            remedy="Choose a Qwen3-Reranker or a sequence classifier as reranker_model",
        )
    return Qwen3Scorer(folder, device=best_device(), batch_size=_BATCH)


def _folder(model: str) -> Path:
    """Return the folder of a model's files, without going to the network.

    Raises:
        RerankerError: They are not on this machine.
    """
    folder = Path(model).expanduser()
    if folder.is_dir():
        return folder
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(model, local_files_only=True))
    except (HFValidationError, LocalEntryNotFoundError) as error:
        raise RerankerError(
            "the reranker's model is not on this machine",
            subject=model,
            remedy=f"Name a folder as reranker_model, or download it with: hf download {model}",
        ) from error


def _free_memory() -> None:
    """Give the device's memory back; the libraries keep what they have until they are asked."""
    import torch

    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
    if torch.backends.mps.is_available():
        torch.mps.empty_cache()


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
