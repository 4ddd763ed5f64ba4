"""From bytes to text: byte order marks, UTF-8, a declared encoding, then a guess; or the proof that it is no text."""

import codecs
from dataclasses import dataclass

import charset_normalizer

_BOMS: tuple[tuple[bytes, str], ...] = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Enough to tell encodings apart; the guess costs about a second a megabyte.
_SAMPLE_BYTES = 64 * 1024
# Only encodings that files on real disks have; the library's full list takes DOS and EBCDIC pages for short texts.
_WESTERN = "cp1252"
_LATIN = [_WESTERN, "cp1250", "cp1254", "cp1257", "mac_roman"]
_OTHER_ALPHABETS = ["cp1251", "cp1253", "cp1255", "cp1256", "koi8_r"]
_EAST_ASIAN = ["cp932", "euc_jp", "gb18030", "big5", "euc_kr"]
# A western text is taken for a central European one by letters that exist in both; only a clear lead counts.
_CLEAR_CHAOS = 0.1
_CLEAR_COHERENCE = 0.05
_MOST_CONTROLS = 0.005


class TextUndecodableError(Exception):
    """The bytes are no text."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """A text with the name of the encoding that it was read by."""

    text: str
    encoding: str


def decode(content: bytes, declared: str = "") -> Decoded:
    """Decode a file's bytes.

    Args:
        content: All bytes.
        declared: What the file itself says of its encoding; used when the bytes agree.

    Raises:
        TextUndecodableError: They are no text in any encoding.
    """
    for encoding in _ranked(content, declared):
        try:
            text = content.decode(encoding)
        except (ValueError, LookupError):
            # Besides bytes that do not fit: names that name no encoding, or one that decodes nothing.
            continue
        if not _binary(text):
            return Decoded(text, encoding)
    raise TextUndecodableError


def _ranked(content: bytes, declared: str) -> list[str]:
    """Return the encodings to try, surest first."""
    for mark, encoding in _BOMS:
        if content.startswith(mark):
            return [encoding]
    if wide := _utf16_without_mark(content):
        return [wide]
    if b"\x00" in content:
        return []
    if b"\x1b$" in content or b"\x1b(" in content:
        return ["iso2022_jp", "utf-8"]
    ranked = ["utf-8"] + ([declared] if declared else [])
    if not _is_utf8(content):
        ranked += [*_guesses(content), _WESTERN]
    return ranked


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _utf16_without_mark(content: bytes) -> str:
    """Name the UTF-16 byte order whose high bytes are mostly zero, as in western text."""
    sample = content[: _SAMPLE_BYTES & ~1]
    pairs = len(sample) // 2
    if pairs < 2 or len(content) % 2:
        return ""
    if sample[1::2].count(0) > 0.6 * pairs and sample[0::2].count(0) < 0.05 * pairs:
        return "utf-16-le"
    if sample[0::2].count(0) > 0.6 * pairs and sample[1::2].count(0) < 0.05 * pairs:
        return "utf-16-be"
    return ""


def _guesses(content: bytes) -> list[str]:
    """Guess from the parts that are not ASCII: a sample of plain letters would tell nothing."""
    sample = _telling_sample(content)
    candidates = _LATIN + _EAST_ASIAN
    if not _in_latin_letters(sample):
        candidates = candidates + _OTHER_ALPHABETS
    matches = list(charset_normalizer.from_bytes(sample, cp_isolation=candidates))
    ranked = [match.encoding for match in matches]
    western = next((match for match in matches if match.encoding == _WESTERN), None)
    if western and ranked[0] in _LATIN:
        best = matches[0]
        near = western.chaos <= best.chaos + _CLEAR_CHAOS and western.coherence >= best.coherence - _CLEAR_COHERENCE
        return [_WESTERN, *ranked] if near else ranked
    return ranked


def _in_latin_letters(sample: bytes) -> bool:
    """Tell whether letters without accents prevail, which no other alphabet has."""
    high = sum(1 for byte in sample if byte > 127)
    plain = sum(1 for byte in sample if chr(byte).isalpha() and byte < 128)
    return plain > 2 * high


def _telling_sample(content: bytes) -> bytes:
    lines, size = [], 0
    for line in content.split(b"\n"):
        if not line.isascii():
            lines.append(line[:4096])
            size += len(lines[-1])
        if size > _SAMPLE_BYTES:
            break
    return b"\n".join(lines)


def _binary(text: str) -> bool:
    controls = sum(1 for c in text[:_SAMPLE_BYTES] if (c < " " and c not in "\t\n\r\f\v\x1b\x1a\x08") or c == "\x7f")
    return controls > max(1, _MOST_CONTROLS * min(len(text), _SAMPLE_BYTES)) or "\x00" in text
