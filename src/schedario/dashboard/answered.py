"""What is said of an answer as a whole, on the search page."""

from schedario.dashboard.pieces import box, note, put
from schedario.dashboard.view import View
from schedario.records.search import SearchAnswer, TimedAnswer, nowhere


def notes(answer: SearchAnswer) -> None:
    """Say what did not work as it should, and which results are versions of one document."""
    for text in answer.degraded:
        note(text, "warning")
    for family in answer.versions:
        note(family.in_words)


def sum_up(view: View, timed: TimedAnswer) -> None:
    """Say how much was found among how much, and how long it took."""
    answer, say = timed.answer, view.say
    passages = say.counted("search.passages", sum(len(group.passages) for group in answer.results))
    documents = say.counted("search.documents", len(answer.results))
    searched = say.counted("search.searched", answer.documents_searched)
    took = timed.timings_ms["total"] - timed.timings_ms.get("load", 0.0)
    said = say("search.sum", passages=passages, documents=documents, searched=searched, ms=f"{took:.0f}")
    put("p", said, "muted sum", role="status")


def nothing(view: View, answer: SearchAnswer) -> None:
    """Say that nothing was found, with the numbers that make it an answer."""
    with box("div", "nothing", role="status"):
        put("h2", view.say("search.none"))
        put("p", _why_nothing(view, answer))


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
