"""Files that lie inside other files: found, settled, and removed with what they lie in.

Everything here runs within a transaction that holds the archive's lock.
"""

from collections.abc import Set

from psycopg import Connection
from psycopg.rows import DictRow

from schedario.db.queries import composed, query
from schedario.db.queue import forget_analysis
from schedario.db.rows import DOCUMENT_COLUMNS, document_record
from schedario.db.search_runs import forget
from schedario.db.vision import forgetting_unseen
from schedario.db.writing import remove_content
from schedario.errors import FileChangedError
from schedario.records.document import DocumentId, DocumentRecord, DocumentStatus, FileFacts


def ensure_container(connection: Connection[DictRow], file: FileFacts) -> None:
    """Refuse a member whose container was removed while it was read.

    Raises:
        FileChangedError: It was.
    """
    if file.container and not connection.execute(query("document_exists"), {"id": file.container}).fetchone():
        raise FileChangedError(
            "the document that it lies in was removed meanwhile", subject=file.path, remedy="Add it again"
        )


def remove_members(connection: Connection[DictRow], container: DocumentId, keep: Set[DocumentId] = frozenset()) -> int:
    """Remove the members of a container, but those to be kept, with all that lies in them; returns how many stay."""
    found = connection.execute(composed("members_of_document", columns=DOCUMENT_COLUMNS), {"id": container}).fetchall()
    gone = [record for record in map(document_record, found) if record.id not in keep]
    for record in gone:
        remove_document(connection, record)
    return len(found) - len(gone)


def remove_document(connection: Connection[DictRow], document: DocumentRecord) -> None:
    """Remove a document with all that was made of it and all that lies in it; what it lay in is no longer settled."""
    below = connection.execute(composed("members_below", columns=DOCUMENT_COLUMNS), {"id": document.id}).fetchall()
    for record in [*map(document_record, below), document]:
        with forgetting_unseen(connection, record.id):
            if record.status is DocumentStatus.INDEXED:
                remove_content(connection, record)
            connection.execute(query("delete_document"), {"id": record.id})
        forget(connection, record.id)
        forget_analysis(connection, record.id)
    if document.file.container and not document.file.addendum:
        settle(connection, document.file.container, settled=False)


def settle(connection: Connection[DictRow], container: DocumentId, *, settled: bool) -> None:
    """Keep whether all members of a container are done."""
    connection.execute(query("settle_members"), {"id": container, "settled": settled})
