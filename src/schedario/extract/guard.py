"""Whatever breaks while a file is read becomes an error of the file."""

from collections.abc import Iterator
from contextlib import contextmanager

from schedario.errors import FileError, LimitExceededError
from schedario.extract.source import Source


@contextmanager
def guarded(source: Source) -> Iterator[None]:
    """Turn what a reader or its libraries raise into an error of the file that says what broke.

    Raises:
        FileError: Something was raised.
    """
    try:
        yield
    except FileError as error:
        if error.subject:
            raise
        raise type(error)(error.what, subject=str(source.path), remedy=error.remedy) from error
    except RecursionError as error:
        raise LimitExceededError(
            "the file is nested too deeply", subject=str(source.path), remedy="Simplify the file"
        ) from error
    except MemoryError as error:
        raise source.beyond("memory_bytes", source.limits.memory_bytes, "no memory left") from error
    except Exception as error:
        # Libraries raise anything on a broken file; it is reported here and hidden nowhere.
        raise source.damaged(f"the file cannot be read ({type(error).__name__}: {str(error)[:200]})") from error
    except BaseException as error:
        # A library in Rust that gives up raises this, which is no Exception; its type cannot be imported.
        if type(error).__name__ != "PanicException":
            raise
        raise source.damaged(f"the file cannot be read ({str(error)[:200]})") from error
