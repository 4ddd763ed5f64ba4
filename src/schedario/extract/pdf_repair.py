"""Gives a PDF whose end is lost a new one, so that the pages that are there can be read.

The end of the file says where its pages are. Without it they are found by what each object says of itself.
"""

import re

_OBJECT = re.compile(rb"\b(\d{1,7})\s+(\d{1,5})\s+obj\b")
_PAGE = re.compile(rb"/Type\s*/Page(?![A-Za-z])")
_END = b"endobj"
# A page's own entry is short; what it shows stands elsewhere.
_LONGEST_PAGE_OBJECT = 8_192


def repaired(content: bytes, most_pages: int) -> bytes | None:
    """Return the file with a catalogue of the pages found in it, in the order of the file; None when there is none."""
    end = content.rfind(_END)
    if end < 0:
        return None
    content = content[: end + len(_END)]
    pages: dict[bytes, bytes] = {}
    largest = 0
    for found in _OBJECT.finditer(content):
        largest = max(largest, int(found[1]))
        body = content[found.end() : found.end() + _LONGEST_PAGE_OBJECT].split(_END, 1)[0].split(b"stream", 1)[0]
        if _PAGE.search(body) and len(pages) < most_pages:
            pages[found[1]] = found[2]
    if not pages:
        return None
    kids = b" ".join(b"%s %s R" % page for page in pages.items())
    tree, catalogue = largest + 1, largest + 2
    return content + (
        b"\n%d 0 obj\n<< /Type /Pages /Kids [%s] /Count %d >>\nendobj\n" % (tree, kids, len(pages))
        + b"%d 0 obj\n<< /Type /Catalog /Pages %d 0 R >>\nendobj\n" % (catalogue, tree)
        + b"trailer\n<< /Root %d 0 R /Size %d >>\n%%%%EOF\n" % (catalogue, catalogue + 1)
    )
