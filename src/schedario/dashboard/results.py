"""An answer on the search page: documents with their passages, what is to be known of them, and how they were found."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from schedario.dashboard.marked import marked_parts
from schedario.dashboard.pieces import MarkedText, box, button, note, put, score_bar
from schedario.dashboard.view import View
from schedario.records.search import DocumentHead, DocumentPassages, Passage, SearchAnswer, TimedAnswer, nowhere
from schedario.services.marking import Marks

Open = Callable[[DocumentHead, Passage], None]


@dataclass(frozen=True, slots=True)
class Results:
    """Shows answers.

    Attributes:
        view: Of the page.
        open_place: Shows the page that a passage stands on.
    """

    view: View
    open_place: Open

    def show(self, timed: TimedAnswer, marks: Mapping[int, Marks]) -> dict[int, MarkedText]:
        """Show an answer; returns the texts of its passages, by rank."""
        answer, say = timed.answer, self.view.say
        for text in answer.degraded:
            note(text, "warning")
        for family in answer.versions:
            note(family.in_words)
        if not answer.results:
            self._nothing(answer)
            return {}
        passages = say.counted("search.passages", sum(len(group.passages) for group in answer.results))
        documents = say.counted("search.documents", len(answer.results))
        searched = say.counted("search.searched", answer.documents_searched)
        took = timed.timings_ms["total"] - timed.timings_ms.get("load", 0.0)
        put("p", say("search.sum", passages=passages, documents=documents, searched=searched, ms=f"{took:.0f}"),
            "muted sum", role="status")  # fmt: skip
        texts: dict[int, MarkedText] = {}
        for group in answer.results:
            texts |= self._group(group, answer, marks)
        return texts

    def _nothing(self, answer: SearchAnswer) -> None:
        say = self.view.say
        with box("div", "nothing", role="status"):
            put("h2", say("search.none"))
            put("p", _why_nothing(self.view, answer))

    def _group(
        self, group: DocumentPassages, answer: SearchAnswer, marks: Mapping[int, Marks]
    ) -> dict[int, MarkedText]:
        document, say = group.document, self.view.say
        with box("article", "card result"):
            with box("header", "card-head"):
                with box("h2", "name"):
                    put("a", document.name or document.id, href=f"/documents/{document.id}")
                put("span", document.id, "id muted")
                put("p", document.path, "path muted", title=document.path)
                if stale := answer.stale.get(document.id):
                    put("p", say("search.stale", why=stale), "chip warning")
                if outdated := answer.outdated.get(document.id):
                    put("p", say("search.outdated", why=outdated), "chip warning")
            texts = {one.rank: self._passage(document, one, answer, marks) for one in group.passages}
            self._why(group, answer)
        return texts

    def _passage(
        self, document: DocumentHead, passage: Passage, answer: SearchAnswer, marks: Mapping[int, Marks]
    ) -> MarkedText:
        say = self.view.say
        with box("section", "passage"):
            with box("div", "passage-head"):
                said = say("search.score", score=f"{passage.score:.2f}", floor=f"{answer.floor:.2f}")
                score_bar(passage.score, answer.floor, said)
                place = passage.locator or say("search.whole")
                opened = button(place, "place", symbol="find_in_page", title=say("search.open"))
                opened.on("click", lambda: self.open_place(document, passage))
                if passage.origin.value != "text":
                    put("span", say(f"origin.{passage.origin.value}"), "chip")
                if passage.addendum:
                    put("span", say("search.addendum"), "chip")
            if passage.header:
                put("div", passage.header, "table-header muted")
            text = MarkedText(marked_parts(passage, marks[passage.rank]))
            if passage.best_start > passage.start or passage.best_end < passage.end:
                put("button", say("search.wider"), "quiet", type="button", data_toggle="wide", aria_expanded="false")
        return text

    def _why(self, group: DocumentPassages, answer: SearchAnswer) -> None:
        """Show the trace of one document: its rank and score after every step."""
        say, document = self.view.say, group.document.id
        with box("details", "why"):
            put("summary", say("search.why"))
            with box("div", "scrolled", tabindex="0", role="region", aria_label=say("search.why")), box("table"):
                with box("thead"), box("tr"):
                    for name in ("step", "rank", "score", "of", "ms", "note"):
                        put("th", say(f"trace.{name}"), scope="col")
                with box("tbody"):
                    for step in answer.trace:
                        with box("tr"):
                            place = step.documents.index(document) if document in step.documents else None
                            put("th", step.name, scope="row")
                            put("td", "" if place is None else str(place + 1))
                            put("td", "" if place is None or not step.scores else f"{step.scores[place]:.3f}")
                            put("td", str(step.count) if step.documents or step.count else "")
                            put("td", f"{step.milliseconds:.1f}")
                            put("td", step.note)


def _why_nothing(view: View, answer: SearchAnswer) -> str:
    say = view.say
    searched = say.counted("search.searched", answer.documents_searched)
    if not answer.documents_searched:
        return say("search.none_pass" if answer.filters.names else "search.none_there")
    if answer.best_score is None and answer.phrases:
        return say("search.none_phrase", what=nowhere(answer.phrases), searched=searched)
    if answer.best_score is None:
        return say("search.none_best", searched=searched, floor=f"{answer.floor:.2f}")
    # Two numbers that differ must not look alike.
    digits = 2 if f"{answer.best_score:.2f}" != f"{answer.floor:.2f}" else 4
    best, floor = f"{answer.best_score:.{digits}f}", f"{answer.floor:.{digits}f}"
    return say("search.none_floor", searched=searched, best=best, floor=floor)
