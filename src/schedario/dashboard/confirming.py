"""A button whose work is done only when a person has said twice that it is wanted."""

from collections.abc import Awaitable, Callable, Mapping

from schedario.dashboard.pieces import box, button, put
from schedario.dashboard.view import View

Work = Callable[[], Awaitable[None]]


class Confirming:
    """Such a button, in the place where it is made."""

    def __init__(self, view: View, text: str, question: str, answers: Mapping[str, Work], *, symbol: str = "") -> None:
        """Take what is asked.

        Args:
            view: Of the page.
            text: On the button.
            question: What is asked when it is pressed.
            answers: What the answers say, and do; one that does nothing comes after them.
            symbol: The button's picture.
        """
        self._view = view
        self._text = text
        self._question = question
        self._answers = answers
        self._symbol = symbol
        self._place = box("div", "confirming")
        self._offer()

    def _offer(self) -> None:
        self._place.clear()
        with self._place:
            button(self._text, symbol=self._symbol).on("click", self._ask)

    def _ask(self) -> None:
        self._place.clear()
        with self._place, box("div", "notice warning", role="alert"):
            put("span", self._question)
            for text, work in self._answers.items():
                button(text, "danger").on("click", self._doing(work))
            button(self._view.say("form.no")).on("click", self._offer)

    def _doing(self, work: Work) -> Work:
        async def done() -> None:
            self._offer()
            await work()

        return done
