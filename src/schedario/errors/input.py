"""What a person asked cannot be done as it was asked."""

from schedario.errors.root import SchedarioError


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


class CategoryError(InputError):
    """A category cannot be added or renamed as it was asked, or there is none of the name."""

    code = "category"


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
