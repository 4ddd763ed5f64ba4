"""The settings that can be changed for the archive: what each means, what holds, what a change does, the changes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from schedario.dashboard.ages import ago, at
from schedario.dashboard.pieces import box, put
from schedario.dashboard.replanning import Replanning
from schedario.dashboard.setting_row import SettingRow
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
            self._changes = box("div", "scrolled card", tabindex="0", role="region", aria_label=say("settings.changes"))
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
            with box("table", "padded"):
                with box("thead"), box("tr"):
                    for name in ("when", "name", "before", "after", "by"):
                        put("th", say(f"settings.change_{name}"), scope="col")
                with box("tbody"):
                    for change in changes:
                        self._change(change)

    def _change(self, change: SettingChange) -> None:
        say = self._view.say
        with box("tr"):
            put("td", at(change.changed_at), title=ago(say, change.changed_at))
            put("td", change.name, "code")
            for value in (change.before, change.after):
                put("td", say("settings.not_set") if value is None else value)
            put("td", change.changed_by)

    def _fixed(self, seen: _Seen) -> None:
        """Show the settings that hold for all archives, which are not changed here."""
        say = self._view.say
        with box("details", "fixed-settings"):
            put("summary", say("settings.fixed"))
            put("p", say("settings.fixed_what"), "muted")
            with box("div", "scrolled", tabindex="0", role="region", aria_label=say("settings.fixed")), box("table"):
                with box("thead"), box("tr"):
                    for name in ("name", "value", "source", "meaning"):
                        put("th", say(f"settings.fixed_{name}"), scope="col")
                with box("tbody"):
                    for state in seen.states:
                        if state.effect is None:
                            with box("tr"):
                                put("td", state.name, "code")
                                put("td", state.value)
                                put("td", say(f"settings.from_{state.source}"))
                                put("td", state.meaning, lang="en")


def _seen(services: ArchiveServices) -> _Seen:
    tuning = services.tuning
    return _Seen(tuning.all(), tuning.set_at(), tuning.changes(_MOST_CHANGES))
