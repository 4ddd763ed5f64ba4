"""Bytes become text by the encoding they were written in, or are proven to be no text."""

import pytest

from schedario.extract.encoding import TextUndecodableError, decode

ITALIAN = "Città perché più così è già: l'università può avere 15,50 € di costo."
SENTENCES = (
    (ITALIAN, "cp1252"),
    (ITALIAN, "mac_roman"),
    (ITALIAN, "utf-8"),
    (ITALIAN, "utf-8-sig"),
    (ITALIAN, "utf-16"),
    (ITALIAN, "utf-16-le"),
    (ITALIAN, "utf-16-be"),
    ("Perché no?", "cp1252"),
    ("L'été était très chaud, c'était délicieux ! Ça va, naïve", "cp1252"),
    ("El niño comió paella con ñoquis. ¡Qué rico!", "cp1252"),
    ("Kvinnan åt köttbullar, blåbær på fløde", "cp1252"),
    ("Příliš žluťoučký kůň úpěl ďábelské ódy.", "cp1250"),
    ("Árvíztűrő tükörfúrógép, őszi erdő", "cp1250"),
    ("Привет мир, это русский текст о документах", "cp1251"),
    ("Привет мир, это русский текст о документах", "koi8_r"),
    ("Ελληνικό κείμενο για δοκιμή εγγράφων", "cp1253"),
    ("これは日本語のテストです。文書の検索", "cp932"),
    ("これは日本語のテストです。文書の検索", "euc_jp"),
    ("これは日本語のテストです。文書の検索", "iso2022_jp"),
    ("这是一个中文测试文件，用于检索", "gb18030"),
    ("한국어 문서 검색 시험입니다", "euc_kr"),
)


@pytest.mark.parametrize(("sentence", "encoding"), SENTENCES)
def test_a_text_is_read_by_the_encoding_it_was_written_in(sentence: str, encoding: str) -> None:
    assert decode((sentence + "\n").encode(encoding)).text == sentence + "\n"


def test_a_declared_encoding_is_used_when_the_bytes_agree() -> None:
    assert decode("één ruïne".encode("iso8859-15"), "iso8859-15").encoding == "iso8859-15"


@pytest.mark.parametrize("declared", ["ascii", "no-such-encoding", "utf-8"])
def test_a_wrong_declaration_is_no_obstacle(declared: str) -> None:
    assert decode(ITALIAN.encode("cp1252"), declared).text == ITALIAN


@pytest.mark.parametrize("content", [bytes(range(256)), b"\x00" * 100, bytes(range(1, 32)) * 4, b"\xff\xfe\x00"])
def test_binary_data_is_no_text(content: bytes) -> None:
    with pytest.raises(TextUndecodableError):
        decode(content)
