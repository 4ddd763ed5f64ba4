"""Cuts text into the pieces that the model was trained on (a SentencePiece unigram model)."""

from collections.abc import Sequence
from pathlib import Path

from tokenizers import Encoding, Regex, Tokenizer, models, normalizers, pre_tokenizers

from schedario.embed.weights import Weights


def build_tokenizer(weights: Weights) -> Tokenizer:
    """Return the tokenizer without prefix and end marks.

    Characters are normalised by Nmt and NFKC, runs of spaces become one, and a word's first piece carries its space.
    """
    tokenizer = Tokenizer(models.Unigram(weights.pieces, unk_id=weights.unknown, byte_fallback=False))
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")]
    )
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    return tokenizer


def load_tokenizer(path: Path) -> Tokenizer:
    """Load a saved tokenizer."""
    return Tokenizer.from_file(str(path))


def token_ids(tokenizer: Tokenizer, texts: Sequence[str]) -> list[list[int]]:
    """Return the token ids of each text, without begin and end marks."""
    return [encoding.ids for encoding in tokenizer.encode_batch_fast(list(texts), add_special_tokens=False)]


def token_starts(tokenizer: Tokenizer, text: str) -> list[int]:
    """Return the character offset at which each token begins, ascending."""
    encoding: Encoding = tokenizer.encode(text, add_special_tokens=False)
    starts: list[int] = []
    for start, _ in encoding.offsets:
        starts.append(max(start, starts[-1] if starts else 0))
    return starts
