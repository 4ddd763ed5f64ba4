"""Waits for changes below folders, as the operating system announces them."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from watchfiles import watch

_QUIET_MILLISECONDS = 500
"""A burst is over when nothing has changed for so long: an archive that is unpacked, an editor that saves by rename."""
_LONGEST_BURST_MILLISECONDS = 30_000
_LOOK_UP_MILLISECONDS = 1000


@dataclass(frozen=True, slots=True)
class _Ended:
    """An event as the library asks it."""

    ended: Callable[[], bool]

    def is_set(self) -> bool:
        return self.ended()


class FolderWatch:
    """Waits for changes (``ports.ChangeWatch``)."""

    def changes(self, roots: Sequence[str], ended: Callable[[], bool]) -> Iterator[frozenset[str]]:
        """Yield the roots below which something changed, once a burst is over; in each quiet second an empty set.

        Raises:
            OSError: The operating system does not announce changes here, or no more of them.
        """
        try:
            batches = watch(
                *roots,
                watch_filter=None,
                step=_QUIET_MILLISECONDS,
                debounce=_LONGEST_BURST_MILLISECONDS,
                rust_timeout=_LOOK_UP_MILLISECONDS,
                yield_on_timeout=True,
                raise_interrupt=True,
                stop_event=_Ended(ended),
            )
            for batch in batches:
                paths = [Path(path) for _, path in batch]
                yield frozenset(root for root in roots if any(path.is_relative_to(root) for path in paths))
        except RuntimeError as error:
            # The library's own kind of error, for instance when the system's number of watches is used up.
            raise OSError(str(error)) from error
