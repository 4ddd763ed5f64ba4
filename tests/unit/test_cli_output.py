import contextlib
import io
import json

import pytest

from schedario.cli.output import console, print_json, printable


def printed(value: object) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        print_json(value)
    return out.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467",
        "Screenshot 9.41\u202fAM.png",
        "\u65e5\u672c\u3000\u8a9e",
        "esc\x1b[2J bell\x07 c1\x9b bidi\u202e tag\U000e0041 line\u2028 nul\x00",
        "private \ue000 unassigned \u0378",
    ],
)
def test_json_loses_nothing_and_steers_no_terminal(text: str) -> None:
    shown = printed({"text": text})
    assert json.loads(shown) == {"text": text}
    assert not set("\x1b\x07\x9b\u202e\u2028\x00") & set(shown)


def test_what_json_cannot_hold_is_replaced() -> None:
    assert json.loads(printed("caf\udce9 \ud800")) == "caf\ufffd \ufffd"


def test_a_terminal_gets_letters_spaces_and_joiners_and_nothing_that_steers_it() -> None:
    assert printable("\u0645\u200c\u062e \u202f\u3000 \U0001f468\u200d\U0001f469") == (
        "\u0645\u200c\u062e \u202f\u3000 \U0001f468\u200d\U0001f469"
    )
    assert printable("a\x1b[2Jb\u202ec\udce9\ud800", keep="") == "a\ufffd[2Jb\ufffdc\ufffd\ufffd"


def test_emoji_codes_stay_as_they_are_written() -> None:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        console().print("x:bomb:y :warning: [bold]z[/bold]", markup=False)
    assert out.getvalue() == "x:bomb:y :warning: [bold]z[/bold]\n"
