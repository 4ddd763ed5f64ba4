"""The settings that can be changed for the archive: what each means, what holds, what a change does, the changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from schedario.dashboard.pieces import box, put, scrolled
from schedario.dashboard.replanning import Replanning
from schedario.dashboard.said import when
from schedario.dashboard.setting_row import SettingRow
from schedario.dashboard.tables import Cell, DataTable
from schedario.dashboard.view import View
from schedario.records.setting import Effect, SettingChange, SettingState
from schedario.wiring import ArchiveServices

_MOST_CHANGES = 50


@dataclass(frozen=True, slots=True)
class _Seen:
    """The settings at one moment."""

    states: Sequence[SettingState]
    set_at: Mapping[str, datetime]
    changes: Sequence[SettingChange]


async def settings_page(view: View) -> None:
    """Build the page."""
    seen = await view.ask(_seen)
    page = _SettingsPage(view, seen)
    await page.replanning.look()


class _SettingsPage:
    """The page, open in one browser."""

    def __init__(self, view: View, seen: _Seen) -> None:
        self._view = view
        say = view.say
        put("h1", say("nav.settings"))
        put("p", say("settings.what"), "muted")
        self.replanning = Replanning(view)
        for effect in Effect:
            self._group(effect, seen)
        with box("section"):
            put("h2", say("settings.changes"))
            self._changes = scrolled(say("settings.changes"), "card")
        self._show_changes(seen.changes)
        self._fixed(seen)

    def _group(self, effect: Effect, seen: _Seen) -> None:
        say, name = self._view.say, effect.name.lower()
        with box("section", "setting-group"):
            put("h2", say(f"settings.group_{name}"))
            put("p", say(f"settings.effect_{name}"), "muted")
            with box("div", "card setting-rows"):
                for state in seen.states:
                    if state.effect is effect:
                        SettingRow(self._view, state, seen.set_at.get(state.name), self._changed)

    async def _changed(self) -> None:
        """Show what else is other after a change."""
        self._show_changes((await self._view.ask(_seen)).changes)
        await self.replanning.look()

    def _show_changes(self, changes: Sequence[SettingChange]) -> None:
        say = self._view.say
        self._changes.clear()
        with self._changes:
            if not changes:
                put("p", say("settings.no_changes"), "muted padded")
                return
            DataTable(
                [say(f"settings.change_{name}") for name in ("when", "name", "before", "after", "by")],
                [self._change(change) for change in changes],
                "padded",
            )

    def _change(self, change: SettingChange) -> list[Cell | str]:
        unset = self._view.say("settings.not_set")
        before, after = (unset if value is None else value for value in (change.before, change.after))
        return [when(change.changed_at), Cell(change.name, kind="code"), before, after, change.changed_by]

    def _fixed(self, seen: _Seen) -> None:
        """Show the settings that hold for all archives, which are not changed here."""
        say = self._view.say
        with box("details", "fixed-settings"):
            put("summary", say("settings.fixed"))
            put("p", say("settings.fixed_what"), "muted")
            with scrolled(say("settings.fixed")):
                DataTable(
                    [say(f"settings.fixed_{name}") for name in ("name", "value", "source", "meaning")],
                    [
                        [Cell(one.name, kind="code"), one.value, say(f"settings.from_{one.source}"), one.meaning]
                        for one in seen.states
                        if one.effect is None
                    ],
                )


def _seen(services: ArchiveServices) -> _Seen:
    tuning = services.tuning
    return _Seen(tuning.all(), tuning.set_at(), tuning.changes(_MOST_CHANGES))
