"""Reads OpenDocument texts and presentations; their XML becomes HTML, which is cut into blocks as any page is."""

import zipfile
from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element, ParseError, XMLParser, fromstring

from schedario.extract import kinds
from schedario.extract.blocks import body, one_line, origin_of
from schedario.extract.html_blocks import read_html_text
from schedario.extract.html_pictures import NamedPictures
from schedario.extract.odf_html import OdfWriter
from schedario.extract.odf_shapes import Frame, Shape, Slide
from schedario.extract.source import Source
from schedario.records.extraction import Block, BlockRole, ExtractedPage, Extraction, PageKind

_PIECE_BYTES = 1 << 16
_DEEPEST_OBJECT = 3
# Shapes whose tops differ by less than this stand on one line and are read from left to right.
_LINE_MILLIMETRES = 2.5
_DRAWINGS = (".svg", ".svm", ".emf", ".wmf")
_REPLACEMENTS = "ObjectReplacements/"
_TITLE = "{http://purl.org/dc/elements/1.1/}title"


def read_odf(source: Source) -> Extraction:
    """Read a text whole, or a presentation slide by slide.

    Raises:
        LimitExceededError: It has too many slides or cells.
        FileDamagedError: Its XML cannot be read from the start.
    """
    warnings: list[str] = []
    with zipfile.ZipFile(source.path) as archive:
        reader = _Reader(source, archive, warnings)
        styles = reader.parse("styles.xml")
        writer = reader.parse("content.xml", styles=styles)
        title = _title(archive)
    if source.media_type == kinds.ODP:
        slides = tuple(_slides(source, writer.slides, reader.pictures))
        return Extraction(source.media_type, title, slides, tuple(warnings))
    blocks = read_html_text("".join(writer.content), reader.pictures.block).blocks
    first = next((block.text for block in blocks if block.role is BlockRole.HEADING and block.level == 1), "")
    before, after = ([Block(f"{name}: {text}") for text in styles.running[name]] for name in ("Header", "Footer"))
    return Extraction(source.media_type, title or first, body([*before, *blocks, *after]), tuple(warnings))


class _Reader:
    """Parses members of one container; objects that are embedded are parsed where they stand."""

    def __init__(self, source: Source, archive: zipfile.ZipFile, warnings: list[str]) -> None:
        self._source = source
        self._archive = archive
        self._names = set(archive.namelist())
        self._warnings = warnings
        self._folders: list[str] = []
        self.pictures = NamedPictures(source)
        self._cells = 0

    def parse(self, name: str, *, styles: OdfWriter | None = None) -> OdfWriter:
        """Parse a member; what was read before an error in it is kept.

        Only the member that needs the styles of another, the content, must be there.
        """
        writer = OdfWriter(self._embedded, self._count_cells, self._picture if styles else lambda _: "")
        if styles:
            writer.adopt_styles(styles)
        if name not in self._names:
            if styles:
                raise self._source.damaged(f"the file has no {name}")
            return writer
        parser = XMLParser(target=writer)
        try:
            with self._archive.open(name) as member:
                while piece := member.read(_PIECE_BYTES):
                    parser.feed(piece)
                    self._source.progress()
            parser.close()
        except ParseError as error:
            if styles and not writer.content and not writer.slides:
                raise self._source.damaged(f"{name} is no XML ({error})") from error
            self._warnings.append(f"{name} is broken and was read in part ({error})")
        return writer

    def _embedded(self, href: str) -> str:
        """Return the HTML of a chart or sheet that is embedded; a formula has no text of its own."""
        folder = "/".join(filter(None, [*self._folders[-1:], href.removeprefix("./")]))
        name = f"{folder}/content.xml"
        if name not in self._names or len(self._folders) >= _DEEPEST_OBJECT:
            return ""
        self._folders.append(folder)
        content = "".join(self.parse(name).content)
        self._folders.pop()
        return content

    def _picture(self, frame: Frame) -> str:
        """Return the HTML of a frame's picture; drawings stand behind the same in dots, which can be read."""
        if frame.has_object:
            return ""
        for address in sorted(frame.addresses, key=lambda one: one.lower().endswith(_DRAWINGS)):
            name = address.removeprefix("./")
            if name.startswith((_REPLACEMENTS, "../")) or ":" in name:
                # The look of an object without text, a formula perhaps; or a picture that lies elsewhere.
                continue
            if name not in self._names:
                self._source.pictures.lost("missing")
            elif found := self.pictures.element(self._archive.read(name), frame.description):
                return found
        return ""

    def _count_cells(self, count: int) -> None:
        self._cells += count
        if self._cells > self._source.limits.cells:
            raise self._source.beyond("cells", self._source.limits.cells, f"{self._cells:,} cells of tables")


def _slides(source: Source, slides: Sequence[Slide], pictures: NamedPictures) -> Iterator[ExtractedPage]:
    if len(slides) > source.limits.pages:
        raise source.beyond("pages", source.limits.pages, f"{len(slides):,} slides")
    for number, slide in enumerate(slides, 1):
        content = "".join(shape.content for shape in _in_reading_order(slide.shapes))
        blocks = read_html_text(content, pictures.block).blocks
        if slide.notes:
            blocks = (*blocks, Block(f"Notes: {slide.notes}"))
        source.progress()
        yield ExtractedPage(PageKind.SLIDE, number, "", origin_of(blocks), blocks)


def _in_reading_order(shapes: Sequence[Shape]) -> Iterator[Shape]:
    """Yield titles, then the others by lines from the top, each from the left."""
    yield from (shape for shape in shapes if shape.is_title)
    line: list[Shape] = []
    for shape in sorted((one for one in shapes if not one.is_title), key=lambda one: (one.top, one.left)):
        if line and shape.top - line[0].top > _LINE_MILLIMETRES:
            yield from sorted(line, key=lambda one: one.left)
            line = []
        line.append(shape)
    yield from sorted(line, key=lambda one: one.left)


def _title(archive: zipfile.ZipFile) -> str:
    try:
        meta: Element = fromstring(archive.read("meta.xml"))
    except (KeyError, ParseError):
        return ""
    found = next(meta.iter(_TITLE), None)
    return one_line("" if found is None else found.text or "")
