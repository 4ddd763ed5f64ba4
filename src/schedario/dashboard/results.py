"""The documents of an answer with their passages, and how they were found, as the browser is given them."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from nicegui import events
from nicegui.element import Element

from schedario.dashboard.marked import marked_parts
from schedario.dashboard.shown import shown, shown_lines
from schedario.dashboard.view import View
from schedario.records.document import DocumentId
from schedario.records.extraction import Origin
from schedario.records.search import DocumentHead, DocumentPassages, Passage, SearchAnswer, TraceStep
from schedario.services.marking import Marks

Open = Callable[[DocumentHead, Passage], None]

_RESULTS = Path(__file__).with_name("assets") / "results.js"
_STEP_COLUMNS = ("step", "rank", "score", "of", "ms", "note")


class Results(Element, component=_RESULTS):
    """Shows the results of an answer."""

    def __init__(self, view: View, answer: SearchAnswer, marks: Mapping[int, Marks], open_place: Open) -> None:
        """Take an answer, what to mark in its passages by their rank, and what shows the page of a passage."""
        super().__init__()
        self._view = view
        self._answer = answer
        self._open_place = open_place
        words: dict[str, Any] = {name: view.say(f"search.{name}") for name in ("open", "wider", "why")}
        self.props["words"] = words | {"steps": [view.say(f"trace.{name}") for name in _STEP_COLUMNS]}
        self.show_marks(marks)
        self.on("open", self._open)

    def show_marks(self, marks: Mapping[int, Marks]) -> None:
        """Show the passages with these marks."""
        self.props["groups"] = [self._group(group, marks) for group in self._answer.results]

    def _open(self, event: events.GenericEventArguments) -> None:
        for group in self._answer.results:
            for passage in group.passages:
                if passage.rank == event.args:
                    self._open_place(group.document, passage)

    def _group(self, group: DocumentPassages, marks: Mapping[int, Marks]) -> dict[str, Any]:
        document, answer, say = group.document, self._answer, self._view.say
        stale, outdated = answer.stale.get(document.id), answer.outdated.get(document.id)
        warnings = [say("search.stale", why=stale)] if stale else []
        warnings += [say("search.outdated", why=outdated)] if outdated else []
        return {
            "id": document.id,
            "name": shown(document.name) or document.id,
            "href": f"/documents/{document.id}",
            "path": shown(document.path),
            "description": shown(self._described(document)),
            "warnings": [shown(text) for text in warnings],
            "passages": [self._passage(passage, marks[passage.rank]) for passage in group.passages],
            "steps": [_traced(step, document.id) for step in answer.trace],
        }

    def _described(self, document: DocumentHead) -> str:
        """Return what a document is, and of a description that it is stale: it would be written otherwise now."""
        stale = f" ({self._view.say('search.stale_description')})" if document.description_stale else ""
        return f"{document.description}{stale}" if document.description else ""

    def _passage(self, passage: Passage, marks: Marks) -> dict[str, Any]:
        say, floor = self._view.say, self._answer.floor
        chips = [] if passage.origin is Origin.TEXT else [say(f"origin.{passage.origin.value}")]
        chips += [say("search.addendum")] if passage.addendum else []
        return {
            "rank": passage.rank,
            "score": passage.score,
            "floor": floor,
            "said": say("search.score", score=f"{passage.score:.2f}", floor=f"{floor:.2f}"),
            "place": shown(passage.locator) or say("search.whole"),
            "chips": chips,
            "header": shown_lines(passage.header),
            "parts": [[kind, shown_lines(text)] for kind, text in marked_parts(passage, marks)],
            "wider": passage.best_start > passage.start or passage.best_end < passage.end,
        }


def _traced(step: TraceStep, document: DocumentId) -> list[str]:
    """Return what a step says of a document: its rank and score after it."""
    place = step.documents.index(document) if document in step.documents else None
    return [
        step.name,
        "" if place is None else str(place + 1),
        "" if place is None or not step.scores else f"{step.scores[place]:.3f}",
        str(step.count) if step.documents or step.count else "",
        f"{step.milliseconds:.1f}",
        shown(step.note),
    ]
