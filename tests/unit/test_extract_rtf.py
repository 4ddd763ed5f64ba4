"""RTF as programs write it beside the book: stars amid a group, rests after the end, text said twice."""

from pathlib import Path

import pytest

from schedario.extract import kinds
from schedario.extract.embedded import Pictures
from schedario.extract.limits import ExtractionLimits
from schedario.extract.ocr_rapid import RapidOcr
from schedario.extract.rtf import read_rtf_bytes
from schedario.extract.source import Source

FONTS = r"{\fonttbl{\f0\fcharset0 Arial;}{\f3\fcharset128 OpenSymbol;}}"
BOX = r"{\shp{\*\shpinst{\sp{\sn a}}%s}{\shprslt{\*\do\dobxpage\dptxbx{\dptxbxtext molo}}}}"


def read(content: str) -> list[str]:
    limits, engine = ExtractionLimits(), RapidOcr()
    source = Source(Path("made.rtf"), kinds.RTF, limits, lambda: None, engine, Pictures(limits, engine))
    page = read_rtf_bytes(source, rf"{{\rtf1\ansi\ansicpg1252{FONTS}{content}".encode("latin-1"))
    return [block.text for block in page.blocks]


@pytest.mark.parametrize(
    ("content", "blocks"),
    [
        (r"{\i0\*\cs7 amid a group}}", ["amid a group"]),
        (r"{\*\unknown left out}shown}", ["shown"]),
        (r"shown}" + "\n\x00\x008$DM|", ["shown"]),
        (r"{\info{\upr{\author Axel}{\*\ud{\author Axel}}}}shown}", ["shown"]),
        (r"{\upr{Citta}{\*\ud{Citt\u224 a}}}}", ["Città"]),
        (r"\f3 \'96\f0  half a character}", ["– half a character"]),
        (r"\f3 \'93\'fa\'96\'7b}", ["日本"]),
        (BOX % r"{\shptxt molo}" + "}", ["molo"]),
        (r"{\*\do\dobxpage\dptxbx{\dptxbxtext\pard molo}}}", ["molo"]),
    ],
)
def test_what_is_shown_is_read_once(content: str, blocks: list[str]) -> None:
    assert read(content) == blocks
