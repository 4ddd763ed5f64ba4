"""How a place in a document is written for people; the only place where it is decided."""

from schedario.records.extraction import PageKind


def locator(
    kind: PageKind,
    number: int | None,
    label: str,
    heading_path: tuple[str, ...] = (),
    first_row: int | None = None,
    last_row: int | None = None,
) -> str:
    """Write a place as a person reads it.

    Returns:
        "page 3", "page 3 (iii)" when another number is printed on it, "slide 2", "sheet Costs, rows 10-40",
        "rows 10-40", "Install > Network", or an empty string for a file without pages and headings.
    """
    if kind is PageKind.PAGE:
        return f"page {number}" if label in {"", str(number)} else f"page {number} ({label})"
    if kind is PageKind.SLIDE:
        return f"slide {number}"
    if kind is PageKind.SHEET:
        return ", ".join(filter(None, [f"sheet {label or number}", _rows(first_row, last_row)]))
    return " > ".join(heading_path) or _rows(first_row, last_row)


def _rows(first: int | None, last: int | None) -> str:
    if first is None or last is None:
        return ""
    return f"row {first}" if first == last else f"rows {first}-{last}"
