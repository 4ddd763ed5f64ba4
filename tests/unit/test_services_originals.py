"""Names of files that are sent become names that any disk and terminal can bear."""

from pathlib import Path

import pytest

from schedario.errors import UploadTooLargeError
from schedario.services.originals import Originals, safe_name


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("report.pdf", "report.pdf"),
        ("/etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("..", "unnamed"),
        ("", "unnamed"),
        (".profile", "profile"),
        ("a\x00b\x1b[31m\u202efdp.exe", "ab[31mfdp.exe"),
        ("é" * 300 + ".pdf", "é" * 98 + ".pdf"),
    ],
)
def test_a_name_is_made_safe(given: str, kept: str) -> None:
    assert safe_name(given) == kept


def test_what_is_too_large_or_given_up_leaves_nothing(tmp_path: Path) -> None:
    originals = Originals(tmp_path / "originals", max_bytes=10)
    incoming = originals.receive()
    with pytest.raises(UploadTooLargeError, match="max_file_mb"):
        incoming.write(b"x" * 11)
    incoming.close()
    assert list(originals.folder.iterdir()) == []


def test_the_same_content_of_another_name_lies_beside_the_first_and_goes_by_itself(tmp_path: Path) -> None:
    originals = Originals(tmp_path / "originals", max_bytes=10)
    kept = []
    for name in ("a.txt", "b.txt", "a.txt"):
        incoming = originals.receive()
        incoming.write(b"same")
        kept.append(incoming.keep(name))
        incoming.close()
    assert kept[0] == kept[2]
    assert kept[0].path.parent == kept[1].path.parent
    originals.discard([str(kept[0].path), str(tmp_path / "elsewhere.txt")])
    assert not kept[0].path.exists()
    assert kept[1].path.read_bytes() == b"same"
