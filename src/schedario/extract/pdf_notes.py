"""Reads what a PDF keeps beside its pages' text: values of form fields, notes and attached files."""

import ctypes
from collections.abc import Callable, Iterator
from typing import Any

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_raw

from schedario.extract.blocks import one_line
from schedario.extract.members import Taken, member_of, refused_member, too_large, written
from schedario.extract.source import Source
from schedario.records.extraction import Block, Member

_MOST_NOTES = 5_000
_OFF = frozenset({"", "Off"})
# Links and windows hold no words of their own, and an attached file is named as such.
_WORDLESS = frozenset({pdfium_raw.FPDF_ANNOT_LINK, pdfium_raw.FPDF_ANNOT_POPUP, pdfium_raw.FPDF_ANNOT_UNKNOWN})
_TICKED = frozenset({pdfium_raw.FPDF_FORMFIELD_CHECKBOX, pdfium_raw.FPDF_FORMFIELD_RADIOBUTTON})
_WRITTEN = frozenset(
    {pdfium_raw.FPDF_FORMFIELD_TEXTFIELD, pdfium_raw.FPDF_FORMFIELD_COMBOBOX, pdfium_raw.FPDF_FORMFIELD_LISTBOX}
)


def notes_block(document: Any, page: Any, warnings: list[str], number: int) -> Block | None:
    """Return a page's form values and notes, one labelled line each; None when it has none."""
    lines: list[str] = []
    for index in range(min(pdfium_raw.FPDFPage_GetAnnotCount(page), _MOST_NOTES)):
        note = pdfium_raw.FPDFPage_GetAnnot(page, index)
        if not note:
            continue
        try:
            lines.extend(_lines(document, note, warnings, number))
        finally:
            pdfium_raw.FPDFPage_CloseAnnot(note)
    return Block("\n".join(dict.fromkeys(lines))) if lines else None


def attached_members(source: Source, document: Any) -> Iterator[Member]:
    """Yield the files that are attached to the document as a whole; empty ones are none."""
    for index in range(min(document.count_attachments(), source.limits.archive_members + 1)):
        attachment = document.get_attachment(index)
        name, size = one_line(attachment.get_name()), _attached_bytes(attachment)
        if size > source.limits.file_bytes:
            yield refused_member(str(index), name, size, too_large(source, size))
        elif size:
            yield _member(source, attachment, str(index), name)
        source.progress()


def take_out(source: Source, key: str) -> Taken:
    """Write an attached file into the child's folder."""
    document = pdfium.PdfDocument(source.path)
    try:
        attachment = document.get_attachment(int(key))
        return written(one_line(attachment.get_name()), bytes(attachment.get_data()))
    finally:
        document.close()


def _member(source: Source, attachment: Any, key: str, name: str) -> Member:
    try:
        return member_of(key, name, bytes(attachment.get_data()))
    except pdfium.PdfiumError as error:
        return refused_member(key, name, 0, source.damaged(f"it cannot be taken out ({error})"))


def _attached_bytes(attachment: Any) -> int:
    length = ctypes.c_ulong()
    pdfium_raw.FPDFAttachment_GetFile(attachment, None, 0, length)
    return length.value


def _lines(document: Any, note: Any, warnings: list[str], number: int) -> Iterator[str]:
    kind = pdfium_raw.FPDFAnnot_GetSubtype(note)
    if kind == pdfium_raw.FPDF_ANNOT_WIDGET:
        yield from _field_lines(document.formenv, note)
    elif kind == pdfium_raw.FPDF_ANNOT_FILEATTACHMENT:
        name = one_line(_string(pdfium_raw.FPDFAnnot_GetStringValue, note, b"Contents"))
        warnings.append(f"the attachment {name} on page {number} was not read".replace("  ", " "))
    elif kind not in _WORDLESS:
        text = one_line(_string(pdfium_raw.FPDFAnnot_GetStringValue, note, b"Contents"))
        if text:
            yield f"Note: {text}"


def _field_lines(forms: Any, field: Any) -> Iterator[str]:
    """Yield a field that was filled in as "name: value"; one that is empty or not ticked says nothing."""
    if forms is None:
        return
    kind = pdfium_raw.FPDFAnnot_GetFormFieldType(forms, field)
    value = one_line(_string(pdfium_raw.FPDFAnnot_GetFormFieldValue, forms, field))
    if kind in _TICKED:
        if pdfium_raw.FPDFAnnot_IsChecked(forms, field):
            yield f"{_field_name(forms, field)}: {'yes' if value in _OFF else value}"
    elif kind in _WRITTEN and value:
        yield f"{_field_name(forms, field)}: {value}"


def _field_name(forms: Any, field: Any) -> str:
    """Return what a person sees as a field's name; programs name it by a path whose end is its own."""
    shown = one_line(_string(pdfium_raw.FPDFAnnot_GetFormFieldAlternateName, forms, field))
    name = _string(pdfium_raw.FPDFAnnot_GetFormFieldName, forms, field)
    return shown or one_line(name.rsplit(".", 1)[-1].split("[", 1)[0]) or "Field"


def _string(function: Callable[..., int], *arguments: Any) -> str:
    """Call a function of PDFium that fills a buffer with UTF-16."""
    length = function(*arguments, None, 0)
    if length <= 2:
        return ""
    buffer = ctypes.create_string_buffer(length)
    function(*arguments, ctypes.cast(buffer, ctypes.POINTER(pdfium_raw.FPDF_WCHAR)), length)
    return buffer.raw[: length - 2].decode("utf-16-le", "ignore")
