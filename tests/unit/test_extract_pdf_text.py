"""What counts as a text layer that cannot be trusted."""

import pytest

from schedario.extract.pdf_text import is_doubtful, is_junk, tidy

PROSE = "The boiler heats the water of the whole house, and its valve must be opened by hand before the start. "


def shifted(text: str, by: int) -> str:
    """Return what a font gives whose glyphs are mapped to letters so many places on."""
    return "".join(chr((ord(c) - 97 + by) % 26 + 97) if c.islower() else c for c in text)


@pytest.mark.parametrize("text", ['"7+%-&#!/$(', "\x19\x12\x0f\x03", "\ue001\ue002\ue003 a", "\ufffd\ufffd ab"])
def test_unmapped_glyphs_are_junk(text: str) -> None:
    assert is_junk(text)


@pytest.mark.parametrize(
    "text", ["", PROSE, "3,50 | 12 | 0,40", "これは日本語の文書です", "مرحبا بالعالم", "Città: € 15"]
)
def test_text_of_any_script_is_no_junk(text: str) -> None:
    assert not is_junk(text)


def test_words_without_vowels_are_doubtful() -> None:
    assert is_doubtful(shifted(PROSE, 1) * 3)
    assert is_doubtful(shifted(PROSE, 3) * 3)


def test_a_font_numbered_from_its_first_glyph_is_doubtful() -> None:
    assert is_doubtful("".join(chr(ord(c) - 29) for c in PROSE) * 3)


@pytest.mark.parametrize(
    "text",
    [
        PROSE * 3,
        "L'università è così più città perché già lunedì però virtù " * 5,
        "Zażółć gęślą jaźń właściwości źródło Straße übergröße Müßiggänger " * 5,
        "Město leží na řece a jeho dlouhý most vede k nádraží, kde každý večer čekají lidé na vlaky domů. " * 4,
        "Это русский текст без латинских слов " * 10,
        "html http pdf xml",
    ],
)
def test_words_of_people_are_not_doubtful(text: str) -> None:
    assert not is_doubtful(text)


def test_words_joined_at_a_line_end_lose_the_mark_of_it() -> None:
    assert tidy("interna\x02zionale\r\ndiritto\ufffe") == "internazionale\ndiritto"
