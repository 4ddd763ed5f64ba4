"""schedario answer: ask one document."""

from typing import Annotated

import typer

from schedario.cli.output import JsonOption, print_json
from schedario.cli.search import print_answer
from schedario.cli.service import ask_service
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.search import TimedAnswer
from schedario.services.answer_json import answer_json


def answer(
    context: typer.Context,
    document: Annotated[
        str, typer.Argument(metavar="ID|PATH", help="A document's id, or its file.", show_default=False)
    ],
    query: Annotated[list[str], typer.Argument(metavar="QUERY", help="A question or some words.", show_default=False)],
    wide: Annotated[bool, typer.Option("--wide", "-w", help="Show what stands around each passage too.")] = False,
    trace: Annotated[bool, typer.Option("--trace", help="Show what every step did.")] = False,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask one document; its best passages are shown, however low they score.

    Example: schedario answer k3x9w2ma "who may end the lease, and when?"
    """
    asked = {"document": document, "question": " ".join(query)}
    timed = ask_service(context, archive, "answer", TimedAnswer, **asked)
    if timed is None:
        with open_archive(context, archive) as services:
            timed = services.reading.answer(**asked)
    if as_json:
        print_json(answer_json(timed, trace=trace))
    else:
        print_answer(timed, wide=wide, trace=trace)
