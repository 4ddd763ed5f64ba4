"""What the files of a folder with an ONNX model say of it: sentence-transformers and Optimum write them so."""

import hashlib
import json
from pathlib import Path
from typing import Any

from schedario.embed.instructions import AUTO, NONE, Instructions, instructions_for
from schedario.embed.place import PlaceError

_POOLING_FLAGS = {"pooling_mode_mean_tokens": "mean", "pooling_mode_cls_token": "cls", "pooling_mode_lasttoken": "last"}
_POSITIONS_OF_PADDING = 2
"""Position numbers that models of the RoBERTa family keep for padding."""

_NO_LIMIT = 1_000_000
"""Some files say 10^30 where they mean that there is no limit."""


def folder_instructions(folder: Path, *, query: str = AUTO, passage: str = AUTO) -> Instructions:
    """Return what stands before the texts of a folder's model: what its own files say, else what is known by its name.

    Raises:
        PlaceError: A file cannot be read.
    """
    prompts = _read(folder / "config_sentence_transformers.json").get("prompts")
    if not isinstance(prompts, dict) or not any(prompts.values()):
        return instructions_for(folder.name, query=query, passage=passage)
    own_passage = prompts.get("document") or prompts.get("passage") or ""
    return instructions_for(
        "",
        query=query if query != AUTO else str(prompts.get("query") or "") or NONE,
        passage=passage if passage != AUTO else str(own_passage) or NONE,
    )


def model_file(folder: Path) -> Path:
    """Return the one ONNX model of a folder.

    Raises:
        PlaceError: There is none, or more than one and none of them at a usual place.
    """
    usual = [folder / "model.onnx", folder / "onnx" / "model.onnx"]
    found = (
        [path for path in usual if path.is_file()] or sorted(folder.glob("*.onnx")) or sorted(folder.glob("*/*.onnx"))
    )
    if len(found) != 1 and not (found and found[0] in usual):
        raise PlaceError(
            f"it holds {len(found)} ONNX models" if found else "there is no ONNX model in it",
            remedy="embedder_folder must hold one model.onnx, or onnx/model.onnx, and tokenizer.json",
        )
    return found[0]


def most_tokens(folder: Path) -> int:
    """Return how many tokens the model takes, the least that its files say; 0 when none does."""
    config = _read(folder / "config.json")
    positions = config.get("max_position_embeddings", 0)
    if "roberta" in str(config.get("model_type", "")):
        positions -= _POSITIONS_OF_PADDING
    said = (
        _read(folder / "sentence_bert_config.json").get("max_seq_length"),
        _read(folder / "tokenizer_config.json").get("model_max_length"),
        positions,
    )
    limits = [int(value) for value in said if isinstance(value, int | float) and 0 < value < _NO_LIMIT]
    return min(limits, default=0)


def folder_pooling(folder: Path) -> str:
    """Return how the folder says that tokens become one vector: mean, cls or last.

    Raises:
        PlaceError: It does not say, or says what cannot be done here.
    """
    modules = _json(folder / "modules.json") or []
    if any("Dense" in str(module.get("type", "")) for module in modules if isinstance(module, dict)):
        raise PlaceError(
            "its model has a dense layer after pooling, which is not in the graph",
            remedy="Export it with the output sentence_embedding",
        )
    config = _read(folder / "1_Pooling" / "config.json")
    chosen = [pooling for flag, pooling in _POOLING_FLAGS.items() if config.get(flag) is True]
    others = [flag for flag, value in config.items() if flag.startswith("pooling_mode") and value is True]
    if len(chosen) != 1 or len(others) != 1:
        raise PlaceError(
            "it does not say how its tokens become one vector",
            remedy="Set embedder_pooling to mean, cls or last, as the model's card says",
        )
    return chosen[0]


def file_version(model: Path, tokenizer: Path, *parts: str) -> str:
    """Return the hash of a model's files, its weights beside it included, and of what else decides its vectors."""
    digest = hashlib.sha256(repr(parts).encode())
    for path in [*sorted(model.parent.glob(f"{model.stem}*")), tokenizer]:
        if path.is_file():
            with path.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()


def _read(path: Path) -> dict[str, Any]:
    """Return a JSON object; empty where there is no such file."""
    value = _json(path)
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise PlaceError(f"{path.name} in it is no JSON object")
    return value


def _json(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise PlaceError(f"{path.name} in it cannot be read ({error})") from error
