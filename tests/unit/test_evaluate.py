import json
import random
import re
from pathlib import Path

import pytest

from schedario.errors import DatasetError
from schedario.evaluate.datasets import load_dataset
from schedario.evaluate.metrics.hit import hit_at
from schedario.evaluate.metrics.percentile import percentile
from schedario.evaluate.metrics.reciprocal_rank import mean_reciprocal_rank
from schedario.services.evaluation import archive_name


def write(folder: Path, *questions: dict[str, object] | str, docs: tuple[str, ...] = ("a.md",)) -> Path:
    folder.mkdir(exist_ok=True)
    if docs:
        (folder / "docs").mkdir(exist_ok=True)
    for name in docs:
        (folder / "docs" / name).write_text("text")
    lines = [q if isinstance(q, str) else json.dumps(q) for q in questions]
    (folder / "questions.jsonl").write_text("\n".join(lines))
    return folder


GOOD: dict[str, object] = {"id": "1", "question": "what?", "lang": "en", "doc": "a.md", "kind": "mono"}


def test_a_dataset_is_read(tmp_path: Path) -> None:
    dataset = load_dataset(write(tmp_path / "one", {**GOOD, "page_or_section": 3}))
    (question,) = dataset.questions
    assert (question.document, question.page, question.kind, question.corpora) == ("a.md", 3, "mono", ("one",))
    assert list(dataset.corpora) == ["one"]


def test_a_section_is_no_page(tmp_path: Path) -> None:
    assert load_dataset(write(tmp_path / "one", {**GOOD, "page_or_section": "Intro"})).questions[0].page is None


def test_a_set_without_documents_searches_the_sets_beside_it(tmp_path: Path) -> None:
    write(tmp_path / "base", GOOD)
    asked = {**GOOD, "doc": None, "kind": "noanswer", "corpus": ["base", "gone"]}
    dataset = load_dataset(write(tmp_path / "empty", asked, docs=()))
    assert dataset.corpora == {"base": (tmp_path / "base" / "docs").resolve()}
    assert dataset.missing == ("gone",)


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ("no json", "line 1"),
        ("[1]", "JSON object"),
        ({**GOOD, "kind": "odd"}, "kind"),
        ({**GOOD, "question": " "}, "question"),
        ({**GOOD, "corpus": "../elsewhere"}, "beside"),
        ({**GOOD, "corpus": [1]}, "corpus"),
        ({**GOOD, "doc": "b.md"}, "question 1"),
        ({**GOOD, "doc": "../questions.jsonl"}, "question 1"),
        ({**GOOD, "doc": "/etc/passwd"}, "question 1"),
        ({**GOOD, "doc": "."}, "question 1"),
        ({**GOOD, "doc": "x" * 5000}, "question 1"),
        ({**GOOD, "question": "?!"}, "nothing to search"),
        ({**GOOD, "id": "\ud800"}, "half a character"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_a_dataset_that_is_not_in_the_form_is_refused(
    tmp_path: Path, question: dict[str, object] | str, message: str
) -> None:
    with pytest.raises(DatasetError, match=message):
        load_dataset(write(tmp_path / "one", question))


def test_a_file_that_is_no_text_is_refused_and_a_byte_order_mark_is_not(tmp_path: Path) -> None:
    folder = write(tmp_path / "one", GOOD)
    file = folder / "questions.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + json.dumps({**GOOD, "question": "a\u2028b"}, ensure_ascii=False).encode())
    assert load_dataset(folder).questions[0].text == "a\u2028b"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(DatasetError, match="UTF-8"):
        load_dataset(folder)


def test_two_folders_never_share_an_archive(tmp_path: Path) -> None:
    folders = [
        tmp_path / "x" / "a-b",
        tmp_path / "x" / "a_b",
        tmp_path / "y" / "a-b",
        tmp_path / "日本",
        tmp_path / "語",
    ]
    names = {archive_name(folder.name, folder) for folder in folders}
    assert len(names) == len(folders)
    assert all(re.fullmatch("[a-z][a-z0-9_]{0,39}", name) for name in names)


def test_an_id_that_occurs_twice_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match="twice"):
        load_dataset(write(tmp_path / "one", GOOD, GOOD))


def test_an_empty_dataset_is_an_error_and_not_zeros(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"no questions\.jsonl"):
        load_dataset(tmp_path)
    with pytest.raises(DatasetError, match="no questions"):
        load_dataset(write(tmp_path / "one"))


def test_hits_and_reciprocal_ranks_by_hand() -> None:
    ranks = [1, 3, None, 2]
    assert [hit_at(k, ranks) for k in (1, 2, 3)] == [0.25, 0.5, 0.75]
    assert mean_reciprocal_rank(ranks) == pytest.approx((1 + 1 / 3 + 0 + 1 / 2) / 4)


@pytest.mark.parametrize("seed", range(20))
def test_metrics_agree_with_a_plain_count_over_ranked_lists(seed: int) -> None:
    """The independent way: build each ranked list, look for the label in its head."""
    chance = random.Random(seed)
    lists = [chance.sample(range(20), 12) for _ in range(50)]
    ranks = [row.index(7) + 1 if 7 in row else None for row in lists]
    for k in (1, 3, 10):
        assert hit_at(k, ranks) == sum(7 in row[:k] for row in lists) / 50
    gains = [next((1 / place for place, item in enumerate(row, 1) if item == 7), 0.0) for row in lists]
    assert mean_reciprocal_rank(ranks) == pytest.approx(sum(gains) / 50)


def test_percentiles_are_values_that_occurred() -> None:
    assert percentile([5.0, 1.0, 3.0], 0.5) == 3.0
    assert percentile([1.0, 2.0, 3.0, 4.0], 0.95) == 4.0
    assert percentile([], 0.5) == 0.0
