"""One setting on the page of the settings: what it means and what holds, with a field to change it."""

from collections.abc import Awaitable, Callable
from datetime import datetime

from nicegui import events
from nicegui.element import Element

from schedario.dashboard.ages import ago
from schedario.dashboard.pieces import box, button, entry, on_submit, problem, put, tell
from schedario.dashboard.said import when
from schedario.dashboard.view import View
from schedario.errors import SchedarioError
from schedario.records.setting import SettingState
from schedario.services.tuning import Tuning

DOOR = "dashboard"
"""By which changes are known that were made here."""

_LONGEST = 1000


class SettingRow:
    """The row of one setting."""

    def __init__(
        self, view: View, state: SettingState, since: datetime | None, changed: Callable[[], Awaitable[None]]
    ) -> None:
        """Take what is shown.

        Args:
            view: Of the page.
            state: The setting.
            since: Since when its value for the archive holds; None without one.
            changed: Is called after a change.
        """
        self._view = view
        self._changed = changed
        self._name = state.name
        self._place = box("div", "setting")
        self._show(state, since)

    def _show(self, state: SettingState, since: datetime | None) -> None:
        say = self._view.say
        self._place.clear()
        with self._place:
            with box("div", "setting-what"):
                put("h3", state.name, "code", id=f"setting-{state.name}")
                put("p", say(f"setting.{state.name}"))
                with box("p", "setting-facts muted"):
                    put("span", say("settings.default", value=state.default))
                    if state.allowed:
                        put("span", say("settings.allowed", values=self._allowed(state)))
                    put("span", say("settings.source", where=say(f"settings.from_{state.source}")))
                    if since:
                        put("span", say("settings.since", ago=ago(say, since)), title=when(since))
            with box("div", "setting-value"):
                self._form(state)
                if since:
                    resetting = button(
                        say("settings.reset"), "quiet", aria_label=say("settings.reset_one", name=state.name)
                    )
                    resetting.on("click", self._reset)
                self._trouble = box("div", "trouble")

    def _allowed(self, state: SettingState) -> str:
        first, between, last = state.allowed.partition(" to ")
        return self._view.say("settings.range", first=first, last=last) if between else state.allowed

    def _form(self, state: SettingState) -> None:
        words = state.allowed.split(", ") if ", " in state.allowed else []
        with box("form", "setting-form") as form:
            _field(state, words)
            put("button", self._view.say("settings.set"), "button", type="submit",
                aria_label=self._view.say("settings.set_one", name=state.name))  # fmt: skip
        on_submit(form, self._set, "value")

    async def _set(self, event: events.GenericEventArguments) -> None:
        value = str(event.args).strip()[:_LONGEST].replace("\x00", "")
        await self._do(lambda tuning: tuning.set(self._name, value, changed_by=DOOR))

    async def _reset(self) -> None:
        await self._do(lambda tuning: tuning.unset(self._name, changed_by=DOOR))

    async def _do(self, work: Callable[[Tuning], SettingState]) -> None:
        with self._view.client:
            try:
                state, since = await self._view.ask(lambda services: (work(services.tuning), services.tuning.set_at()))
            except SchedarioError as error:
                self._trouble.clear()
                with self._trouble:
                    problem(error)
                return
            # It holds for the next question, and the service's worker takes it over.
            await self._view.ask(lambda _: self._view.shared.refresh())
            self._show(state, since.get(self._name))
            tell(self._view.say("settings.holds", name=state.name, value=state.value))
            await self._changed()


def _field(state: SettingState, words: list[str]) -> Element:
    named = {"aria_labelledby": f"setting-{state.name}"}
    if not words:
        return entry("value", "text", state.value, maxlength=str(_LONGEST), **named)
    with box("select", name="value", **named) as choice:
        for word in words:
            put("option", word, value=word, selected=word == state.value or None)
    return choice
