"""What is outdated, and what indexing or embedding anew would take, before anybody begins with it."""

from nicegui import events

from schedario.dashboard.ages import lasting
from schedario.dashboard.figures import figure
from schedario.dashboard.pieces import box, entry, field, in_place, note, on_submit, put
from schedario.dashboard.view import View
from schedario.errors import SettingError
from schedario.records.space import SpacePlan


class Replanning:
    """The plan on the page of the settings."""

    def __init__(self, view: View) -> None:
        self._view = view
        say = view.say
        with box("section", "card panel"):
            put("h2", say("plan.title"))
            self._outdated = box("div", "notes")
            with box("form", "plan-form") as form:
                with field(say("plan.price")):
                    entry("price", "number", min="0", step="any", placeholder="0.02")
                put("button", say("plan.show"), "button primary", type="submit")
            on_submit(form, self._asked, "price")
            self._trouble = box("div", "trouble")
            self._plan = box("div", "plan", role="status")

    async def look(self) -> None:
        """Say how many documents are outdated now."""
        with in_place(self._trouble):
            outdated = await self._view.ask(lambda services: services.documents.outdated())
            self._outdated.clear()
            with self._outdated:
                if outdated:
                    note(self._view.say.counted("plan.outdated", outdated), "warning")
                    put("code", "schedario reindex --stale", "command")
                else:
                    put("p", self._view.say("plan.none_outdated"), "muted")

    async def _asked(self, event: events.GenericEventArguments) -> None:
        self._plan.clear()
        with self._plan:
            put("p", self._view.say("plan.measuring"), "muted")
        with in_place(self._trouble):
            price = _price(str(event.args or ""))
            plan = await self._view.search(lambda services: services.spaces.plan(price))
            self._show(plan)

    def _show(self, plan: SpacePlan) -> None:
        say = self._view.say
        self._plan.clear()
        with self._plan:
            put("p", say("plan.model", model=plan.model))
            if plan.active and plan.active != plan.model:
                put("p", say("plan.active", model=plan.active))
            with box("div", "figures"):
                figure(say("plan.chunks"), say.number(plan.chunks))
                figure(say("plan.tokens"), say.number(plan.tokens))
                figure(say("plan.time"), lasting(say, plan.seconds))
                figure(say("plan.dollars"), say("plan.no_price") if plan.dollars is None else f"{plan.dollars:.4f}")
                figure(say("plan.documents"), say.number(plan.outdated))
            if plan.chunks:
                put("p", say("plan.measured", n=plan.sampled, seconds=f"{plan.sample_seconds:.1f}"), "muted")
                put("code", "schedario reindex --space", "command")
            else:
                put("p", say("plan.nothing"))


def _price(text: str) -> float | None:
    if not text.strip():
        return None
    try:
        price = float(text)
    except ValueError as error:
        raise SettingError("a price is a number", subject=text) from error
    if not 0 <= price < float("inf"):
        raise SettingError("a price is 0 or more", subject=text)
    return price
