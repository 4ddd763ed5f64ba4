"""Reads the comments on the cells of an XLSX sheet, those in threads too."""

import re
from collections import defaultdict
from xml.etree.ElementTree import Element

from schedario.extract.blocks import one_line
from schedario.extract.package import part_xml, relations
from schedario.extract.xlsx_formats import Workbook

_CELL = re.compile(r"[A-Za-z]{1,3}(\d{1,7})")
# What programs that know no threads are given in place of one.
_STAND_IN = "tc={"


def cell_comments(workbook: Workbook, sheet: str) -> dict[int, list[str]]:
    """Return the comments on each row's cells, from 1, one line each with its author and its cell."""
    named = list(relations(workbook.archive, workbook.member(sheet))) if workbook.member(sheet) else []
    people = _people(workbook)
    lines: dict[int, list[str]] = defaultdict(list)
    for kind in ("comments", "threadedComment"):
        for part in (one.target for one in named if one.kind == kind):
            for cell, author, text in _comments(part_xml(workbook.archive, part), people):
                place = _CELL.fullmatch(cell)
                if place and text:
                    by = f" ({author})" if author else ""
                    lines[int(place[1])].append(f"Comment{by} on {cell}: {text}")
    return lines


def _comments(root: Element | None, people: dict[str, str]) -> list[tuple[str, str, str]]:
    """Return cell, author and text of each comment; what only stands in for a thread is left out."""
    if root is None:
        return []
    authors = [one_line(one.text or "") for one in root.iter() if _local(one) == "author"]
    found: list[tuple[str, str, str]] = []
    for one in root.iter():
        if _local(one) == "comment":
            number = one.get("authorId", "")
            author = authors[int(number)] if number.isdecimal() and int(number) < len(authors) else ""
            if not author.startswith(_STAND_IN):
                found.append((one.get("ref", ""), author, _text(one)))
        elif _local(one) == "threadedComment":
            found.append((one.get("ref", ""), people.get(one.get("personId", ""), ""), _text(one)))
    return found


def _people(workbook: Workbook) -> dict[str, str]:
    parts = [one.target for one in relations(workbook.archive, workbook.part) if one.kind == "person"]
    roots = [root for part in parts if (root := part_xml(workbook.archive, part)) is not None]
    return {one.get("id", ""): one_line(one.get("displayName", "")) for root in roots for one in root}


def _text(comment: Element) -> str:
    """Join the runs of a comment; the reading of its characters, which Japanese text may have, is none of it."""
    hidden = {id(inner) for one in comment.iter() if _local(one) == "rPh" for inner in one.iter()}
    words = (one.text or "" for one in comment.iter() if _local(one) in {"t", "text"} and id(one) not in hidden)
    return one_line("".join(words))


def _local(element: Element) -> str:
    return element.tag.rpartition("}")[2]
