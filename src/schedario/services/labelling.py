"""Makes a dataset out of what was really asked: a person says which passage answers."""

import os
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path

from schedario.errors import DatasetError
from schedario.evaluate.datasets import QUESTIONS_FILE, load_dataset, question_line
from schedario.language import detect_languages
from schedario.ports import SearchLog
from schedario.records.evaluation import Question
from schedario.records.search import DocumentHead, Passage, SearchAnswer
from schedario.services.documents import Documents
from schedario.services.searching import Searching

_MOST_QUERIES = 100_000


@dataclass(frozen=True, slots=True)
class Labelling:
    """Labels the searches of one archive; nothing that is labelled is kept among the searches.

    Attributes:
        archive: The archive's name.
        searching: Answers the questions again, without keeping them.
        documents: The archive's documents.
        log: The searches that were kept.
        languages: ISO 639-1 codes that a question may be in.
        folder: The dataset of whoever names none.
    """

    archive: str
    searching: Searching
    documents: Documents
    log: SearchLog
    languages: tuple[str, ...]
    folder: Path

    def unlabelled(self, folder: Path, skipped: Collection[str] = ()) -> Iterator[tuple[str, SearchAnswer]]:
        """Yield each kept query that the dataset does not have yet, the newest first, with its answer of today.

        Args:
            folder: The dataset.
            skipped: Queries to leave out.

        Raises:
            DatasetError: The folder holds a dataset that is not in the documented form.
        """
        labelled = {question.text for question in self.labelled(folder)}
        for query in self.log.queries(_MOST_QUERIES):
            if query not in labelled and query not in skipped:
                yield query, self.searching.search(query).answer

    def labelled(self, folder: Path) -> tuple[Question, ...]:
        """Return the questions that the dataset has; none when it does not exist yet."""
        return load_dataset(folder).questions if (folder / QUESTIONS_FILE).exists() else ()

    def add(self, folder: Path, query: str, answer: tuple[DocumentHead, Passage] | None) -> Question:
        """Append a question to the dataset, which is made when there is none.

        Args:
            folder: The dataset.
            query: What was asked.
            answer: The document and passage that answer; None when no document of the archive does.

        Raises:
            DatasetError: The dataset cannot be written to.
        """
        question = self._question(query, answer, len(self.labelled(folder)) + 1)
        _append(folder / QUESTIONS_FILE, question_line(question))
        return question

    def _question(self, query: str, answer: tuple[DocumentHead, Passage] | None, number: int) -> Question:
        language = detect_languages([query], self.languages)[0]
        kind, document, page = "noanswer", None, None
        if answer is not None:
            head, passage = answer
            kind = "mono" if self.documents.show(head.id).language == language else "cross"
            document, page = head.path, passage.page
        return Question(f"label-{number:04}", query, language, kind, (), self.archive, document, page)


def _append(file: Path, line: str) -> None:
    """Write a line so that it is there whatever happens next; what was asked is private."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "a", encoding="utf-8") as opened:
            opened.write(line)
            opened.flush()
            os.fsync(opened.fileno())
    except OSError as error:
        raise DatasetError(f"cannot be written ({error.strerror or error})", subject=str(file)) from error
