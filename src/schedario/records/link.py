"""Links between documents, and what becomes of them."""

from dataclasses import dataclass

from schedario.records.document import DocumentId
from schedario.records.note import Link


@dataclass(frozen=True, slots=True)
class LinkEnd:
    """A document that a link comes from or may lead to.

    Attributes:
        id: Public id.
        path: As on disk.
        title: Its own title, or empty.
        aliases: Other names that it goes by.
        duplicate_of: The document that holds its text, for a duplicate; else None.
    """

    id: DocumentId
    path: str
    title: str = ""
    aliases: tuple[str, ...] = ()
    duplicate_of: DocumentId | None = None


@dataclass(frozen=True, slots=True)
class KeptLink:
    """A link as it is kept: where it leads is found when somebody asks.

    Attributes:
        source: The document that has it.
        ordinal: Its place among the document's links, from 0.
        key: What its target is looked up by; see ``link_key``.
        link: As it is written.
    """

    source: LinkEnd
    ordinal: int
    key: str
    link: Link


@dataclass(frozen=True, slots=True)
class ResolvedLink:
    """A link and where it leads now.

    Attributes:
        source: The document that has it.
        link: As it is written.
        target: The document that it leads to; None when it is broken.
        candidates: When several documents are meant as well as each other, these; else empty.
    """

    source: LinkEnd
    link: Link
    target: LinkEnd | None = None
    candidates: tuple[LinkEnd, ...] = ()


@dataclass(frozen=True, slots=True)
class DocumentLinks:
    """The links of one document.

    Attributes:
        document: It.
        outgoing: Those that it has, in order, broken ones too.
        backlinks: Those of other documents that lead to it, by path.
    """

    document: LinkEnd
    outgoing: tuple[ResolvedLink, ...]
    backlinks: tuple[ResolvedLink, ...]
