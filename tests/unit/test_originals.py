"""A file that is sent when the data folder cannot be written to."""

import os
from pathlib import Path

import pytest

from schedario.errors import DataFolderError
from schedario.services.originals import Originals


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataFolderError, match=r"the file cannot be kept \(Not a directory\)"):
        Originals(tmp_path / "file" / "originals", 10).receive()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_disk_that_is_full_is_one_line_and_nothing_is_left(tmp_path: Path) -> None:
    incoming = Originals(tmp_path / "originals", 1 << 20).receive()
    incoming._file.close()
    incoming._file = os.fdopen(os.open("/dev/full", os.O_WRONLY), "wb")
    with pytest.raises(DataFolderError, match=r"the file cannot be kept \(No space left on device\)"):
        incoming.write(b"x" * (1 << 19))
    incoming.close()
    assert not list((tmp_path / "originals").iterdir())
