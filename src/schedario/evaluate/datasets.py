"""Reads a dataset: ``questions.jsonl``, and ``docs/`` of its own or of the sets beside it that questions name.

A question may name an archive instead, which is asked as it is; so are those that ``evaluate label`` writes.
"""

import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from schedario.errors import DatasetError
from schedario.records.evaluation import Dataset, Question

KINDS = ("mono", "cross", "lexical", "noanswer")
QUESTIONS_FILE = "questions.jsonl"


def load_dataset(folder: Path) -> Dataset:
    """Read a dataset folder.

    Raises:
        DatasetError: The folder or file is missing or not in the documented form; the message names the line.
    """
    file = folder / QUESTIONS_FILE
    if not file.is_file():
        raise DatasetError(f"no {QUESTIONS_FILE}", subject=str(folder), remedy="Name the folder of a dataset")
    questions = tuple(_questions(file))
    if not questions:
        raise DatasetError("the dataset has no questions", subject=str(file))
    corpora, missing = _corpora(folder, questions)
    archives = tuple(sorted({question.archive for question in questions if question.archive}))
    if not corpora and not archives:
        raise DatasetError("none of the sets that the questions name has a docs folder", subject=str(folder))
    dataset = Dataset(folder.resolve().name, questions, corpora, archives, missing)
    _ensure_labels_exist(dataset, file)
    return dataset


def question_line(question: Question) -> str:
    """Return a question as a line of ``questions.jsonl``, the inverse of reading it."""
    fields: dict[str, object] = {
        "id": question.id,
        "question": question.text,
        "lang": question.language,
        "kind": question.kind,
        "doc": question.document,
    }
    if question.archive:
        fields["archive"] = question.archive
    else:
        fields["corpus"] = list(question.corpora)
    if question.page is not None:
        fields["page_or_section"] = question.page
    return json.dumps(fields, ensure_ascii=False) + "\n"


def _questions(file: Path) -> Iterator[Question]:
    seen: set[str] = set()
    for number, line in enumerate(_read(file).split("\n"), 1):
        if not line.strip():
            continue
        question = _question(line, f"{file}, line {number}", file.parent.resolve().name)
        if question.id in seen:
            raise DatasetError(f"the id {question.id} occurs twice", subject=f"{file}, line {number}")
        seen.add(question.id)
        yield question


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise DatasetError(f"cannot be read as UTF-8 ({error})", subject=str(file)) from error


def _question(line: str, place: str, name: str) -> Question:
    try:
        fields = json.loads(line)
    except (json.JSONDecodeError, RecursionError) as error:
        raise DatasetError(f"no JSON ({error})", subject=place) from error
    if not isinstance(fields, dict):
        raise DatasetError("a question must be a JSON object", subject=place)
    kind = _text(fields, "kind", place)
    if kind not in KINDS:
        raise DatasetError(f"kind must be one of {', '.join(KINDS)}, not {kind}", subject=place)
    question = _text(fields, "question", place)
    if not any(map(str.isalnum, question)):
        raise DatasetError("the question has nothing to search for", subject=place)
    page = fields.get("page_or_section")
    return Question(
        id=_text(fields, "id", place),
        text=question,
        language=_text(fields, "lang", place) if fields.get("lang") else "zxx",
        kind=kind,
        corpora=() if fields.get("archive") else _corpus_names(fields.get("corpus") or name, place),
        archive=_text(fields, "archive", place) if fields.get("archive") else "",
        document=_text(fields, "doc", place) if fields.get("doc") is not None else None,
        page=page if isinstance(page, int) and not isinstance(page, bool) else None,
    )


def _text(fields: dict[str, Any], name: str, place: str) -> str:
    value = fields.get(name)
    if not isinstance(value, str) or not value.strip():
        raise DatasetError(f"the field {name} must be a text", subject=place)
    if any("\ud800" <= c <= "\udfff" for c in value):
        raise DatasetError(f"the field {name} has half a character in it", subject=place)
    return value


def _corpus_names(value: object, place: str) -> tuple[str, ...]:
    names = [value] if isinstance(value, str) else value
    if not isinstance(names, list) or not all(isinstance(name, str) and name for name in names):
        raise DatasetError("the field corpus must be a text or a list of texts", subject=place)
    if any(Path(name).name != name for name in names):
        raise DatasetError("the field corpus must name sets beside this one", subject=place)
    return tuple(names)


def _corpora(folder: Path, questions: Sequence[Question]) -> tuple[dict[str, Path], tuple[str, ...]]:
    """Return the folders of documents that are there, and the names of those that are not."""
    resolved = folder.resolve()
    names = sorted({name for question in questions for name in question.corpora})
    folders = {name: (resolved if name == resolved.name else resolved.parent / name) / "docs" for name in names}
    found = {name: docs for name, docs in folders.items() if docs.is_dir()}
    return found, tuple(name for name in names if name not in found)


def _ensure_labels_exist(dataset: Dataset, file: Path) -> None:
    for question in dataset.questions:
        if question.archive:
            continue
        searched = [dataset.corpora[name] for name in question.corpora if name in dataset.corpora]
        if question.document and not any(_is_below(docs, question.document) for docs in searched):
            raise DatasetError(f"the document of question {question.id} is in none of its sets", subject=str(file))


def _is_below(docs: Path, name: str) -> bool:
    """Say whether a name is that of a file in a folder of documents, by its plain relative path."""
    return ".." not in Path(name).parts and not Path(name).is_absolute() and os.path.isfile(docs / name)
