"""The search page: one box, answers as they are asked for, the page of a passage beside it."""

import json
from collections.abc import Mapping

from nicegui import background_tasks, events, ui

from schedario.dashboard.answered import notes, nothing, sum_up
from schedario.dashboard.asked import QUERY, Asked
from schedario.dashboard.beside import Beside
from schedario.dashboard.filters import filter_chips, filter_fields
from schedario.dashboard.pieces import box, entry, icon, on_submit, problem, put
from schedario.dashboard.results import Results
from schedario.dashboard.view import View
from schedario.dashboard.welcome import Welcome, is_empty
from schedario.errors import SchedarioError
from schedario.records.search import DocumentHead, Passage, SearchAnswer, TimedAnswer
from schedario.services.marking import Marks
from schedario.services.narrowing import narrowed
from schedario.wiring import ArchiveServices


async def search_page(view: View) -> None:
    """Build the page."""
    page = _SearchPage(view, Asked.of(view.request.query_params.multi_items()))
    if await view.ask(is_empty):
        page.welcome()
    elif page.asked.query:
        # When the page is there: a question may have to wait for its turn.
        ui.timer(0, page.answer, once=True)


class _SearchPage:
    """The page, open in one browser."""

    def __init__(self, view: View, asked: Asked) -> None:
        self._view = view
        self.asked = asked
        put("h1", view.say("search.title"), "unseen")
        with box("form", "searching", role="search", action="/", method="get") as form:
            with box("div", "query-line"):
                put("label", view.say("search.label"), "unseen", for_="query")
                hint, empty = view.say("search.placeholder"), not asked.query or None
                entry(
                    QUERY,
                    "search",
                    asked.query,
                    "query",
                    id="query",
                    maxlength="2000",
                    placeholder=hint,
                    autofocus=empty,
                )
                with box("button", "button primary", type="submit"):
                    icon("search")
                    put("span", view.say("search.go"))
            self._chips = box("div", "chips")
            filter_fields(view, asked)
        on_submit(form, self._submitted)
        with box("div", "answered"):
            self._answers = box("div", "answers", aria_live="polite")
            self._beside = Beside(view)
        filter_chips(view, asked, self._chips)

    def welcome(self) -> None:
        """Show what to do with an archive that is empty."""
        with self._answers:
            Welcome(self._view)

    async def _submitted(self, event: events.GenericEventArguments) -> None:
        self.asked = Asked.of((str(name), str(value)) for name, value in event.args)
        ui.run_javascript(f"window.history.replaceState(null, '', {json.dumps(self.asked.address)})")
        filter_chips(self._view, self.asked, self._chips)
        await self.answer()

    async def answer(self) -> None:
        """Answer what is asked; a question that another one has overtaken is not shown."""
        asked = self.asked
        try:
            timed, marks = await self._view.search(lambda services: _found(services, asked))
        except SchedarioError as error:
            if asked is self.asked:
                self._clear()
                with self._answers:
                    problem(error)
            return
        if asked is not self.asked:
            return
        self._clear()
        # Says which question it is that is answered.
        self._answers.props["data-asked"] = asked.query
        answer = timed.answer
        with self._answers:
            notes(answer)
            if not answer.results:
                nothing(self._view, answer)
                return
            sum_up(self._view, timed)
            results = Results(self._view, answer, marks, self._open)
        first = answer.results[0]
        background_tasks.create(self._beside.show(first.document, _best_of(first.passages), opened=False))
        background_tasks.create(self._mark_by_meaning(asked, answer, results))

    async def _mark_by_meaning(self, asked: Asked, answer: SearchAnswer, results: Results) -> None:
        """Mark the best sentences anew when they were compared by meaning, which nobody has to wait for."""
        marks = await self._view.search(lambda services: services.marking.marks(answer, by_meaning=True))
        if asked is self.asked:
            results.show_marks(marks)

    def _open(self, document: DocumentHead, passage: Passage) -> None:
        background_tasks.create(self._beside.show(document, passage, opened=True))

    def _clear(self) -> None:
        self._answers.clear()
        self._beside.clear()


def _found(services: ArchiveServices, asked: Asked) -> tuple[TimedAnswer, Mapping[int, Marks]]:
    filters = narrowed(services.documents, **asked.narrowing())
    timed = services.searching.search(asked.query, filters=filters)
    return timed, services.marking.marks(timed.answer, by_meaning=False)


def _best_of(passages: tuple[Passage, ...]) -> Passage:
    return min(passages, key=lambda one: one.rank)
