"""Looks at what changes, of which a later one may end before an earlier one: what that found is then old."""


class Looks:
    """Counts the looks of one page."""

    def __init__(self) -> None:
        self._begun = 0
        self._shown = 0

    def begin(self) -> int:
        """Return the number of a look that begins."""
        self._begun += 1
        return self._begun

    def end_all(self) -> None:
        """Let what those find that have begun be old."""
        self._shown = self.begin()

    def is_news(self, look: int) -> bool:
        """Tell whether what a look found is newer than what is shown; if so it is taken to be shown now."""
        if look < self._shown:
            return False
        self._shown = look
        return True
