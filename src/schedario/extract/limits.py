"""What one file may cost."""

from dataclasses import dataclass

_MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class ExtractionLimits:
    """Bounds for one file; reaching one is a ``LimitExceededError`` that names it.

    Attributes:
        file_bytes: Size of the file.
        page_seconds: Time without a page being finished; a file without pages is one page.
        file_seconds: Time for the whole file.
        memory_bytes: Resident memory of the child; OCR of a large page takes about 800 MiB.
        output_characters: Length of all text.
        pages: Pages, sheets, slides or frames.
        cells: Cells of all sheets, or fields of a table of text, empty ones between full ones included.
        archive_members: Members of a zip container, messages of a mailbox, parts of a message.
        nesting: Files and messages inside one another.
        unpacked_bytes: Size of all members of a container, unpacked.
        ratio: Unpacked over packed size of a member of more than a megabyte; office files stay under about 100.
        image_pixels: Width by height of one picture.
    """

    file_bytes: int = 512 * _MIB
    page_seconds: float = 120.0
    file_seconds: float = 900.0
    memory_bytes: int = 2048 * _MIB
    output_characters: int = 50_000_000
    pages: int = 10_000
    cells: int = 5_000_000
    archive_members: int = 20_000
    nesting: int = 50
    unpacked_bytes: int = 1024 * _MIB
    ratio: float = 200.0
    image_pixels: int = 120_000_000
