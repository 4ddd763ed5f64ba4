"""What a person hangs on a document, on its way into the archive: a document that is in no file."""

import hashlib
from datetime import UTC, datetime

from schedario.errors import AddendumError
from schedario.ingest.normalise import normalise
from schedario.ingest.pipeline import IngestPipeline
from schedario.records.document import DocumentRecord, FileFacts, NewDocument
from schedario.records.extraction import Block, ExtractedPage, Extraction, Origin, PageKind

MOST_CHARACTERS = 100_000
"""Longer ones are documents; they are added as files."""

_MEDIA_TYPE = "text/plain"


def addendum(pipeline: IngestPipeline, record: DocumentRecord, text: str) -> NewDocument:
    """Make the document that an addendum is kept as; its chunks stand under the name of what it hangs on.

    Raises:
        AddendumError: There is nothing to find in the text, or too much.
        ModelError: The embedder cannot be used.
    """
    if len(text) > MOST_CHARACTERS:
        raise AddendumError(
            f"the addendum has {len(text):,} characters, {MOST_CHARACTERS:,} are the most",
            subject=record.name,
            remedy="Save it as a file and add that",
        )
    if not any(map(str.isalnum, text)):
        raise AddendumError("the addendum has nothing to find in it", subject=record.name, remedy="Give it some words")
    page = ExtractedPage(PageKind.BODY, None, "", Origin.TEXT, (Block(text),))
    extraction = Extraction(_MEDIA_TYPE, "", (page,))
    return pipeline.document(_facts(record, text), extraction, normalise(extraction), named=record.file.path)


def _facts(record: DocumentRecord, text: str) -> FileFacts:
    """Return facts of an addendum that are those of no other: the same words may hang on several documents."""
    now = datetime.now(UTC)
    content = text.encode("utf-8", "surrogatepass")
    return FileFacts(
        path=f"{record.file.path}!/addendum {now:%Y-%m-%d %H:%M:%S.%f}",
        size_bytes=len(content),
        modified=now,
        content_hash=hashlib.sha256(f"{record.id} {now.isoformat()}\n".encode() + content).hexdigest(),
        container=record.id,
        addendum=True,
    )
