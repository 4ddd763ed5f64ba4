"""Pages as pictures: of PDF files and of pictures, also inside others, if the file is still what was read."""

import io
import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from fixtures.commands import Commands
from fixtures.pdfs import make_long
from fixtures.pictures import picture
from schedario.errors import FileDamagedError, ImageUnavailableError, OriginalMissingError
from schedario.extract.supervisor import ChildExtractor
from schedario.services.page_images import ImageCache, has_page_images
from schedario.settings import load_settings
from schedario.wiring import Application, ArchiveServices


@pytest.fixture
def services(commands: Commands, tmp_path: Path) -> Iterator[ArchiveServices]:
    """An archive with a PDF of three pages, the same in a ZIP archive, a picture and a note."""
    make_long(tmp_path / "long.pdf", 3)
    with zipfile.ZipFile(tmp_path / "packed.zip", "w") as packed:
        make_long(tmp_path / "inner.pdf", 2)
        packed.write(tmp_path / "inner.pdf", "inner.pdf")
    (tmp_path / "inner.pdf").unlink()
    (tmp_path / "plate.png").write_bytes(picture("Boiler 4711", "Serial 0815"))
    (tmp_path / "note.md").write_text("A note about the boiler.\n")
    with Application(load_settings()) as application, application.archive(commands.archive, create=True) as services:
        assert not [entry for entry in services.adding.add([str(tmp_path)]).entries if entry.code]
        yield services


def drawn(content: bytes) -> Image.Image:
    with Image.open(io.BytesIO(content)) as image:
        assert image.format == "JPEG"
        image.load()
        return image


def test_pages_are_drawn_as_wide_as_asked_and_the_last_ones_are_kept(
    services: ArchiveServices, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    images, book = services.page_images, str(tmp_path / "long.pdf")
    page = drawn(images.page_image(book, 2, 400))
    assert page.width == 400
    assert page.height > 400
    dark = sum(page.convert("L").histogram()[:100])
    assert 0 < dark < page.width * page.height / 4
    assert drawn(images.page_image(str(tmp_path / "plate.png"), 1, 300)).width == 300
    assert drawn(images.page_image(f"{tmp_path / 'packed.zip'}!/inner.pdf", 1)).width == 900
    assert images.page_image(book, 1, 400) != images.page_image(str(tmp_path / "long.pdf"), 2, 400)
    monkeypatch.setattr(ChildExtractor, "draw_page", None)
    assert drawn(images.page_image(book, 2, 400)).size == page.size


def test_what_has_no_page_has_no_picture(services: ArchiveServices, tmp_path: Path) -> None:
    for name, page in (("long.pdf", 4), ("long.pdf", 0), ("note.md", 1)):
        with pytest.raises(ImageUnavailableError):
            services.page_images.page_image(str(tmp_path / name), page)


def test_a_page_is_offered_only_where_there_is_a_file_to_draw_it_from(
    services: ArchiveServices, tmp_path: Path
) -> None:
    book, note = (services.documents.show(str(tmp_path / name)) for name in ("long.pdf", "note.md"))
    member = services.documents.show(f"{tmp_path / 'packed.zip'}!/inner.pdf")
    committed = replace(book, file=replace(book.file, path="git:/repository@main/long.pdf"))
    assert [has_page_images(one) for one in (book, member, note, committed)] == [True, True, False, False]


def test_a_file_that_is_no_longer_what_was_read_is_not_drawn(services: ArchiveServices, tmp_path: Path) -> None:
    make_long(tmp_path / "long.pdf", 4)
    with pytest.raises(OriginalMissingError):
        services.page_images.page_image(str(tmp_path / "long.pdf"), 1)


def test_a_broken_file_costs_an_error_and_the_next_page_is_drawn(tmp_path: Path) -> None:
    (tmp_path / "broken.pdf").write_bytes(b"%PDF-1.7\n" + b"garbage " * 100)
    make_long(tmp_path / "long.pdf", 1)
    extractor = ChildExtractor()
    try:
        with pytest.raises(FileDamagedError):
            extractor.draw_page(tmp_path / "broken.pdf", (), 1, 200)
        with pytest.raises(FileDamagedError, match="has no page 2"):
            extractor.draw_page(tmp_path / "long.pdf", (), 2, 200)
        assert drawn(extractor.draw_page(tmp_path / "long.pdf", (), 1, 200)).width == 200
    finally:
        extractor.close()


def test_the_cache_lets_go_of_what_was_not_asked_for_the_longest() -> None:
    cache = ImageCache(most_bytes=10)
    for number in (1, 2):
        cache.put(("a", number, 100), b"12345")
    assert cache.get(("a", 1, 100))
    cache.put(("a", 3, 100), b"12345")
    assert [bool(cache.get(("a", number, 100))) for number in (1, 2, 3)] == [True, False, True]
    cache.put(("a", 3, 100), b"1")
    cache.put(("a", 4, 100), b"1234")
    assert cache.get(("a", 1, 100))
