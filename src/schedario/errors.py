"""Every error that Schedario raises on purpose.

    SchedarioError
    +-- InputError                    what the person asked cannot be done as asked
    |   +-- PathMissingError
    |   +-- ArchiveNameError
    |   +-- ArchiveMissingError
    |   +-- ArchiveExistsError
    |   +-- BackupError
    |   +-- EmptyQueryError
    |   +-- AddendumError
    |   +-- FilterError
    |   +-- DocumentUnknownError
    |   +-- DocumentNotShownError
    |   +-- SectionUnknownError
    |   +-- ArgumentError
    |   +-- NoteError
    |   +-- ClientError
    |   +-- SettingError
    |   +-- DatasetError
    |   +-- ReindexRunningError
    |   +-- SourceError
    |   |   +-- SyncRunningError
    |   |   +-- SourceUnknownError
    |   +-- JobUnknownError
    |   +-- ReportUnknownError
    |   +-- OriginalMissingError
    |   +-- TokenError
    |   +-- ServiceRunningError
    |   +-- AddressError
    |   +-- RequestError              what came over HTTP cannot be done as it came
    |       +-- RouteUnknownError
    |       +-- MethodNotAllowedError
    |       +-- RequestInvalidError
    |       +-- TokenNeededError
    |       +-- OriginError
    |       +-- UploadTooLargeError
    |       +-- UploadStalledError
    +-- DatabaseError                 the index cannot be reached or used
    |   +-- DatabaseUnreachableError
    |   +-- DatabaseServerError
    |   +-- DatabaseVersionError
    +-- ModelError                    a model cannot be made, loaded or used
    |   +-- SpaceMismatchError
    |   +-- SpaceReplacedError
    |   +-- EmbedderError
    |   +-- RerankerError
    |   +-- ChatError
    +-- DataFolderError               the data folder cannot be made, or written to
    +-- StoppedError                  work was stopped before its end, and is given back
    +-- WorkerLostError               a worker died with a job in its hands
    +-- FileError                     one file cannot be indexed; the others go on
        +-- FileUnreadableError
        +-- FileChangedError
        +-- FileInCloudError
        +-- FormatUnsupportedError
        |   +-- ReaderMissingError
        +-- PasswordNeededError
        +-- FileDamagedError
        +-- FileEmptyError
        +-- LimitExceededError
        +-- ExtractionCrashedError
        +-- OcrUnavailableError

Each has a stable code, says whether trying again can help, and reads as one line in three parts: what happened, to
what, and what to do. ``docs/errors.md`` lists them all.
"""

from collections.abc import Iterator
from typing import ClassVar, Self


class SchedarioError(Exception):
    """The root: anything the product raises on purpose."""

    code: ClassVar[str] = "error"
    retryable: ClassVar[bool] = False

    def __init__(self, what: str, *, subject: str = "", remedy: str = "") -> None:
        super().__init__(what, subject, remedy)
        self.what = what
        self.subject = subject
        self.remedy = remedy

    def __str__(self) -> str:
        sentence = f"{self.what}: {self.subject}" if self.subject else self.what
        return f"{sentence}. {self.remedy}" if self.remedy else sentence

    @property
    def reason(self) -> str:
        """The line without its subject, for where the subject stands beside it."""
        return f"{self.what}. {self.remedy}" if self.remedy else self.what


class InputError(SchedarioError):
    """What was asked cannot be done as it was asked."""

    code = "input"


class PathMissingError(InputError):
    """A path that was named does not exist."""

    code = "path_missing"


class ArchiveNameError(InputError):
    """An archive name is not allowed."""

    code = "archive_name"


class ArchiveMissingError(InputError):
    """An archive that was named does not exist."""

    code = "archive_missing"


class ArchiveExistsError(InputError):
    """An archive that was to be made exists."""

    code = "archive_exists"


class BackupError(InputError):
    """A backup cannot be written where it was to be, or a file is none, is damaged or is too new."""

    code = "backup"


class EmptyQueryError(InputError):
    """A query has nothing in it to search for."""

    code = "query_empty"


class AddendumError(InputError):
    """A note cannot be hung on a document as it is, or there is no such note."""

    code = "addendum"


class FilterError(InputError):
    """A filter can let no document pass, as it is given."""

    code = "filter"


class DocumentUnknownError(InputError):
    """No document has the id that was given."""

    code = "document_unknown"


class DocumentNotShownError(InputError):
    """A conversation names a document that no search or list has shown it."""

    code = "document_not_shown"


class SectionUnknownError(InputError):
    """A document has no section of that number, or the section no such offset."""

    code = "section_unknown"


class ArgumentError(InputError):
    """A tool was called with a parameter that it has not, without one that it needs, or with a value it cannot take."""

    code = "argument"


class NoteError(InputError):
    """A note cannot be written: there is no inbox, its name is taken, or its title makes no name."""

    code = "note"


class ClientError(InputError):
    """A client's configuration, or a unit of the system, cannot be changed as it is."""

    code = "client"


class SettingError(InputError):
    """A setting is unknown or has a value that is not allowed."""

    code = "setting"


class DatasetError(InputError):
    """An evaluation dataset is not in the documented form."""

    code = "dataset"


class SourceError(InputError):
    """A folder or repository cannot be kept up to date as it was given."""

    code = "source"


class SyncRunningError(SourceError):
    """Another process makes a pass over the archive's sources."""

    code = "sync_running"
    retryable = True


class ReindexRunningError(InputError):
    """Another process builds an embedding space of the archive."""

    code = "reindex_running"
    retryable = True


class SourceUnknownError(SourceError):
    """No source has the number that was given."""

    code = "source_unknown"


class JobUnknownError(InputError):
    """No job of the queue has the number that was given, or it is not in a state for what was asked."""

    code = "job_unknown"


class ReportUnknownError(InputError):
    """No evaluation report that is kept has the name that was given."""

    code = "report_unknown"


class OriginalMissingError(InputError):
    """The file that a document was read from cannot be given."""

    code = "original_missing"


class TokenError(InputError):
    """A token cannot be made or revoked as it was named."""

    code = "token"


class ServiceRunningError(InputError):
    """A service runs already for the data folder."""

    code = "service_running"


class AddressError(InputError):
    """The service cannot listen on an address, or must not as it is."""

    code = "address"


class RequestError(InputError):
    """What came over HTTP cannot be done as it came."""

    code = "request"


class RouteUnknownError(RequestError):
    """The service has nothing at a path."""

    code = "route_unknown"


class MethodNotAllowedError(RequestError):
    """What is at a path knows no such method."""

    code = "method_not_allowed"


class RequestInvalidError(RequestError):
    """A request has an unknown or missing field, or a value that is not allowed."""

    code = "request_invalid"


class TokenNeededError(RequestError):
    """A request came without a token, or with one that is not valid."""

    code = "token_needed"


class OriginError(RequestError):
    """A request came by another name of this machine, or from a page of another site."""

    code = "origin"


class UploadTooLargeError(RequestError):
    """A file that is sent is larger than a file may be."""

    code = "upload_too_large"


class UploadStalledError(RequestError):
    """A file that is sent does not get on."""

    code = "upload_stalled"
    retryable = True


class DatabaseError(SchedarioError):
    """The database cannot be used."""

    code = "database"


class DatabaseUnreachableError(DatabaseError):
    """No connection to the database could be had."""

    code = "database_unreachable"
    retryable = True


class DatabaseInUseError(DatabaseError):
    """A database cannot be left or entered while it is used as it is."""

    code = "database_in_use"


class DatabaseServerError(DatabaseError):
    """The embedded server could not be started or stopped."""

    code = "database_server"
    retryable = True


class DatabaseVersionError(DatabaseError):
    """The server, its pgvector or the archive's schema is of a version that cannot be used."""

    code = "database_version"


class ModelError(SchedarioError):
    """A model cannot be made, loaded or used."""

    code = "model"


class SpaceMismatchError(ModelError):
    """The archive's vectors are another model's than is asked for, and that one cannot be used here."""

    code = "space_mismatch"


class SpaceReplacedError(ModelError):
    """Another embedding space became the active one while the archive was asked or written to."""

    code = "space_replaced"
    retryable = True


class EmbedderError(ModelError):
    """The configured embedder gave no vectors at any place that has its model."""

    code = "embedder"
    retryable = True


class RerankerError(ModelError):
    """The reranker cannot be loaded or reached, or gave no order; the answer comes in the order of the scores."""

    code = "reranker"
    retryable = True


class ChatError(ModelError):
    """The chat model cannot be reached or gave no answer that can be used; the best sentences are quoted instead."""

    code = "chat"
    retryable = True


class DataFolderError(SchedarioError):
    """The data folder cannot be made, or written to."""

    code = "data_folder"
    retryable = True


class StoppedError(SchedarioError):
    """Work was stopped before its end; what it was about is as it was before."""

    code = "stopped"
    retryable = True


class WorkerLostError(SchedarioError):
    """A worker died, or was not heard of for too long, with a job in its hands."""

    code = "worker_lost"
    retryable = True


class FileError(SchedarioError):
    """One file cannot be indexed."""

    code = "file"


class FileUnreadableError(FileError):
    """The operating system does not give the file's bytes."""

    code = "file_unreadable"
    retryable = True


class FileChangedError(FileError):
    """The file changed while it was being read."""

    code = "file_changed"
    retryable = True


class FileInCloudError(FileError):
    """Reading the file would download it from a cloud, which a pass over a folder does not do."""

    code = "file_in_cloud"
    retryable = True


class FormatUnsupportedError(FileError):
    """No reader knows this kind of file; it is skipped, not failed."""

    code = "format_unsupported"


class ReaderMissingError(FormatUnsupportedError):
    """The file is read by a program that is not installed; it is skipped until it is."""

    code = "reader_missing"
    retryable = True


class PasswordNeededError(FileError):
    """The file is encrypted."""

    code = "password_needed"


class FileDamagedError(FileError):
    """The file is not what its kind promises, or is broken."""

    code = "file_damaged"


class FileEmptyError(FileError):
    """The file was read and holds no text."""

    code = "file_empty"


class LimitExceededError(FileError):
    """A limit of size, time, memory or count was reached; the message names it."""

    code = "limit_exceeded"

    @classmethod
    def reached(cls, setting: str, allowed: str, found: object, *, subject: str) -> Self:
        """Make the error for a limit that a setting holds; ``allowed`` is its value in the setting's unit."""
        return cls(
            f"the limit {setting}={allowed} was reached ({found})",
            subject=subject,
            remedy=f"Raise the setting {setting}, or split the file",
        )


class ExtractionCrashedError(FileError):
    """The process that read the file died."""

    code = "extraction_crashed"


class OcrUnavailableError(FileError):
    """The file has only pictures of text and no OCR engine could be used."""

    code = "ocr_unavailable"


def error_classes(root: type[SchedarioError] = SchedarioError) -> Iterator[type[SchedarioError]]:
    """Yield the root and every class below it, parents first."""
    yield root
    for child in root.__subclasses__():
        yield from error_classes(child)


def error_class(code: str) -> type[SchedarioError]:
    """Return the class that bears a code; ``SchedarioError`` when none does."""
    return next((cls for cls in error_classes() if cls.code == code), SchedarioError)
