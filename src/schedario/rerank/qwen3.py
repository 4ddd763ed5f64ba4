"""Qwen3-Reranker: a language model that is asked whether a passage answers, and says yes or no.

The score is the probability of "yes" against "no" as the next token, under the prompt that the model was trained with
(model card of Qwen/Qwen3-Reranker-0.6B, 2025).
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from schedario.errors import RerankerError

_BEFORE = (
    "<|im_start|>system\nJudge whether the Document meets the requirements based on the Query and the Instruct "
    'provided. Note that the answer can only be "yes" or "no".<|im_end|>\n<|im_start|>user\n'
)
_AFTER = "<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n"
_INSTRUCTION = "Given a web search query, retrieve relevant passages that answer the query"
_MOST_TOKENS = 2048
"""Of the whole prompt; the largest chunk has a quarter of it. What lies beyond is cut from the end of the passage."""


class Qwen3Scorer:
    """A loaded Qwen3-Reranker."""

    def __init__(self, folder: Path, *, device: str, batch_size: int) -> None:
        """Load it, in half precision unless it runs on the processor, which is no quicker for it."""
        import torch
        from transformers import AutoModelForCausalLM, AutoTokenizer

        self._tokenizer: Any = AutoTokenizer.from_pretrained(str(folder), local_files_only=True)
        dtype = torch.float32 if device == "cpu" else torch.float16
        model: Any = AutoModelForCausalLM.from_pretrained(str(folder), dtype=dtype, local_files_only=True)
        self._model = model.to(device).eval()
        self._device = device
        self._batch_size = batch_size
        self._yes, self._no = self._token("yes"), self._token("no")
        self._before, self._after = self._ids(_BEFORE), self._ids(_AFTER)

    def scores(self, question: str, texts: Sequence[str]) -> list[float]:
        """Return the probability of "yes" for each text, in their order."""
        prompts = [self._prompt(question, text) for text in texts]
        # Neighbours in a batch are of like length, so that little of it is padding.
        order = sorted(range(len(prompts)), key=lambda index: len(prompts[index]))
        scores = [0.0] * len(prompts)
        for start in range(0, len(order), self._batch_size):
            batch = order[start : start + self._batch_size]
            found = self._probabilities([prompts[index] for index in batch])
            for index, probability in zip(batch, found, strict=True):
                scores[index] = probability
        return scores

    def _prompt(self, question: str, text: str) -> list[int]:
        body = self._ids(f"<Instruct>: {_INSTRUCTION}\n<Query>: {question}\n<Document>: {text}")
        room = _MOST_TOKENS - len(self._before) - len(self._after)
        return [*self._before, *body[:room], *self._after]

    def _probabilities(self, prompts: Sequence[list[int]]) -> list[float]:
        import torch

        width = max(map(len, prompts))
        # Padded at the front, so that the last position is every prompt's end; what stands there is masked.
        ids = torch.tensor([[0] * (width - len(prompt)) + prompt for prompt in prompts], device=self._device)
        mask = torch.tensor(
            [[0] * (width - len(prompt)) + [1] * len(prompt) for prompt in prompts], device=self._device
        )
        with torch.inference_mode():
            logits = self._model(input_ids=ids, attention_mask=mask, logits_to_keep=1).logits[:, -1].float()
            # The softmax over two is the logistic function of their difference.
            probabilities: list[float] = torch.sigmoid(logits[:, self._yes] - logits[:, self._no]).tolist()
        return probabilities

    def _ids(self, text: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(text, add_special_tokens=False)
        return ids

    def _token(self, word: str) -> int:
        ids = self._ids(word)
        if len(ids) != 1 or ids[0] == self._tokenizer.unk_token_id:
            raise RerankerError(
                f"the model has no token of its own for {word!r}", remedy="Choose a Qwen3-Reranker as reranker_model"
            )
        return ids[0]
