"""Puts the passages of addenda before those of the document that they hang on."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from schedario.records.document import DocumentId
from schedario.records.search import DocumentHead, DocumentPassages, Passage


def with_addenda(
    groups: Sequence[DocumentPassages], annotated: Mapping[DocumentId, DocumentHead]
) -> list[DocumentPassages]:
    """Return the groups with each addendum's passages in its document's group, the older addendum first.

    Args:
        groups: Passages by document, each addendum a document of its own.
        annotated: Heads of the documents that the addenda hang on; what hangs on one that is gone is left out.
    """
    heads: dict[DocumentId, DocumentHead] = {}
    before: dict[DocumentId, list[Passage]] = {}
    own: dict[DocumentId, tuple[Passage, ...]] = {}
    for group in sorted(groups, key=lambda group: (group.document.addendum_at is not None, _age(group.document))):
        head = group.document
        if head.addendum_at is None:
            heads[head.id], own[head.id] = head, group.passages
        elif head.container and head.container.id in annotated:
            heads.setdefault(head.container.id, annotated[head.container.id])
            before.setdefault(head.container.id, []).extend(_labelled(head, passage) for passage in group.passages)
    return [DocumentPassages(heads[id_], (*before.get(id_, ()), *own.get(id_, ()))) for id_ in heads]


def _age(head: DocumentHead) -> tuple[float, DocumentId]:
    return (head.addendum_at.timestamp() if head.addendum_at else 0.0, head.id)


def _labelled(head: DocumentHead, passage: Passage) -> Passage:
    """Say of a passage which addendum it is of, and when that was written, in local time for people."""
    day = f"{head.addendum_at.astimezone():%Y-%m-%d}" if head.addendum_at else ""
    return replace(passage, locator=f"addendum, {day}", addendum=head.id, addendum_at=head.addendum_at)
