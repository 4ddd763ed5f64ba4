"""Reads Jupyter notebooks: prose, code, and what the code put out."""

import json
import re
from collections.abc import Iterator
from typing import Any

from schedario.extract.blocks import body, one_line
from schedario.extract.encoding import decode
from schedario.extract.html_blocks import ReadPicture, read_html_text
from schedario.extract.html_pictures import pictures_within
from schedario.extract.markdown_blocks import markdown_blocks
from schedario.extract.source import Source
from schedario.records.extraction import Block, BlockRole, Extraction

# What version 4 and those before it call the pictures of an output.
_PICTURES = {"image/png": "png", "image/jpeg": "jpeg", "image/gif": "gif"}
_TERMINAL_CODE = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]")


def read_notebook(source: Source) -> Extraction:
    """Read every cell in order, with its outputs and their pictures.

    Raises:
        FileDamagedError: It is no notebook.
    """
    try:
        notebook = json.loads(decode(source.path.read_bytes()).text)
    except ValueError as error:
        raise source.damaged(f"the notebook is no JSON ({error})") from error
    cells = list(_cells(notebook))
    if not cells and not (isinstance(notebook, dict) and ("cells" in notebook or "worksheets" in notebook)):
        raise source.damaged("the file has no cells, as a notebook has")
    pictures = pictures_within(source)
    blocks = [block for cell in cells for block in _cell_blocks(cell, pictures)]
    first = next((block.text for block in blocks if block.role is BlockRole.HEADING and block.level == 1), "")
    return Extraction(source.media_type, _title(notebook) or first, body(blocks))


def _cells(notebook: Any) -> Iterator[dict[str, Any]]:
    """Yield the cells; before version 4 they stood in worksheets."""
    if not isinstance(notebook, dict):
        return
    for holder in (notebook, *_dicts(notebook.get("worksheets"))):
        yield from _dicts(holder.get("cells"))


def _cell_blocks(cell: dict[str, Any], pictures: ReadPicture) -> Iterator[Block]:
    text = _joined(cell.get("source", cell.get("input")))
    match cell.get("cell_type"):
        case "markdown":
            yield from markdown_blocks(text)
        case "heading":
            yield from markdown_blocks(f"{'#' * min(max(int(cell.get('level', 1)), 1), 6)} {text}")
        case _:
            yield from _text(text)
    for output in _dicts(cell.get("outputs")):
        data = output.get("data")
        forms = data if isinstance(data, dict) else output
        yield from _output_blocks(output, forms, pictures)
        yield from _picture_blocks(forms, pictures)


def _picture_blocks(forms: dict[str, Any], pictures: ReadPicture) -> Iterator[Block]:
    for kind, old_name in _PICTURES.items():
        if content := _joined(forms.get(kind, forms.get(old_name))):
            yield from filter(None, [pictures(f"data:{kind};base64,{content}", "")])
            return


def _output_blocks(output: dict[str, Any], forms: dict[str, Any], pictures: ReadPicture) -> Iterator[Block]:
    """Yield the richest form of an output that is text; tables of data come as HTML."""
    if table := _joined(forms.get("text/html", forms.get("html"))):
        yield from read_html_text(table, pictures).blocks
    elif prose := _joined(forms.get("text/markdown")):
        yield from markdown_blocks(prose)
    elif output.get("output_type") in {"error", "pyerr"}:
        yield from _text(f"{_joined(output.get('ename'))}: {_joined(output.get('evalue'))}")
    else:
        yield from _text(_joined(forms.get("text/plain", forms.get("text/latex", forms.get("text")))))


def _text(text: str) -> Iterator[Block]:
    shown = _TERMINAL_CODE.sub("", text).strip("\n")
    if shown.strip():
        yield Block(shown)


def _title(notebook: dict[str, Any]) -> str:
    metadata = notebook.get("metadata")
    return one_line(_joined(metadata.get("title"))) if isinstance(metadata, dict) else ""


def _joined(value: Any) -> str:
    """Return a text that may be kept as a list of lines."""
    if isinstance(value, list):
        value = "".join(line for line in value if isinstance(line, str))
    return value.replace("\r\n", "\n") if isinstance(value, str) else ""


def _dicts(value: Any) -> Iterator[dict[str, Any]]:
    return (one for one in value if isinstance(one, dict)) if isinstance(value, list) else iter(())
