"""Documents, their outlines and sections as JSON, the same at every front door."""

from typing import Any

from schedario.records.document import Container, DocumentRecord
from schedario.records.outline import Place, SectionText, ShownDocument
from schedario.records.version import Family
from schedario.services.analysis_json import analysis_json
from schedario.services.picture_json import pictures_json


def container_json(container: Container | None) -> dict[str, str] | None:
    """Return what a member says of the document that it lies in; None for a file on disk."""
    return {"id": container.id, "name": container.name, "title": container.title} if container else None


def record_json(record: DocumentRecord) -> dict[str, Any]:
    """Return a document as the JSON that ``list`` and ``show`` print."""
    return {
        "id": record.id,
        "name": record.name,
        "path": record.file.path,
        "container": container_json(record.container),
        "status": record.status.value,
        "code": record.problem.code if record.problem else "",
        "reason": record.problem.message if record.problem else "",
        "outdated": record.outdated,
        "duplicate_of": record.duplicate_of,
        "collection": record.collection,
        "media_type": record.media_type,
        "title": record.title,
        "language": record.language,
        **note_json(record),
        "pages": record.pages,
        "chunks": record.chunks,
        "size_bytes": record.file.size_bytes,
        "modified": record.file.modified.isoformat(),
        "indexed_at": record.indexed_at.isoformat(),
        "first_seen": record.first_seen.isoformat() if record.first_seen else None,
        "attempts": record.attempt.count if record.attempt else 0,
        "attempted_at": record.attempt.at.isoformat() if record.attempt else None,
        "warnings": list(record.warnings),
        "analysis": analysis_json(record.analysis),
    }


def shown_json(shown: ShownDocument) -> dict[str, Any]:
    """Return a document with its outline and members as the JSON that ``show`` prints."""
    return {
        **record_json(shown.record),
        "outline": [_place_json(number, place) for number, place in enumerate(shown.outline, 1)],
        "members": [{"id": m.id, "path": m.file.path, "status": m.status.value} for m in shown.members],
        "versions": family_json(shown.family) if shown.family else None,
        "pictures": pictures_json(shown.pictures),
    }


def _place_json(number: int, place: Place) -> dict[str, Any]:
    confidence = None if place.confidence is None else round(place.confidence, 4)
    return {
        "section": number,
        "place": place.name,
        "page": place.page,
        "origin": place.origin,
        "confidence": confidence,
        "blank": place.blank,
        "characters": place.end - place.start,
    }


def section_json(part: SectionText) -> dict[str, Any]:
    """Return a part of a section as the JSON that ``show --section --json`` prints."""
    return {
        "document": part.document,
        "section": part.number,
        "place": part.place.name,
        "page": part.place.page,
        "origin": part.place.origin,
        "characters": part.place.end - part.place.start,
        "offset": part.offset,
        "text": part.text,
        "next_offset": part.next_offset,
    }


def note_json(record: DocumentRecord) -> dict[str, Any]:
    """Return what a note says of itself; empty values for what is none."""
    note = record.note
    return {
        "tags": list(note.tags) if note else [],
        "aliases": list(note.aliases) if note else [],
        "summary": note.summary if note else "",
        "date": note.dated.isoformat() if note and note.dated else None,
    }


def family_json(family: Family) -> dict[str, Any]:
    """Return versions of one document as JSON, newest first."""
    members = [{"id": m.id, "name": m.name, "path": m.path, "modified": m.modified.isoformat()} for m in family.members]
    return {"newest": family.newest.id, "by": family.order.value, "documents": members, "note": family.in_words}
