"""The real code of the cross-encoder on tiny models with random weights, made here."""

import builtins
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schedario.errors import RerankerError
from schedario.records.candidate import RerankPassage
from schedario.rerank.cross_encoder import CrossEncoderReranker

WORDS = (
    "yes",
    "no",
    "system",
    "user",
    "Judge",
    "Document",
    "Query",
    "what",
    "is",
    "the",
    "rent",
    "apples",
    "pears",
    "plums",
)


def passage(text: str) -> RerankPassage:
    return RerankPassage(text, "lease", "", (), "en", 0.5)


PASSAGES = [passage("the rent is the rent is the rent"), passage("apples"), passage("pears plums"), passage("plums")]


def save_tokenizer(folder: Path) -> int:
    """Write a tokenizer of whole words; return how many it knows."""
    from tokenizers import Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    vocabulary = {word: number for number, word in enumerate(["[PAD]", "[UNK]", *WORDS])}
    tokenizer = Tokenizer(models.WordLevel(vocabulary, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, pad_token="[PAD]", unk_token="[UNK]")
    fast.save_pretrained(str(folder))
    return len(vocabulary)


@pytest.fixture
def qwen3(tmp_path: Path) -> Path:
    """A Qwen3 language model of two layers."""
    torch = pytest.importorskip("torch", reason="needs the extra cross-encoder")
    from transformers import Qwen3Config, Qwen3ForCausalLM

    torch.manual_seed(1)
    config = Qwen3Config(
        vocab_size=save_tokenizer(tmp_path),
        hidden_size=16,
        intermediate_size=32,
        num_hidden_layers=2,
        num_attention_heads=2,
        num_key_value_heads=1,
        head_dim=8,
        max_position_embeddings=4096,
        initializer_range=0.5,
    )
    Qwen3ForCausalLM(config).save_pretrained(str(tmp_path))
    return tmp_path


@pytest.fixture
def classifier(tmp_path: Path) -> Callable[[int], Path]:
    """A sequence classifier of two layers, with as many labels as asked."""
    torch = pytest.importorskip("torch", reason="needs the extra cross-encoder")
    from transformers import BertConfig, BertForSequenceClassification

    def make(labels: int) -> Path:
        torch.manual_seed(1)
        config = BertConfig(
            vocab_size=save_tokenizer(tmp_path),
            hidden_size=16,
            intermediate_size=32,
            num_hidden_layers=2,
            num_attention_heads=2,
            num_labels=labels,
            initializer_range=0.5,
        )
        BertForSequenceClassification(config).save_pretrained(str(tmp_path))
        return tmp_path

    return make


def scores(model: Path | str, passages: list[RerankPassage]) -> list[float]:
    reranker = CrossEncoderReranker(str(model), idle_minutes=30)
    try:
        return list(reranker.scores("what is the rent", passages))
    finally:
        reranker.close()


def test_qwen3_gives_the_probability_of_yes_against_no(qwen3: Path) -> None:
    """Worked out anew, one passage at a time, with the template of the model card written out."""
    import torch
    from transformers import AutoTokenizer, Qwen3ForCausalLM

    tokenizer: Any = AutoTokenizer.from_pretrained(str(qwen3))
    model: Any = Qwen3ForCausalLM.from_pretrained(str(qwen3), dtype=torch.float32).eval()
    expected = []
    for shown in PASSAGES:
        prompt = (
            "<|im_start|>system\nJudge whether the Document meets the requirements based on the Query and the Instruct "
            'provided. Note that the answer can only be "yes" or "no".<|im_end|>\n<|im_start|>user\n'
            "<Instruct>: Given a web search query, retrieve relevant passages that answer the query\n"
            f"<Query>: what is the rent\n<Document>: lease\n{shown.text}"
            "<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n"
        )
        ids = torch.tensor([tokenizer.encode(prompt, add_special_tokens=False)])
        with torch.no_grad():
            last = model(ids).logits[0, -1]
        yes, no = (math.exp(float(last[tokenizer.convert_tokens_to_ids(word)])) for word in ("yes", "no"))
        expected.append(yes / (yes + no))
    found = scores(qwen3, PASSAGES)
    assert found == pytest.approx(expected, abs=1e-4)
    assert len(set(found)) > 1
    assert all(0 < score < 1 for score in found)


def test_qwen3_cuts_what_is_too_long_and_keeps_its_question(qwen3: Path) -> None:
    long = [passage("apples " * 5000), passage("apples " * 9000), passage("apples")]
    found = scores(qwen3, long)
    assert found[0] == pytest.approx(found[1])
    assert all(0 < score < 1 for score in found)


def test_a_batch_gives_what_each_passage_gives_alone(qwen3: Path) -> None:
    many = PASSAGES * 5
    alone = [scores(qwen3, [shown])[0] for shown in PASSAGES]
    assert scores(qwen3, many) == pytest.approx(alone * 5, abs=1e-4)


@pytest.mark.parametrize("labels", [1, 2])
def test_any_sequence_classifier_will_do(classifier: Callable[[int], Path], labels: int) -> None:
    found = scores(classifier(labels), PASSAGES)
    assert len(found) == len(PASSAGES)
    assert all(map(math.isfinite, found))
    assert len(set(found)) > 1


def test_it_is_loaded_once_and_again_after_it_was_released(qwen3: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from schedario.rerank import cross_encoder

    loads: list[Path] = []
    make = cross_encoder._scorer

    def counted(folder: Path) -> cross_encoder.PairScorer:
        loads.append(folder)
        return make(folder)

    monkeypatch.setattr(cross_encoder, "_scorer", counted)
    reranker = CrossEncoderReranker(str(qwen3), idle_minutes=30)
    first = reranker.scores("what", PASSAGES)
    assert reranker.scores("what", PASSAGES) == first
    assert loads == [qwen3]
    reranker.close()
    assert reranker.scores("what", PASSAGES) == first
    assert loads == [qwen3, qwen3]
    reranker.close()


def test_a_language_model_of_another_kind_is_refused(qwen3: Path) -> None:
    config = (qwen3 / "config.json").read_text()
    (qwen3 / "config.json").write_text(config.replace('"qwen3"', '"gemma"').replace("Qwen3For", "GemmaFor"))
    with pytest.raises(RerankerError, match="the kind GemmaForCausalLM is asked is not known"):
        scores(qwen3, PASSAGES)


def test_a_broken_folder_is_an_error_in_one_line(qwen3: Path) -> None:
    (qwen3 / "model.safetensors").write_bytes(b"nothing")
    with pytest.raises(RerankerError, match="cannot be loaded") as raised:
        scores(qwen3, PASSAGES)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("name", ["nobody/no-such-model", "/no/such/folder"])
def test_a_model_that_is_not_here_is_not_downloaded(name: str) -> None:
    pytest.importorskip("torch", reason="needs the extra cross-encoder")
    with pytest.raises(RerankerError, match="not on this machine") as raised:
        scores(name, PASSAGES)
    assert name in str(raised.value)


def test_without_the_extra_it_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name == "torch":
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *rest, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(RerankerError, match=r"not installed \(torch\).*schedario\[cross-encoder\]"):
        scores("any", PASSAGES)
