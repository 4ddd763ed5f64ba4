"""Rows to records; the columns stand beside what is made of them."""

import os
from datetime import UTC, date, datetime
from typing import Any

from psycopg import sql
from psycopg.rows import DictRow

from schedario.records.analysis import Analysis, Failure, Fingerprints, Presentation
from schedario.records.candidate import ChunkSpan
from schedario.records.document import (
    Attempt,
    ChunkId,
    Container,
    DocumentId,
    DocumentRecord,
    DocumentStatus,
    FileFacts,
    Header,
    Page,
    Problem,
)
from schedario.records.extraction import Origin, PageKind
from schedario.records.note import Note
from schedario.records.search import DocumentHead
from schedario.records.space import KeptChunk

DOCUMENT_COLUMNS = sql.SQL(
    "id, path, name, collection, status, problem_code, problem_message, duplicate_of, size_bytes, modified,"
    " content_hash, text_hash, media_type, title, language, fingerprint, warnings, pages, chunks, indexed_at,"
    " container_id, member_key, addendum, members_settled, first_seen_at, attempts, attempted_at, attempt_hash,"
    " attempt_fingerprint,"
    " (SELECT around.name FROM document AS around WHERE around.id = document.container_id) AS container_name,"
    " (SELECT around.title FROM document AS around WHERE around.id = document.container_id) AS container_title,"
    " (SELECT json_build_object('tags', tags, 'aliases', aliases, 'summary', summary, 'dated', dated) FROM note"
    " WHERE note.document_id = document.id) AS note,"
    " (SELECT row_to_json(made) FROM (SELECT analysis.*, ARRAY(SELECT category.name FROM document_category"
    " JOIN category ON category.id = document_category.category_id"
    " WHERE document_category.document_id = analysis.document_id ORDER BY category.key) AS categories"
    " FROM analysis WHERE analysis.document_id = coalesce(document.duplicate_of, document.id)) AS made) AS analysis"
)

SPAN_COLUMNS = sql.SQL(
    "chunk.document_id, chunk.ordinal, chunk.start_offset, chunk.end_offset, chunk.page_ordinal, page.kind,"
    " page.number, page.label, page.origin, page.confidence, chunk.heading_path, chunk.first_row, chunk.last_row,"
    " chunk.language, chunk.header_start, chunk.header_end"
)


def document_record(row: DictRow) -> DocumentRecord:
    """Make the record of a row of ``DOCUMENT_COLUMNS``."""
    return DocumentRecord(
        id=DocumentId(row["id"]),
        name=row["name"],
        file=FileFacts(
            path=os.fsdecode(row["path"]),
            size_bytes=row["size_bytes"],
            modified=row["modified"].astimezone(UTC),
            content_hash=row["content_hash"],
            container=DocumentId(row["container_id"]) if row["container_id"] is not None else None,
            member_key=row["member_key"],
            addendum=row["addendum"],
        ),
        collection=row["collection"],
        media_type=row["media_type"],
        title=row["title"],
        language=row["language"],
        status=DocumentStatus(row["status"]),
        problem=Problem(row["problem_code"], row["problem_message"]) if row["problem_code"] is not None else None,
        duplicate_of=DocumentId(row["duplicate_of"]) if row["duplicate_of"] is not None else None,
        text_hash=row["text_hash"],
        fingerprint=row["fingerprint"],
        pages=row["pages"],
        chunks=row["chunks"],
        indexed_at=row["indexed_at"].astimezone(UTC),
        warnings=tuple(row["warnings"]),
        container=_container(row),
        members_settled=row["members_settled"],
        first_seen=row["first_seen_at"].astimezone(UTC),
        attempt=Attempt(
            content_hash=row["attempt_hash"],
            fingerprint=row["attempt_fingerprint"],
            count=row["attempts"],
            at=row["attempted_at"].astimezone(UTC),
        ),
        note=_note(row["note"]),
        analysis=_kept_analysis(row["analysis"]),
    )


def chunk_span(row: DictRow) -> ChunkSpan:
    """Make the record of a row of ``SPAN_COLUMNS``."""
    return ChunkSpan(
        document=DocumentId(row["document_id"]),
        ordinal=row["ordinal"],
        start=row["start_offset"],
        end=row["end_offset"],
        page_index=row["page_ordinal"],
        page_kind=PageKind(row["kind"]),
        page_number=row["number"],
        page_label=row["label"],
        origin=Origin(row["origin"]),
        heading_path=tuple(row["heading_path"]),
        first_row=row["first_row"],
        last_row=row["last_row"],
        language=row["language"],
        header=None if row["header_start"] is None else Header(row["header_start"], row["header_end"]),
        confidence=row["confidence"],
    )


def kept_chunk(row: DictRow, text: str, header: str) -> KeptChunk:
    """Make the record of a row of ``unembedded_chunks`` and its texts."""
    return KeptChunk(
        id=ChunkId(row["id"]),
        text=text,
        header=header,
        language=row["language"],
        path=os.fsdecode(row["path"]),
        heading_path=tuple(row["heading_path"]),
        tokens=row["tokens"],
    )


def empty_page(row: DictRow) -> Page:
    """Make the record of a row of ``document_empty_pages``."""
    place = row["start_offset"], row["end_offset"]
    return Page(*place, PageKind(row["kind"]), row["number"], row["label"], Origin(row["origin"]))


def document_head(row: DictRow) -> DocumentHead:
    """Make the record of a row of ``document_heads``."""
    return DocumentHead(
        id=DocumentId(row["id"]),
        name=row["name"],
        path=os.fsdecode(row["path"]),
        collection=row["collection"],
        modified=row["modified"].astimezone(UTC),
        stale=row["stale"],
        title=row["title"],
        file_path=os.fsdecode(row["file_path"]),
        container=_container(row),
        fingerprint=row["fingerprint"],
        addendum_at=row["first_seen_at"].astimezone(UTC) if row["addendum"] else None,
        description=row["description"],
        described_by=row["described_by"],
        described_under=row["described_under"],
    )


def _kept_analysis(kept: dict[str, Any] | None) -> Analysis | None:
    return analysis_record({**kept, "made_at": datetime.fromisoformat(kept["made_at"])}) if kept else None


def analysis_record(row: DictRow) -> Analysis:
    """Make the record of a row of ``analysis`` with the names of the document's categories."""
    failure = None
    if row["failure_code"] is not None:
        problem = Problem(row["failure_code"], row["failure_message"])
        failure = Failure(problem, row["failure_answer"], row["failure_fingerprint"])
    return Analysis(
        document=DocumentId(row["document_id"]),
        presentation=Presentation(row["summary"], row["description"], tuple(row["key_terms"]), row["language"]),
        categories=tuple(row["categories"]),
        made_by=row["made_by"],
        made_under=made_under(row),
        made_at=row["made_at"].astimezone(UTC),
        failure=failure,
    )


def made_under(row: DictRow) -> Fingerprints:
    """Return what the parts of an analysis were made under."""
    return Fingerprints(row["summary_fingerprint"], row["description_fingerprint"], row["categories_fingerprint"])


def _note(kept: dict[str, Any] | None) -> Note | None:
    if kept is None:
        return None
    dated = date.fromisoformat(kept["dated"]) if kept["dated"] else None
    return Note(tuple(kept["tags"]), tuple(kept["aliases"]), kept["summary"], dated)


def _container(row: DictRow) -> Container | None:
    if row["container_id"] is None:
        return None
    return Container(DocumentId(row["container_id"]), row["container_name"], row["container_title"])
