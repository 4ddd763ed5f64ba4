"""What a document has to do with others: its container and members, its versions, its links."""

from collections.abc import Sequence

from schedario.dashboard.pieces import box, put
from schedario.dashboard.view import View
from schedario.records.link import DocumentLinks, LinkEnd, ResolvedLink
from schedario.records.outline import ShownDocument

_MOST = 200
"""Lines of one list."""


def relations(view: View, shown: ShownDocument, links: DocumentLinks) -> None:
    """Show those that there are."""
    say, record = view.say, shown.record
    if record.container:
        _links(say("relation.container"), [(record.container.id, record.container.name, record.container.title)])
    if record.duplicate_of:
        _links(say("relation.duplicate"), [(record.duplicate_of, record.duplicate_of, "")])
    _links(say("relation.members"), [(one.id, one.name, say(f"status.{one.status.value}")) for one in shown.members])
    if shown.family:
        own = record.duplicate_of or record.id
        versions = [(one.id, one.name, say("relation.this") if one.id == own else "") for one in shown.family.members]
        _links(say("relation.versions"), versions)
    _outgoing(view, links.outgoing)
    _links(say("relation.backlinks"), [_end(link.source) for link in links.backlinks])


def _links(title: str, ends: Sequence[tuple[str, str, str]]) -> None:
    """Show a list of documents: id, name, and what else is to be said; nothing for none."""
    if not ends:
        return
    put("h2", title)
    with box("ul", "relations"):
        for id_, name, said in ends[:_MOST]:
            with box("li"):
                put("a", name, href=f"/documents/{id_}")
                if said:
                    put("span", said, "muted")
        if len(ends) > _MOST:
            put("li", f"+ {len(ends) - _MOST}", "muted")


def _outgoing(view: View, links: Sequence[ResolvedLink]) -> None:
    if not links:
        return
    put("h2", view.say("relation.links"))
    with box("ul", "relations"):
        for link in links[:_MOST]:
            with box("li"):
                if link.target:
                    put("a", link.link.target or link.target.path, href=f"/documents/{link.target.id}")
                else:
                    put("span", link.link.target)
                    several = len(link.candidates)
                    said = view.say.counted("relation.several", several) if several else view.say("relation.broken")
                    put("span", said, "chip warning")


def _end(end: LinkEnd) -> tuple[str, str, str]:
    return end.id, end.path.rpartition("/")[2], end.title
