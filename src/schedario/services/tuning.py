"""Changes settings for one archive while the program runs; each says what a change does to what is there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from schedario.errors import SettingError
from schedario.ports import OverrideStore
from schedario.records.setting import Effect, SettingChange, SettingState


@dataclass(frozen=True, slots=True)
class Tuning:
    """The settings of one archive.

    Attributes:
        store: Keeps those that hold for the archive alone.
        effects: The settings that can, each with what a change does.
        states: Says how all settings stand under given values for the archive; refuses a value that is not allowed.
    """

    store: OverrideStore
    effects: Mapping[str, Effect]
    states: Callable[[Mapping[str, str]], Sequence[SettingState]]

    def all(self) -> Sequence[SettingState]:
        """Return all settings as they hold for the archive."""
        return self.states(self.store.all())

    def set_at(self) -> Mapping[str, datetime]:
        """Return since when each value for the archive alone holds, UTC, by name."""
        return self.store.set_at()

    def set(self, name: str, value: str, *, changed_by: str) -> SettingState:
        """Let a value hold for the archive, and return how the setting stands now.

        Raises:
            SettingError: It cannot be changed for an archive, or the value is not allowed; nothing was changed.
        """
        self._require_tunable(name)
        states = {state.name: state for state in self.states({**self.store.all(), name: value})}
        self.store.put(name, value, changed_by=changed_by)
        return states[name]

    def unset(self, name: str, *, changed_by: str) -> SettingState:
        """Let what holds elsewhere hold for the archive too; raises as ``set``."""
        self._require_tunable(name)
        rest = {other: value for other, value in self.store.all().items() if other != name}
        states = {state.name: state for state in self.states(rest)}
        self.store.put(name, None, changed_by=changed_by)
        return states[name]

    def changes(self, limit: int) -> Sequence[SettingChange]:
        """Return the last changes, the newest first."""
        return self.store.changes(limit)

    def _require_tunable(self, name: str) -> None:
        if name not in self.effects:
            raise SettingError(
                "the setting cannot be changed for one archive",
                subject=name,
                remedy=f"These can: {', '.join(sorted(self.effects))}",
            )
