"""Labels real queries: of each kept search a person says which passage answers it, and a dataset grows of them."""

from schedario.dashboard.pieces import box, button, in_place, put, tell, telling
from schedario.dashboard.view import View
from schedario.records.search import DocumentHead, Passage, SearchAnswer
from schedario.wiring import ArchiveServices

_LONGEST = 600
"""Characters of a passage that are shown."""


class Labelling:
    """The part of the page in which that is done."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._skipped: set[str] = set()
        say = view.say
        with box("section", "card panel", id="labelling"):
            put("h2", say("label.title"))
            put("p", say("label.what"))
            self._count = put("p", "", "muted", role="status")
            self._trouble = box("div", "trouble")
            self._place = box("div", "label-place")

    async def show(self) -> None:
        """Say how many there are, and offer to begin."""
        with in_place(self._trouble):
            await self._counted()
            self._place.clear()
            with self._place:
                button(self._view.say("label.begin"), "primary").on("click", self._next)

    async def _counted(self) -> None:
        labelled, folder = await self._view.ask(_labelled)
        self._count.text = self._view.say.counted("label.labelled", labelled) + f" · {folder}"

    async def _next(self) -> None:
        """Show the next query with its answer of today."""
        with in_place(self._trouble):
            found = await self._view.search(self._found)
            self._place.clear()
            with self._place:
                if found is None:
                    put("p", self._view.say("label.none"), role="status")
                else:
                    self._query(*found)

    def _found(self, services: ArchiveServices) -> tuple[str, SearchAnswer] | None:
        labelling = services.labelling
        return next(labelling.unlabelled(labelling.folder, self._skipped), None)

    def _query(self, query: str, answer: SearchAnswer) -> None:
        say = self._view.say
        put("h3", query, "label-query")
        with box("div", "actions"):
            button(say("label.nothing")).on("click", lambda: self._add(query, None))
            button(say("label.skip"), "quiet").on("click", lambda: self._skip(query))
        pairs = [(group.document, passage) for group in answer.results for passage in group.passages]
        with box("ul", "lines card"):
            for document, passage in sorted(pairs, key=lambda pair: -pair[1].score):
                self._passage(query, document, passage)

    def _passage(self, query: str, document: DocumentHead, passage: Passage) -> None:
        say = self._view.say
        with box("li", "line"):
            with box("div", "line-what"):
                put("span", document.name, "name")
                put("span", " · ".join(filter(None, [passage.locator, f"{passage.score:.2f}"])), "muted")
                put("p", passage.best_text[:_LONGEST], "label-text")
            with box("div", "line-actions"):
                answers = button(say("label.answers"), aria_label=say("label.answers_one", name=document.name))
                answers.on("click", lambda: self._add(query, (document, passage)))

    async def _add(self, query: str, answer: tuple[DocumentHead, Passage] | None) -> None:
        # At once: who presses twice answers once.
        self._place.clear()
        with telling(self._view):
            await self._view.ask(lambda services: services.labelling.add(services.labelling.folder, query, answer))
            tell(self._view.say("label.kept"))
            await self._counted()
            await self._next()

    async def _skip(self, query: str) -> None:
        self._skipped.add(query)
        await self._next()


def _labelled(services: ArchiveServices) -> tuple[int, str]:
    labelling = services.labelling
    return len(labelling.labelled(labelling.folder)), str(labelling.folder)
