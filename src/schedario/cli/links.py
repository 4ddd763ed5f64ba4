"""schedario links: what a document links to, what links to it, and which links are broken."""

from collections.abc import Sequence
from itertools import islice
from typing import Annotated, Any

import typer

from schedario.cli.output import JsonOption, console, counted, print_json, printable
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.link import DocumentLinks, LinkEnd, ResolvedLink


def links(
    context: typer.Context,
    document: Annotated[
        str | None, typer.Argument(metavar="[ID|PATH]", help="A document's id, or its file.", show_default=False)
    ] = None,
    broken: Annotated[bool, typer.Option("--broken", help="Only links that lead nowhere, of all documents.")] = False,
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="Broken links of all documents, at most.")] = 1000,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what a document links to and what links to it; with --broken what leads nowhere in the whole archive.

    Example: schedario links notes/boiler.md
    """
    if document is None and not broken:
        raise typer.BadParameter("name a document, or take --broken for the whole archive")
    with open_archive(context, archive) as services:
        if document is None:
            _print_broken(list(islice(services.notes.broken_links(), limit + 1)), limit, as_json=as_json)
            return
        found = services.notes.links(document)
    if broken:
        leading_nowhere = [link for link in found.outgoing if link.target is None]
        _print_broken(leading_nowhere, len(leading_nowhere), as_json=as_json)
    elif as_json:
        print_json(links_json(found))
    else:
        _print_links(found)


def links_json(found: DocumentLinks) -> dict[str, Any]:
    """Return a document's links as the JSON that ``links --json`` prints."""
    return {
        "document": _end_json(found.document),
        "outgoing": [link_json(link) for link in found.outgoing],
        "backlinks": [link_json(link) for link in found.backlinks],
        "broken": sum(link.target is None for link in found.outgoing),
    }


def link_json(link: ResolvedLink) -> dict[str, Any]:
    """Return one link as JSON."""
    return {
        "from": _end_json(link.source),
        "kind": link.link.kind.value,
        "target": link.link.target,
        "heading": link.link.heading,
        "to": _end_json(link.target) if link.target else None,
        "candidates": [_end_json(end) for end in link.candidates],
    }


def _end_json(end: LinkEnd) -> dict[str, str]:
    return {"id": end.id, "path": end.path, "title": end.title}


def _print_links(found: DocumentLinks) -> None:
    _print_part("links to", [_outgoing_line(link) for link in found.outgoing])
    _print_part("linked from", [f"{_name(link.source)}{_at(link)}" for link in found.backlinks])
    if found.document.duplicate_of:
        _say(f"A copy of {found.document.duplicate_of}, which has the links.")
    elif not found.outgoing and not found.backlinks:
        _say("No links.")


def _print_part(title: str, lines: Sequence[str]) -> None:
    if lines:
        _say(title)
    for line in lines:
        _say(f"  {line}")


def _print_broken(found: Sequence[ResolvedLink], limit: int, *, as_json: bool) -> None:
    if as_json:
        print_json([link_json(link) for link in found[:limit]])
        return
    for link in found[:limit]:
        _say(f"{_name(link.source)}: {_outgoing_line(link)}")
    if len(found) > limit:
        _say(f"There are more than {limit}; ask for more with --limit.")
    else:
        _say(f"{counted(len(found), 'broken link')}." if found else "No broken links.")


def _outgoing_line(link: ResolvedLink) -> str:
    written = f"{link.link.target}{_at(link)} ({link.link.kind.value})"
    if link.target:
        return f"{written} -> {_name(link.target)}"
    if link.candidates:
        return f"{written} -> broken, it could be any of: {'; '.join(map(_name, link.candidates))}"
    return f"{written} -> broken"


def _at(link: ResolvedLink) -> str:
    return f"#{link.link.heading}" if link.link.heading else ""


def _name(end: LinkEnd) -> str:
    return f"{end.id} {end.path}"


def _say(line: str) -> None:
    console().print(printable(line, keep=""), markup=False)
