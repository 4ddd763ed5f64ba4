"""The tokens of RTF and the code pages that its fonts name; what they mean is left to ``rtf``."""

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    rb"\\(?:(?P<word>[A-Za-z]{1,32})(?P<number>-?\d{1,10})? ?|'(?P<byte>[0-9A-Fa-f]{2})|(?P<symbol>[^A-Za-z]))"
    rb"|(?P<brace>[{}])|(?P<plain>[^\\{}\r\n\x00]+)|[\r\n\x00]+|\\",
    re.S,
)
# The character sets that a font table numbers, as Python names their code pages.
_CHARSETS = {
    0: "cp1252",
    77: "mac_roman",
    128: "cp932",
    129: "cp949",
    130: "johab",
    134: "gbk",
    136: "cp950",
    161: "cp1253",
    162: "cp1254",
    163: "cp1258",
    177: "cp1255",
    178: "cp1256",
    186: "cp1257",
    204: "cp1251",
    222: "cp874",
    238: "cp1250",
    254: "cp437",
    255: "cp850",
}
_SYMBOL_CHARSET = 2
SYMBOL = "symbol"
_SYMBOL_AREA = 0xF0
_SYMBOL_BULLETS = frozenset({0xA7, 0xB7})


@dataclass(frozen=True, slots=True)
class Token:
    """One token; exactly one of the fields but ``number`` says what it is.

    Attributes:
        word: A control word's name.
        number: A control word's parameter, None when it has none.
        symbol: A control symbol, the character after the backslash.
        brace: An opening or closing brace.
        plain: Bytes of text, in the code page in force.
        binary: Bytes that are no text, as those of a picture may be.
    """

    word: str = ""
    number: int | None = None
    symbol: str = ""
    brace: str = ""
    plain: bytes = b""
    binary: bytes = b""


def tokens(content: bytes) -> Iterator[Token]:
    """Cut a file into tokens."""
    position = 0
    while match := _TOKEN.match(content, position):
        position = match.end()
        word, number, byte, symbol, brace, plain = match.groups()
        if word:
            value = None if number is None else int(number)
            if word == b"bin":
                start, position = position, position + max(0, value or 0)
                yield Token(binary=content[start:position])
            else:
                yield Token(word=word.decode("ascii"), number=value)
        elif byte:
            yield Token(plain=bytes([int(byte, 16)]))
        elif symbol:
            yield Token(symbol=symbol.decode("latin-1"))
        elif brace:
            yield Token(brace=brace.decode("ascii"))
        elif plain:
            yield Token(plain=plain)


def charset_encoding(charset: int) -> str:
    """Name the encoding of a font's character set; empty for the document's own."""
    return SYMBOL if charset == _SYMBOL_CHARSET else _CHARSETS.get(charset, "")


def page_encoding(code_page: int) -> str:
    """Name the encoding of a code page; empty when there is none."""
    name = {65001: "utf-8", 10000: "mac_roman"}.get(code_page, f"cp{code_page}")
    try:
        return codecs.lookup(name).name
    except LookupError:
        return ""


def decoded(content: bytes, encoding: str, usual: str = "") -> str:
    """Decode a run of bytes; of a symbol font only bullets have a meaning.

    Args:
        content: The bytes.
        encoding: That of the font; empty when it names none.
        usual: The document's own, in which a single byte stands that the font's knows only as half a character.
    """
    if encoding == SYMBOL:
        return "".join("•" if byte in _SYMBOL_BULLETS else " " if byte == 0x20 else "" for byte in content)
    usual = usual or "cp1252"
    text = content.decode(encoding or usual, "replace")
    return content.decode(usual, "replace") if text == "\ufffd" else text


def unicode_character(number: int) -> str:
    """Return the character of a ``u``, which may be half of one; those of symbol fonts stand in the private area."""
    code = number & 0xFFFF
    return decoded(bytes([code & 0xFF]), SYMBOL) if code >> 8 == _SYMBOL_AREA else chr(code)
