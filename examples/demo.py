"""The demo: indexes the example archive, asks it questions, and checks that every answer is the right one."""

import json
import os
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
os.environ.setdefault("SCHEDARIO_HOME", str(HERE.parent / ".demo"))

from schedario.cli.add import print_ledger  # noqa: E402 - the settings are read from the environment
from schedario.cli.search import print_answer  # noqa: E402
from schedario.errors import SchedarioError, SpaceMismatchError  # noqa: E402
from schedario.records.search import SearchAnswer  # noqa: E402
from schedario.settings import load_settings  # noqa: E402
from schedario.wiring import Application  # noqa: E402

ARCHIVE = "demo"


def main() -> int:
    """Run the demo; 1 when an answer is not the one that it should be."""
    with Application(load_settings()) as application:
        try:
            return demo(application)
        except SpaceMismatchError:
            print("note: the demo's archive is of another version; it is made anew", file=sys.stderr)
            application.all_archives().remove(ARCHIVE)
            return demo(application)


def demo(application: Application) -> int:
    """Index the examples and ask the questions."""
    questions = json.loads((HERE / "questions.json").read_text(encoding="utf-8"))
    wrong = []
    with application.archive(ARCHIVE, create=True) as services:
        for text in services.notices:
            print(text, file=sys.stderr)
        print(f"$ schedario add {HERE.name}/archive", flush=True)
        print_ledger(services.adding.add([str(HERE / "archive")]), services.pictures.model, quiet=False)
        for question in questions:
            print(f"\n$ schedario search -k 1 {json.dumps(question['question'], ensure_ascii=False)}", flush=True)
            timed = services.searching.search(question["question"], passages=1)
            print_answer(timed)
            if not _right(timed.answer, question):
                wrong.append(question["question"])
    for text in wrong:
        print(f"Not the answer that was expected: {text}", file=sys.stderr)
    print(f"\n{len(questions) - len(wrong)} of {len(questions)} answers right")
    print('Ask it yourself: SCHEDARIO_HOME=.demo .venv/bin/schedario -a demo search "..."')
    return 1 if wrong else 0


def _right(answer: SearchAnswer, question: dict[str, Any]) -> bool:
    """Say whether the first passage is of the right document and page, or, where there is none, that none was given."""
    if question["document"] is None:
        return not answer.results
    if not answer.results:
        return False
    first = answer.results[0]
    return (first.document.name, first.passages[0].page) == (question["document"], question["page"])


if __name__ == "__main__":
    try:
        sys.exit(main())
    except SchedarioError as error:
        sys.exit(f"schedario: {error}")
