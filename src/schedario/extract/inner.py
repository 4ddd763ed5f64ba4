"""Reads a file that lies inside another, an attachment, through the same door as any file."""

import re
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from schedario.errors import FileEmptyError, FileError
from schedario.extract import registry
from schedario.extract.blocks import heading
from schedario.extract.source import Source
from schedario.records.extraction import Block, BlockRole, ExtractedPage, PageKind

_SUFFIX = re.compile(r"\.[A-Za-z0-9]{1,10}")


def inner_blocks(source: Source, name: str, content: bytes, warnings: list[str]) -> list[Block]:
    """Read a file that lies inside another; its headings go one level down.

    One that cannot be read costs a warning, never the file around it. An empty one gives nothing.
    """
    try:
        return list(_blocks(source, name, content, warnings))
    except FileEmptyError:
        return []
    except FileError as error:
        warnings.append(f"the attachment {name} could not be read ({error.what})")
        return []


def below(blocks: list[Block]) -> list[Block]:
    """Put headings one level down."""
    return [heading(block.text, block.level + 1) if block.role is BlockRole.HEADING else block for block in blocks]


def _blocks(source: Source, name: str, content: bytes, warnings: list[str]) -> Iterator[Block]:
    if source.depth >= source.limits.nesting:
        raise source.beyond("nesting", source.limits.nesting, "files inside one another")
    suffix = Path(name).suffix
    # Only the end of the name is taken: the rest is a stranger's and may be a path.
    with tempfile.TemporaryDirectory(prefix="inner-") as folder:
        path = Path(folder, f"file{suffix if _SUFFIX.fullmatch(suffix) else ''}")
        path.write_bytes(content)
        extraction = registry.read(path, source.limits, source.ocr, source.progress, source.depth + 1, source.pictures)
    warnings += [f"{warning} (in {name})" for warning in extraction.warnings]
    for page in extraction.pages:
        if page.blocks and (page.label or len(extraction.pages) > 1) and (title := _page_title(page)):
            yield heading(title, 2)
        # A row number would be taken for one of the file around it.
        yield from below([replace(block, rows=()) for block in page.blocks])


def _page_title(page: ExtractedPage) -> str:
    if page.kind is PageKind.BODY:
        return ""
    return page.label or f"{page.kind.value.capitalize()} {page.number}"
