"""The queue: what runs, waits and failed and why, what can be done about it, and how long it will take."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePath

from nicegui import ui
from nicegui.element import Element

from schedario.dashboard.ages import lasting
from schedario.dashboard.figures import figure
from schedario.dashboard.looks import Looks
from schedario.dashboard.pieces import box, button, in_place, note, put, tell, telling
from schedario.dashboard.rows import Rows
from schedario.dashboard.said import when
from schedario.dashboard.unread import Unread
from schedario.dashboard.view import View
from schedario.records.job import JobKind, JobRecord, JobState, Pace, QueueLengths
from schedario.wiring import ArchiveServices

_LOOK_SECONDS = 2.0
_UNREAD_SECONDS = 10.0
"""Files that could not be read are sought among all documents, which is dearer."""

_MOST = 25
"""Jobs of each state that are listed."""


@dataclass(frozen=True, slots=True)
class _Seen:
    """The queue at one moment."""

    lengths: QueueLengths
    pace: Pace
    jobs: dict[JobState, tuple[JobRecord, ...]]


async def queue_page(view: View) -> None:
    """Build the page; it follows the queue for as long as it is open."""
    page = _QueuePage(view)
    await page.look()
    await page.look_at_unread()
    ui.timer(_LOOK_SECONDS, page.look, immediate=False)
    ui.timer(_UNREAD_SECONDS, page.look_at_unread, immediate=False)


class _QueuePage:
    """The page, open in one browser."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._looks = Looks()
        self._said: tuple[bool, bool] | None = None
        say = view.say
        put("h1", say("nav.queue"))
        self._trouble = box("div", "trouble")
        with box("div", "figures"):
            self._figures = {name: figure(say(f"queue.{name}")) for name in
                             ("running", "waiting", "parked", "workers", "pace", "left")}  # fmt: skip
        self._notes = box("div", "notes")
        with box("div", "actions"):
            self._pause = button(say("queue.pause"), symbol="pause")
            self._pause.on("click", lambda: self._does(lambda services: services.queueing.pause()))
            self._resume = button(say("queue.resume"), "primary", symbol="play_arrow")
            self._resume.on("click", lambda: self._does(lambda services: services.queueing.resume()))
            self._retry = button(say("queue.retry_all"), symbol="replay")
            self._retry.on("click", self._retry_all)
        self._lists = {state: self._list(state) for state in (JobState.RUNNING, JobState.PARKED, JobState.WAITING)}
        self._more = put("p", "", "muted")
        self._unread = Unread(view)

    def _list(self, state: JobState) -> tuple[Element, Rows[JobRecord]]:
        with box("section", "listed-jobs") as section:
            put("h2", self._view.say(f"queue.{state.value}"))
            rows = Rows[JobRecord](box("ul", "lines card"), lambda job: job.id, self._row)
        return section, rows

    async def look(self) -> None:
        """Show what is in the queue now."""
        number = self._looks.begin()
        with in_place(self._trouble):
            seen = await self._view.ask(_seen)
            if self._looks.is_news(number):
                self._show(seen)

    async def look_at_unread(self) -> None:
        """Show which files could not be read."""
        with in_place(self._trouble):
            await self._unread.show()

    def _show(self, seen: _Seen) -> None:
        lengths, say = seen.lengths, self._view.say
        waiting = sum(lengths.waiting.values())
        values = {
            "running": say.number(lengths.running),
            "waiting": say.number(waiting),
            "parked": say.number(lengths.parked),
            "workers": say.number(lengths.workers),
            "pace": self._pace(seen.pace),
            "left": self._left(seen),
        }
        for name, value in values.items():
            self._figures[name].text = value
        self._pause.set_visibility(not lengths.paused)
        self._resume.set_visibility(lengths.paused)
        self._retry.set_visibility(lengths.parked > 0)
        self._note(lengths.paused, not lengths.paused and waiting > 0 and not lengths.workers)
        for state, (section, rows) in self._lists.items():
            section.set_visibility(bool(seen.jobs[state]))
            rows.show(seen.jobs[state])
        more = waiting - len(seen.jobs[JobState.WAITING])
        self._more.text = say.counted("queue.more", more) if more > 0 else ""
        self._more.set_visibility(more > 0)

    def _note(self, paused: bool, unworked: bool) -> None:
        if self._said == (paused, unworked):
            return
        self._said = paused, unworked
        self._notes.clear()
        with self._notes:
            if paused:
                note(self._view.say("queue.is_paused"), "warning")
            if unworked:
                note(self._view.say("queue.no_worker"), "warning")

    def _pace(self, pace: Pace) -> str:
        if pace.per_minute is None:
            return self._view.say("queue.unknown")
        return self._view.say("queue.per_minute", n=f"{pace.per_minute:.3g}")

    def _left(self, seen: _Seen) -> str:
        """Say how long the files in the queue will take, where that can be told."""
        lengths, say = seen.lengths, self._view.say
        files = lengths.waiting[JobKind.INDEX] + lengths.indexing
        if not files:
            # How long an analysis takes nobody knows before it.
            return say("queue.unknown" if sum(lengths.waiting.values()) or lengths.running else "queue.nothing")
        seconds = seen.pace.seconds_for(files)
        if seconds is None or lengths.paused or not lengths.workers:
            return say("queue.unknown")
        return lasting(say, seconds)

    def _row(self, job: JobRecord) -> Element:
        say = self._view.say
        with box("li", "line") as row:
            with box("div", "line-what"):
                if job.kind is JobKind.ANALYSE:
                    put("a", job.subject, "name", href=f"/documents/{job.subject}")
                else:
                    put("span", PurePath(job.subject).name or job.subject, "name")
                    put("span", job.subject, "path muted", title=job.subject)
                if job.problem:
                    put("span", say.counted("queue.failures", job.failures), "chip problem")
                    put("span", job.problem.message, "reason")
            with box("div", "line-when muted"):
                put("span", say(f"queue.kind_{job.kind.value}"))
                began = job.started_at if job.state is JobState.RUNNING else job.queued_at
                name = "since" if job.state is JobState.RUNNING else "queued"
                put("span", say(f"queue.{name}", at=when(began)))
                if job.due_at:
                    put("span", say("queue.again", at=when(job.due_at)))
            if job.state is not JobState.RUNNING:
                self._actions(job)
        return row

    def _actions(self, job: JobRecord) -> None:
        say, number = self._view.say, job.id
        name = PurePath(job.subject).name
        with box("div", "line-actions"):
            if job.state is JobState.PARKED:
                again = button(say("queue.retry"), aria_label=say("queue.retry_one", name=name))
                again.on("click", lambda: self._does(lambda services: services.queueing.retry_job(number)))
            gone = button(say("queue.remove"), "quiet", aria_label=say("queue.remove_one", name=name))
            gone.on("click", lambda: self._does(lambda services: services.queueing.remove(number)))

    async def _does(self, work: Callable[[ArchiveServices], None]) -> None:
        with telling(self._view):
            await self._view.ask(work)
        await self.look()

    async def _retry_all(self) -> None:
        with telling(self._view):
            retried = await self._view.ask(lambda services: services.queueing.retry())
            tell(self._view.say.counted("queue.retried", retried))
        await self.look()


def _seen(services: ArchiveServices) -> _Seen:
    queueing = services.queueing
    jobs = {state: queueing.listed(state, _MOST) for state in JobState}
    return _Seen(queueing.lengths(), queueing.pace(), jobs)
