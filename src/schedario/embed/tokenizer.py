"""Cuts text into the pieces that the model was trained on (a SentencePiece unigram model)."""

import struct
from collections.abc import Iterator, Sequence
from pathlib import Path

from sentencepiece import SentencePieceNormalizer, SentencePieceProcessor

from schedario.embed.weights import Weights

_RULES = "nmt_nfkc"
_MASK = "<mask>"
_SPACE = "▁"

# Numbers of the fields and values of SentencePiece's file, from its sentencepiece_model.proto.
_PIECES, _TRAINER = 1, 2
_PIECE_TEXT, _PIECE_SCORE, _PIECE_KIND = 1, 2, 3
_UNKNOWN, _CONTROL = 2, 3
_UNKNOWN_ID, _BEGIN_ID, _END_ID, _PADDING_ID = 40, 41, 42, 43
_NUMBER, _BYTES, _FLOAT = 0, 2, 5


def write_tokenizer(weights: Weights, path: Path) -> None:
    """Write the tokenizer's model, in the form that SentencePiece loads.

    Characters are normalised by the library's rules ``nmt_nfkc``, runs of spaces become one, and a word's first piece
    carries its space. Marks such as ``</s>`` are never found in a text: there they are letters like others.
    """
    normalizer = SentencePieceNormalizer(
        rule_name=_RULES, add_dummy_prefix=True, escape_whitespaces=True, remove_extra_whitespaces=True
    )
    # The library's own classes for this file demand the very release of protobuf that they were made by. In its
    # format messages that follow each other are one.
    path.write_bytes(normalizer.serialized_model_proto() + _trainer(weights) + b"".join(_pieces(weights)))


def _trainer(weights: Weights) -> bytes:
    ids = {
        _UNKNOWN_ID: weights.unknown,
        _BEGIN_ID: weights.begin,
        _END_ID: weights.end,
        _PADDING_ID: weights.padding,
    }
    return _message(_TRAINER, b"".join(_number(field, value) for field, value in ids.items()))


def _pieces(weights: Weights) -> Iterator[bytes]:
    marks = {weights.begin, weights.end, weights.padding}
    for number, (text, score) in enumerate(weights.pieces):
        piece = _message(_PIECE_TEXT, text.encode()) + _tag(_PIECE_SCORE, _FLOAT) + struct.pack("<f", score)
        if number == weights.unknown:
            piece += _number(_PIECE_KIND, _UNKNOWN)
        elif number in marks or text == _MASK:
            piece += _number(_PIECE_KIND, _CONTROL)
        yield _message(_PIECES, piece)


def _message(field: int, content: bytes) -> bytes:
    return _tag(field, _BYTES) + _varint(len(content)) + content


def _number(field: int, value: int) -> bytes:
    return _tag(field, _NUMBER) + _varint(value)


def _tag(field: int, kind: int) -> bytes:
    return _varint(field << 3 | kind)


def _varint(value: int) -> bytes:
    """Return a number in sevens of bits, the lowest first, each but the last with its high bit set."""
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def load_tokenizer(path: Path) -> SentencePieceProcessor:
    """Load a written tokenizer.

    Raises:
        OSError: It cannot be read.
        RuntimeError: It is damaged.
    """
    return SentencePieceProcessor(model_file=str(path))


def token_ids(tokenizer: SentencePieceProcessor, texts: Sequence[str]) -> list[list[int]]:
    """Return the token ids of each text, without begin and end marks."""
    # The library drops a space at the end; the model was trained with one there.
    space = tokenizer.piece_to_id(_SPACE)
    encoded = zip(texts, tokenizer.encode_as_ids(list(texts)), strict=True)
    return [[*ids, space] if text[-1:].isspace() else ids for text, ids in encoded]


def token_starts(tokenizer: SentencePieceProcessor, text: str) -> list[int]:
    """Return the character offset at which each token begins, ascending."""
    starts: list[int] = []
    for start, _ in tokenizer.encode_as_offset_mapping(text)["offsets"]:
        starts.append(max(start, starts[-1] if starts else 0))
    return starts
