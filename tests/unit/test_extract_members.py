"""A stranger's names become names that can be shown, kept and typed."""

import pytest

from schedario.extract.members import member_name


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Re: the offer.eml", "Re: the offer.eml"),
        ("C:\\papers\\a.txt", "papers/a.txt"),
        ("C:/papers/a.txt", "papers/a.txt"),
        ("notes c:/a.txt", "notes c:/a.txt"),
        ("/etc/../a\n.txt", "etc/a .txt"),
        ("red\x1b[31m\x00.txt", "red\N{REPLACEMENT CHARACTER}[31m\N{REPLACEMENT CHARACTER}.txt"),
        ("half \ud800.txt", "half \N{REPLACEMENT CHARACTER}.txt"),
        ("../.", "member 7"),
    ],
)
def test_a_name_is_one_line_and_leads_nowhere_else(name: str, shown: str) -> None:
    assert member_name(name, "7") == shown


@pytest.mark.parametrize("name", ["x" * 5000 + ".txt", "\N{SNOWMAN}" * 500 + ".txt", "folder/" * 2000 + "a.txt"])
def test_a_name_that_is_too_long_keeps_its_end_and_differs_from_others(name: str) -> None:
    shown, other = member_name(name, "1"), member_name(f"y{name}", "2")
    assert len(shown.encode()) <= 800
    assert shown.endswith(".txt")
    assert shown != other
