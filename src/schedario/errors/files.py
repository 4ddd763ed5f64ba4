"""One file cannot be indexed; the others go on."""

from typing import Self

from schedario.errors.root import SchedarioError


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
