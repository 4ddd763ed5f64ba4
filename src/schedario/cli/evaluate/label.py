"""schedario evaluate label: make a dataset out of the searches that were kept."""

import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from schedario.cli.output import console, counted, notice, printable
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.search import DocumentHead, Passage, SearchAnswer
from schedario.services.labelling import Labelling

_KEYS = "y yes, n no, s skip the question, q stop"


class _Reply(Enum):
    """What a person says to a question; the value is the key."""

    YES = "y"
    NO = "n"
    SKIP = "s"
    STOP = "q"


_KEY_REPLIES = {reply.value: reply for reply in _Reply}


def label(
    context: typer.Context,
    dataset: Annotated[
        Path, typer.Argument(metavar="DATASET", help="Folder to write questions.jsonl in.", show_default=False)
    ],
    archive: ArchiveOption = None,
) -> None:
    """Walk through the searches that were kept and say of their passages which one answers.

    Each answer is written at once. What was labelled before is not asked again.

    Example: schedario evaluate label my-questions
    """
    with open_archive(context, archive) as services:
        made = _walk(services.labelling, dataset)
    notice(f"{counted(made, 'question')} labelled, in {dataset}. Measure with: schedario evaluate run {dataset}")


def _walk(labelling: Labelling, dataset: Path) -> int:
    made = 0
    for query, answer in labelling.unlabelled(dataset):
        reply = _ask(labelling, dataset, query, answer)
        if reply is _Reply.STOP:
            return made
        made += reply is _Reply.YES
    notice("no more searches to label")
    return made


def _ask(labelling: Labelling, dataset: Path, query: str, answer: SearchAnswer) -> _Reply:
    """Ask about one query; YES means that a question was made of it."""
    console().print(f"\n? {printable(query)}", style="bold", markup=False)
    for head, passage in _by_score(answer):
        _show(head, passage)
        reply = _reply("Does this passage answer it?")
        if reply is _Reply.YES:
            labelling.add(dataset, query, (head, passage))
        if reply is not _Reply.NO:
            return reply
    reply = _reply("Is it certain that no document of the archive answers it?")
    if reply is _Reply.YES:
        labelling.add(dataset, query, None)
    return reply


def _by_score(answer: SearchAnswer) -> Iterator[tuple[DocumentHead, Passage]]:
    pairs = [(group.document, passage) for group in answer.results for passage in group.passages]
    yield from sorted(pairs, key=lambda pair: -pair[1].score)


def _show(head: DocumentHead, passage: Passage) -> None:
    place = ", ".join(filter(None, [head.name, passage.locator, f"{passage.score:.2f}"]))
    console().print(f"\n  {printable(place, keep='')}", style="cyan", markup=False)
    console().print(printable(passage.best_text), markup=False)


def _reply(question: str) -> _Reply:
    """Ask until one of the keys is given; the end of the input is a stop."""
    while True:
        sys.stderr.write(f"{question} ({_KEYS}) ")
        sys.stderr.flush()
        line = sys.stdin.readline()
        key = line.strip().lower()[:1] if line else _Reply.STOP.value
        if key in _KEY_REPLIES:
            return _KEY_REPLIES[key]
