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
    |   +-- CategoryError
    |   +-- ClientError
    |   +-- SettingError
    |   +-- DatasetError
    |   +-- ReindexRunningError
    |   +-- SourceError
    |   |   +-- SyncRunningError
    |   |   +-- SourceUnknownError
    |   +-- JobUnknownError
    |   +-- ReportUnknownError
    |   +-- ImageUnavailableError
    |   +-- OriginalMissingError
    |   +-- TokenError
    |   +-- ServiceRunningError
    |   +-- AddressError
    |   +-- RequestError              what came over HTTP cannot be done as it came
    |       +-- RequestUnreadableError
    |       +-- RouteUnknownError
    |       +-- MethodNotAllowedError
    |       +-- RequestInvalidError
    |       +-- TokenNeededError
    |       +-- OriginError
    |       +-- UploadTooLargeError
    |       +-- UploadStalledError
    +-- DatabaseError                 the index cannot be reached or used
    |   +-- DatabaseUnreachableError
    |   +-- DatabaseInUseError
    |   +-- DatabaseServerError
    |   +-- DatabaseVersionError
    +-- ModelError                    a model cannot be made, loaded or used
    |   +-- SpaceMismatchError
    |   +-- SpaceReplacedError
    |   +-- EmbedderError
    |   +-- RerankerError
    |   +-- ChatError
    |   +-- AnalysisError             a model that describes documents
    |       +-- AnalysisModelError
    |       +-- AnalysisAnswerError
    |           +-- AnswerCutError
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

from schedario.errors.files import (
    ExtractionCrashedError,
    FileChangedError,
    FileDamagedError,
    FileEmptyError,
    FileError,
    FileInCloudError,
    FileUnreadableError,
    FormatUnsupportedError,
    LimitExceededError,
    OcrUnavailableError,
    PasswordNeededError,
    ReaderMissingError,
)
from schedario.errors.input import (
    AddendumError,
    ArchiveExistsError,
    ArchiveMissingError,
    ArchiveNameError,
    ArgumentError,
    BackupError,
    CategoryError,
    ClientError,
    DatasetError,
    DocumentNotShownError,
    DocumentUnknownError,
    EmptyQueryError,
    FilterError,
    InputError,
    NoteError,
    PathMissingError,
    ReindexRunningError,
    SectionUnknownError,
    SettingError,
    SourceError,
    SourceUnknownError,
    SyncRunningError,
)
from schedario.errors.parts import (
    AnalysisAnswerError,
    AnalysisError,
    AnalysisModelError,
    AnswerCutError,
    ChatError,
    DatabaseError,
    DatabaseInUseError,
    DatabaseServerError,
    DatabaseUnreachableError,
    DatabaseVersionError,
    DataFolderError,
    EmbedderError,
    ModelError,
    RerankerError,
    SpaceMismatchError,
    SpaceReplacedError,
    StoppedError,
    WorkerLostError,
)
from schedario.errors.root import (
    SchedarioError,
    error_class,
    error_classes,
)
from schedario.errors.service import (
    AddressError,
    ImageUnavailableError,
    JobUnknownError,
    MethodNotAllowedError,
    OriginalMissingError,
    OriginError,
    ReportUnknownError,
    RequestError,
    RequestInvalidError,
    RequestUnreadableError,
    RouteUnknownError,
    ServiceRunningError,
    TokenError,
    TokenNeededError,
    UploadStalledError,
    UploadTooLargeError,
)

__all__ = [
    "AddendumError",
    "AddressError",
    "AnalysisAnswerError",
    "AnalysisError",
    "AnalysisModelError",
    "AnswerCutError",
    "ArchiveExistsError",
    "ArchiveMissingError",
    "ArchiveNameError",
    "ArgumentError",
    "BackupError",
    "CategoryError",
    "ChatError",
    "ClientError",
    "DataFolderError",
    "DatabaseError",
    "DatabaseInUseError",
    "DatabaseServerError",
    "DatabaseUnreachableError",
    "DatabaseVersionError",
    "DatasetError",
    "DocumentNotShownError",
    "DocumentUnknownError",
    "EmbedderError",
    "EmptyQueryError",
    "ExtractionCrashedError",
    "FileChangedError",
    "FileDamagedError",
    "FileEmptyError",
    "FileError",
    "FileInCloudError",
    "FileUnreadableError",
    "FilterError",
    "FormatUnsupportedError",
    "ImageUnavailableError",
    "InputError",
    "JobUnknownError",
    "LimitExceededError",
    "MethodNotAllowedError",
    "ModelError",
    "NoteError",
    "OcrUnavailableError",
    "OriginError",
    "OriginalMissingError",
    "PasswordNeededError",
    "PathMissingError",
    "ReaderMissingError",
    "ReindexRunningError",
    "ReportUnknownError",
    "RequestError",
    "RequestInvalidError",
    "RequestUnreadableError",
    "RerankerError",
    "RouteUnknownError",
    "SchedarioError",
    "SectionUnknownError",
    "ServiceRunningError",
    "SettingError",
    "SourceError",
    "SourceUnknownError",
    "SpaceMismatchError",
    "SpaceReplacedError",
    "StoppedError",
    "SyncRunningError",
    "TokenError",
    "TokenNeededError",
    "UploadStalledError",
    "UploadTooLargeError",
    "WorkerLostError",
    "error_class",
    "error_classes",
]
