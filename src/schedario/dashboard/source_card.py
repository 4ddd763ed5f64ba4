"""One source on the page of the sources: its state, its problem, what can be done with it."""

from collections.abc import Awaitable, Callable
from typing import Protocol

from nicegui.element import Element

from schedario.dashboard.confirming import Confirming
from schedario.dashboard.pieces import box, button, icon, note, put, tell, telling
from schedario.dashboard.rows import Rows
from schedario.dashboard.said import when
from schedario.dashboard.view import View
from schedario.records.source import Source, SourceKind
from schedario.records.status import Freshness

_ICONS = {SourceKind.FOLDER: "folder", SourceKind.GIT: "account_tree"}


Changed = Callable[[], Awaitable[None]]


class Sync(Protocol):
    """Makes a pass over a source."""

    async def __call__(self, source: Source | None, *, force: bool) -> None:
        """See ``Syncing.sync``."""


class SourceCard:
    """The card of one source; a pass changes its numbers, and nothing that a person is being asked in it."""

    def __init__(self, view: View, source: Source, sync: Sync, changed: Changed) -> None:
        """Make the card.

        Args:
            view: Of the page.
            source: Whose card it is.
            sync: Makes a pass.
            changed: Is called when the source was changed.
        """
        self._view = view
        self._source = source
        self._sync = sync
        self._changed = changed
        with box("article", "card panel") as self.element:
            self._head()
            # Above what changes, so that no button moves away from under a finger.
            self._actions = Rows[bool](box("div", "actions-place"), _one, self._actions_shown)
            self._problem = Rows[tuple[str, bool]](box("div", "notes"), _one, self._problem_shown)
            self._facts = Rows[tuple[Freshness, bool]](box("div", "facts-place"), _one, self._facts_shown)
            self._globs()

    def show(self, source: Source, fresh: Freshness) -> None:
        """Show how the source is now."""
        self._source = source
        self._problem.show([(source.problem, source.is_to_be_confirmed)] if source.problem else [])
        self._facts.show([(fresh, source.paused)])
        self._actions.show([source.paused])

    def _head(self) -> None:
        given = self._source.given
        with box("header", "panel-head"):
            icon(_ICONS[given.kind])
            put("h2", given.root, "name")
            if given.branch:
                put("span", self._view.say("sources.branch", name=given.branch), "chip")

    def _problem_shown(self, problem: tuple[str, bool]) -> Element:
        (text, is_to_be_confirmed), say = problem, self._view.say
        with box("div", "notice problem", role="status") as notice:
            put("span", text)
            if is_to_be_confirmed:
                Confirming(
                    self._view, say("sources.force"), say("sources.force_sure"),
                    {say("sources.force_yes"): lambda: self._sync(self._source, force=True)},
                )  # fmt: skip
        return notice

    def _facts_shown(self, facts: tuple[Freshness, bool]) -> Element:
        fresh, paused = facts
        with box("div", "notes") as place:
            if paused:
                put("span", self._view.say("sources.paused"), "chip warning")
            freshness_facts(self._view, fresh)
        return place

    def _globs(self) -> None:
        given = self._source.given
        for name, globs in (("include", given.include), ("exclude", given.exclude)):
            if globs:
                put("p", self._view.say(f"sources.{name}_are", globs=", ".join(globs)), "muted")

    def _actions_shown(self, paused: bool) -> Element:
        say, name = self._view.say, self._source.given.root
        kind, symbol = ("resume", "play_arrow") if paused else ("pause", "pause")
        with box("div", "actions") as place:
            looking = button(say("sources.sync"), symbol="sync", aria_label=say("sources.sync_one", name=name))
            looking.on("click", lambda: self._sync(self._source, force=False))
            pausing = button(say(f"sources.{kind}"), symbol=symbol, aria_label=say(f"sources.{kind}_one", name=name))
            pausing.on("click", lambda: self._pause(paused=not paused))
            Confirming(
                self._view, say("sources.remove"), say("sources.remove_sure", name=name),
                {
                    say("sources.remove_documents"): lambda: self._remove(keep=False),
                    say("sources.remove_keep"): lambda: self._remove(keep=True),
                },
                symbol="delete",
            )  # fmt: skip
        return place

    async def _pause(self, *, paused: bool) -> None:
        with telling(self._view):
            await self._view.ask(lambda services: services.sourcing.set_paused(self._source.id, paused=paused))
        await self._changed()

    async def _remove(self, *, keep: bool) -> None:
        given = self._source.given
        with telling(self._view):
            _, removed = await self._view.ask(
                lambda services: services.sourcing.remove(given.kind, given.root, branch=given.branch, keep=keep)
            )
            tell(self._view.say.counted("sources.removed", removed))
        await self._changed()


def inbox_card(view: View, fresh: Freshness | None) -> Element:
    """Show the inbox, or how to have one."""
    with box("div", "card panel") as card:
        if fresh is None:
            put("p", view.say("sources.no_inbox"))
            put("code", "schedario config set inbox ~/Notes/Inbox", "command")
        else:
            with box("header", "panel-head"):
                icon("inbox")
                put("h3", fresh.name, "name")
            freshness_facts(view, fresh, scanned=False)
    return card


def freshness_facts(view: View, fresh: Freshness, *, scanned: bool = True) -> None:
    """Show how far the archive is behind a place.

    Args:
        view: Of the page.
        fresh: What is known of it.
        scanned: Whether it is scanned at all.
    """
    say = view.say
    times = [("newest_file", fresh.newest_file), ("newest_chunk", fresh.newest_chunk)]
    with box("dl", "facts"):
        put("dt", say("sources.files"))
        put("dd", say.number(fresh.files))
        for name, time in [*times, ("scanned", fresh.scanned_at)] if scanned else times:
            put("dt", say(f"sources.{name}"))
            put("dd", when(time) or say("sources.no_time"))
    if fresh.behind:
        note(say.counted("sources.behind", fresh.behind), "warning")


def _one(_: object) -> str:
    """The key of a list in which there is one thing at most."""
    return ""
