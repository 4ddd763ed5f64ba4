"""Any folder with an ONNX model and a tokenizer, against a tiny model whose vectors can be worked out."""

import logging
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from onnx import TensorProto

from fixtures.onnx_folder import SEP, TABLE, WIDTH, make_folder, tokens
from schedario.embed.instructions import Instructions
from schedario.embed.onnx_files import folder_instructions, most_tokens
from schedario.embed.onnx_folder import OnnxPlace
from schedario.embed.place import PlaceError

TEXTS = ["apples and pears", "plums", "a ship"]


def means(texts: list[str]) -> np.ndarray:
    return np.stack([TABLE[tokens(text)].mean(axis=0) for text in texts])


def test_the_mean_is_over_the_tokens_and_not_over_padding(tmp_path: Path) -> None:
    place = OnnxPlace(make_folder(tmp_path / "m"))
    assert np.allclose(place.vectors(TEXTS, "passage", 5), means(TEXTS), atol=1e-5)


@pytest.mark.parametrize(("pooling", "at"), [("cls_token", 0), ("lasttoken", -1)])
def test_the_folder_says_how_tokens_become_one_vector(tmp_path: Path, pooling: str, at: int) -> None:
    place = OnnxPlace(make_folder(tmp_path / "m", pooling=pooling))
    wanted = np.stack([TABLE[tokens(text)[at]] for text in TEXTS])
    assert np.allclose(place.vectors(TEXTS, "query", 5), wanted, atol=1e-5)


def test_the_setting_goes_before_the_folder(tmp_path: Path) -> None:
    place = OnnxPlace(make_folder(tmp_path / "m"), pooling="last")
    assert np.allclose(place.vectors(TEXTS, "query", 5), TABLE[[SEP] * 3], atol=1e-5)


def test_a_model_that_pools_by_itself_is_taken_at_its_word(tmp_path: Path) -> None:
    place = OnnxPlace(make_folder(tmp_path / "m", pooled=True, pooling="none"))
    assert np.allclose(place.vectors(TEXTS[:1], "query", 5), means(TEXTS[:1]), atol=1e-5)


@pytest.mark.parametrize("inputs", [("input_ids",), ("attention_mask", "input_ids", "token_type_ids", "position_ids")])
def test_a_model_gets_the_inputs_that_it_asks_for(tmp_path: Path, inputs: tuple[str, ...]) -> None:
    place = OnnxPlace(make_folder(tmp_path / "m", inputs=inputs))
    assert np.allclose(place.vectors(TEXTS, "query", 5), means(TEXTS), atol=1e-5)


def test_small_integers_and_half_precision_are_cast(tmp_path: Path) -> None:
    place = OnnxPlace(make_folder(tmp_path / "m", integers=TensorProto.INT32, floats=TensorProto.FLOAT16))
    vectors = place.vectors(TEXTS, "query", 5)
    assert vectors.dtype == np.float32
    assert np.allclose(vectors, means(TEXTS), atol=1e-2)


def test_a_text_that_is_too_long_is_cut_and_said(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = make_folder(tmp_path / "m", files={"tokenizer_config.json": {"model_max_length": 5}})
    with caplog.at_level(logging.WARNING):
        vectors = OnnxPlace(folder).vectors(["apples and pears and plums", "a ship"], "passage", 5)
    assert np.allclose(vectors, means(["apples and pears", "a ship"]), atol=1e-5)
    assert [record.getMessage().partition(" in ")[0] for record in caplog.records] == [
        "1 texts were longer than the model"
    ]


@pytest.mark.parametrize(
    ("files", "most"),
    [
        ({}, 0),
        ({"config.json": {"max_position_embeddings": 512}}, 512),
        ({"config.json": {"max_position_embeddings": 514, "model_type": "xlm-roberta"}}, 512),
        ({"tokenizer_config.json": {"model_max_length": 1e30}}, 0),
        ({"sentence_bert_config.json": {"max_seq_length": 256}, "config.json": {"max_position_embeddings": 512}}, 256),
    ],
)
def test_the_least_limit_that_the_files_say_holds(tmp_path: Path, files: dict[str, Any], most: int) -> None:
    assert most_tokens(make_folder(tmp_path / "m", files=files)) == most


def test_the_version_is_that_of_weights_tokenizer_and_pooling(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "m")
    versions = [OnnxPlace(folder).version(5), OnnxPlace(folder, pooling="cls").version(5)]
    (folder / "tokenizer.json").write_text((folder / "tokenizer.json").read_text() + "\n")
    versions.append(OnnxPlace(folder).version(5))
    (folder / "model.onnx_data").write_bytes(b"weights")
    versions.append(OnnxPlace(folder).version(5))
    assert len(set(versions)) == 4
    assert OnnxPlace(make_folder(tmp_path / "n")).version(5) == versions[0]


def test_a_model_in_the_folder_of_optimum_is_found(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "m")
    (folder / "onnx").mkdir()
    (folder / "model.onnx").rename(folder / "onnx" / "model.onnx")
    (folder / "onnx" / "model_int8.onnx").write_bytes(b"another")
    assert OnnxPlace(folder).vectors(TEXTS, "query", 5).shape == (3, WIDTH)


@pytest.mark.parametrize(
    ("harm", "said"),
    [
        ("no model", "no ONNX model"),
        ("two models", "2 ONNX models"),
        ("no tokenizer", r"no tokenizer\.json"),
        ("broken model", "cannot be loaded"),
        ("broken tokenizer", "cannot be loaded"),
        ("broken config", r"config\.json in it cannot be read"),
        ("no pooling", "one vector"),
        ("dense", "dense layer"),
    ],
)
def test_what_is_wrong_with_a_folder_is_one_line(tmp_path: Path, harm: str, said: str) -> None:
    folder = make_folder(tmp_path / "m", pooling="max_tokens" if harm == "no pooling" else "mean_tokens")
    if harm in {"no model", "two models"}:
        (folder / "model.onnx").unlink()
    if harm == "two models":
        (folder / "a.onnx").touch()
        (folder / "b.onnx").touch()
    if harm == "no tokenizer":
        (folder / "tokenizer.json").unlink()
    if harm.startswith("broken"):
        names = {"broken model": "model.onnx", "broken tokenizer": "tokenizer.json", "broken config": "config.json"}
        (folder / names[harm]).write_bytes(b"{")
    if harm == "dense":
        (folder / "modules.json").write_text('[{"type": "sentence_transformers.models.Dense"}]')
    with pytest.raises(PlaceError, match=said) as raised:
        OnnxPlace(folder).vectors(TEXTS, "query", 5)
    assert "\n" not in raised.value.what


def test_a_model_that_asks_for_something_else_is_refused(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "m", inputs=("input_ids", "past_key_values"))
    with pytest.raises(PlaceError, match="past_key_values"):
        OnnxPlace(folder).vectors(TEXTS, "query", 5)


def test_a_model_that_fails_says_so(tmp_path: Path) -> None:
    folder = make_folder(tmp_path / "m")
    tokenizer = (folder / "tokenizer.json").read_text()
    (folder / "tokenizer.json").write_text(
        tokenizer.replace('"ship": 10', '"ship": 1000').replace('"ship":10', '"ship":1000')
    )
    with pytest.raises(PlaceError, match="the model failed") as raised:
        OnnxPlace(folder).vectors(TEXTS, "query", 5)
    assert "\n" not in raised.value.what


def test_the_folders_own_prompts_go_before_what_is_known_by_name(tmp_path: Path) -> None:
    prompts = {"prompts": {"query": "q: ", "document": "d: "}}
    own = make_folder(tmp_path / "multilingual-e5-own", files={"config_sentence_transformers.json": prompts})
    assert folder_instructions(own) == Instructions("q: ", "d: ")
    assert folder_instructions(own, query="none", passage="x") == Instructions("", "x")
    assert folder_instructions(make_folder(tmp_path / "multilingual-e5-small")) == Instructions("query: ", "passage: ")
