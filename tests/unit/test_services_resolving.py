"""Where a link leads: by path, by name, by title and alias, and at last without regard to case."""

import pytest

from schedario.records.document import DocumentId
from schedario.records.link import KeptLink, LinkEnd
from schedario.records.note import Link, LinkKind, link_key
from schedario.services.resolving import resolved

SOURCE = LinkEnd(DocumentId("source"), "/v/a/source.md")


def end(path: str, title: str = "", *aliases: str, copy_of: str = "") -> LinkEnd:
    return LinkEnd(DocumentId(path), path, title, aliases, DocumentId(copy_of) if copy_of else None)


def leads_to(target: str, *ends: LinkEnd, kind: LinkKind = LinkKind.WIKI, source: LinkEnd = SOURCE) -> list[str]:
    link = Link(kind, target)
    found = resolved(KeptLink(source, 0, link_key(link.path), link), ends)
    return [found.target.path] if found.target else [candidate.path for candidate in found.candidates]


HERE, THERE, OTHER = end("/v/a/Name.md"), end("/v/b/Name.md"), end("/v/c/Name.md")


@pytest.mark.parametrize(
    ("target", "ends", "found"),
    [
        ("Name", (HERE, THERE), ["/v/a/Name.md"]),
        ("Name", (THERE,), ["/v/b/Name.md"]),
        ("Name", (THERE, OTHER), ["/v/b/Name.md", "/v/c/Name.md"]),
        ("Name.md", (THERE,), ["/v/b/Name.md"]),
        ("b/Name", (THERE, OTHER), ["/v/b/Name.md"]),
        ("/b/Name", (THERE, OTHER), ["/v/b/Name.md"]),
        ("../c/Name", (THERE, OTHER), ["/v/c/Name.md"]),
        ("Name", (end("/v/b/Name.pdf"),), []),
        ("Name.pdf", (end("/v/b/Name.pdf"),), ["/v/b/Name.pdf"]),
        ("ame", (THERE,), []),
        ("The boiler", (end("/v/b.md", "The boiler"),), ["/v/b.md"]),
        ("Heizkessel", (end("/v/b.md", "x", "y", "Heizkessel"),), ["/v/b.md"]),
        ("Name", (end("/v/x.md", "Name"), THERE), ["/v/b/Name.md"]),
        ("name", (THERE,), ["/v/b/Name.md"]),
        ("name", (THERE, end("/v/c/name.md")), ["/v/c/name.md"]),
        ("caf\u00e9", (end("/v/cafe\u0301.md"),), ["/v/cafe\u0301.md"]),
        ("TCP/IP", (end("/v/x.md", "TCP/IP"),), ["/v/x.md"]),
    ],
)
def test_a_wiki_link_leads_by_the_nearest_name(target: str, ends: tuple[LinkEnd, ...], found: list[str]) -> None:
    assert leads_to(target, *ends) == found


def test_a_markdown_link_is_an_address_and_no_title() -> None:
    assert leads_to("my%20file.md", end("/v/a/my file.md"), kind=LinkKind.MARKDOWN) == ["/v/a/my file.md"]
    assert leads_to("Title", end("/v/a/x.md", "Title"), kind=LinkKind.MARKDOWN) == []
    assert leads_to("Name.md", THERE, kind=LinkKind.MARKDOWN) == ["/v/b/Name.md"]


def test_the_address_of_a_page_is_a_path_alone() -> None:
    page = end("/v/b/page.html")
    assert leads_to("page.html", page, kind=LinkKind.HTML) == []
    assert leads_to("../b/page.html", page, kind=LinkKind.HTML) == ["/v/b/page.html"]
    assert leads_to("/b/page.html", page, kind=LinkKind.HTML) == ["/v/b/page.html"]


def test_links_work_within_containers_and_repositories() -> None:
    packed = LinkEnd(DocumentId("p"), "/v/notes.zip!/a.md")
    assert leads_to("b.md", end("/v/notes.zip!/b.md"), end("/x/b.md"), source=packed) == ["/v/notes.zip!/b.md"]
    kept = LinkEnd(DocumentId("g"), "git:/repo@main/docs/a.md")
    assert leads_to("../b.md", end("git:/repo@main/b.md"), source=kept) == ["git:/repo@main/b.md"]


def test_a_copy_is_no_other_document() -> None:
    assert leads_to("Name", THERE, end("/v/c/Name.md", copy_of="/v/b/Name.md")) == ["/v/b/Name.md"]
    copies = (end("/v/c/Name.md", copy_of="x"), end("/v/d/Name.md", copy_of="x"))
    assert leads_to("Name", *copies) == ["/v/c/Name.md"]
    # By its own path the copy itself is meant.
    assert leads_to("../c/Name", THERE, copies[0]) == ["/v/c/Name.md"]
