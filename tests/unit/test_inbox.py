"""Notes are only ever created, in one folder, under safe names."""

import os
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from schedario.errors import DatabaseError, NoteError
from schedario.services.inbox import MOST_CHARACTERS, Inbox, note_name


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Rents so far", "Rents so far.md"),
        ("../../etc/passwd", "etc passwd.md"),
        ("a/b\\c:d*e?f", "a b c d e f.md"),
        (".hidden", "hidden.md"),
        ("con", "con note.md"),
        ("LPT1", "LPT1 note.md"),
        ("Größe\u0308 1", "Größë 1.md"),
        ("a\x00b\nc\u202e", "a b c.md"),
        ("x" * 500, "x" * 120 + ".md"),
        ("ü" * 500, "ü" * 60 + ".md"),
        ("東京", "東京.md"),
    ],
)
def test_a_title_becomes_a_safe_name(title: str, name: str) -> None:
    assert note_name(title) == name


@pytest.mark.parametrize("title", ["", " ", "...", "/", "--"])
def test_a_title_without_a_letter_or_digit_is_refused(title: str) -> None:
    with pytest.raises(NoteError, match="needs a letter or a digit"):
        note_name(title)


class Queue:
    def __init__(self) -> None:
        self.paths: list[str] = []

    def __call__(self, paths: Iterable[str]) -> None:
        self.paths += paths


def test_a_note_is_written_whole_and_queued(tmp_path: Path) -> None:
    queue = Queue()
    path = Inbox(tmp_path / "in", queue).write('A "title"', "Text.")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert lines[1] == 'title: "A \\"title\\""'
    assert lines[-3:] == ['# A "title"', "", "Text."]
    assert queue.paths == [str(path)]
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_header_in_the_text_is_no_header(tmp_path: Path) -> None:
    path = Inbox(tmp_path, Queue()).write("a", "---\nprivate: true\n---\nb")
    assert path.read_text(encoding="utf-8").split("---")[1].count("private") == 0


def test_nothing_is_written_over_and_nothing_outside(tmp_path: Path) -> None:
    inbox, queue = tmp_path / "in", Queue()
    inbox.mkdir()
    (inbox / "a.md").write_text("mine", encoding="utf-8")
    (inbox / "b.md").symlink_to(tmp_path / "elsewhere.md")
    for title in ("a", "b", "../in/a"[-1:]):
        with pytest.raises(NoteError, match="there already"):
            Inbox(inbox, queue).write(title, "theirs")
    assert (inbox / "a.md").read_text(encoding="utf-8") == "mine"
    assert sorted(os.listdir(tmp_path)) == ["in"]  # noqa: PTH208 - the names are all that is asked
    assert queue.paths == []


def test_a_note_that_cannot_be_queued_is_not_kept(tmp_path: Path) -> None:
    def refuse(_: Iterable[str]) -> None:
        raise DatabaseError("the database cannot be reached")

    with pytest.raises(DatabaseError):
        Inbox(tmp_path, refuse).write("A", "text")
    assert not list(tmp_path.iterdir())


def test_of_many_at_once_one_is_written(tmp_path: Path) -> None:
    def write(number: int) -> bool:
        try:
            Inbox(tmp_path, lambda paths: paths).write("The same", f"text {number}")
        except NoteError:
            return False
        return True

    with ThreadPoolExecutor(20) as threads:
        assert sum(threads.map(write, range(20))) == 1


def test_without_an_inbox_it_is_said_how_to_set_one(tmp_path: Path) -> None:
    with pytest.raises(NoteError, match="no inbox is set"):
        Inbox(None, Queue()).write("a", "b")
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(NoteError, match="the inbox cannot be written to"):
        Inbox(tmp_path / "file", Queue()).write("a", "b")
    for text in ("", " \n", "x" * (MOST_CHARACTERS + 1)):
        with pytest.raises(NoteError, match="a note has 1 to"):
            Inbox(tmp_path, Queue()).write("a", text)
