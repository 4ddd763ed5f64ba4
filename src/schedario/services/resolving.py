"""Which document a link leads to, by the names of those that are there."""

import posixpath
from collections.abc import Callable, Iterator, Sequence

from schedario.records.link import KeptLink, LinkEnd, ResolvedLink
from schedario.records.note import Link, LinkKind, composed_form, without_note_suffix

_Test = Callable[[LinkEnd], bool]
_Spelling = Callable[[str], str]


def resolved(kept: KeptLink, ends: Sequence[LinkEnd]) -> ResolvedLink:
    """Say where a link leads among the documents that it may lead to.

    A path from where the link stands goes before a file's name anywhere, and that before a title or an alias; only when
    none of them is met as written, they are tried without regard to case. The first that is met decides; when several
    documents meet it, the link is broken and they are its candidates.

    Args:
        kept: The link.
        ends: Documents that have the link's key, and perhaps others.
    """
    for spelling in (composed_form, _caseless):
        for meets in _tests(kept.link, kept.source.path, spelling):
            if found := _distinct([end for end in ends if meets(end)]):
                return _decided(kept, found)
    return ResolvedLink(kept.source, kept.link)


def _decided(kept: KeptLink, found: Sequence[LinkEnd]) -> ResolvedLink:
    if len(found) == 1:
        return ResolvedLink(kept.source, kept.link, found[0])
    return ResolvedLink(kept.source, kept.link, candidates=tuple(found))


def _tests(link: Link, source_path: str, spelling: _Spelling) -> Iterator[_Test]:
    """Yield what a document must meet, the best way first."""
    written = spelling(link.path)
    yield _is_at(spelling(posixpath.normpath(posixpath.join(posixpath.dirname(source_path), link.path))), spelling)
    if link.kind is LinkKind.HTML and not written.startswith("/"):
        # A page's address is a path, and nothing else.
        return
    yield _ends_with(f"/{written.lstrip('/').removeprefix('./')}", spelling)
    if link.kind in {LinkKind.WIKI, LinkKind.EMBED}:
        yield lambda end: written in {spelling(end.title), *map(spelling, end.aliases)}


def _is_at(path: str, spelling: _Spelling) -> _Test:
    return lambda end: path in _spelled(end, spelling)


def _ends_with(beginning_at_a_folder: str, spelling: _Spelling) -> _Test:
    return lambda end: any(path.endswith(beginning_at_a_folder) for path in _spelled(end, spelling))


def _spelled(end: LinkEnd, spelling: _Spelling) -> tuple[str, str]:
    """Return the path of a document with and without the ending of a note."""
    path = spelling(end.path)
    return path, without_note_suffix(path)


def _distinct(found: Sequence[LinkEnd]) -> list[LinkEnd]:
    """Leave out copies of a document that is itself among them."""
    if len(found) == 1:
        return list(found)
    ids = {end.id for end in found}
    originals = [end for end in found if end.duplicate_of not in ids]
    # Of copies of something else the first stands for all.
    return list({end.duplicate_of or end.id: end for end in reversed(originals)}.values())[::-1]


def _caseless(name: str) -> str:
    return composed_form(name).casefold()
