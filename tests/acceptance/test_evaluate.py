"""Measuring as a person does it: run, compare, report, floor, and labelling real searches."""

import io
import json
from pathlib import Path

import pytest

from fixtures.commands import Commands

QUESTIONS = [
    {"id": "1", "question": "How long is the notice period?", "kind": "mono", "lang": "en", "doc": "lease.md"},
    {"id": "2", "question": "Welche Kaution zahlt der Mieter?", "kind": "cross", "lang": "de", "doc": "lease.md"},
    {"id": "3", "question": "Which paint is used on the gates?", "kind": "mono", "lang": "en", "doc": "paint.md"},
    {"id": "4", "question": "Who discovered penicillin?", "kind": "noanswer", "lang": "en", "doc": None},
]
LEASE = "# Lease\n\nThe notice period is three months.\n\nThe tenant pays a deposit of two thousand euro.\n"
PAINT = "# Paint\n\nThe gates are painted with a red zinc primer and two coats of enamel.\n"


@pytest.fixture
def dataset(tmp_path: Path) -> Path:
    folder = tmp_path / "questions"
    (folder / "docs").mkdir(parents=True)
    (folder / "docs" / "lease.md").write_text(LEASE)
    (folder / "docs" / "paint.md").write_text(PAINT)
    (folder / "questions.jsonl").write_text("\n".join(map(json.dumps, QUESTIONS)))
    return folder


def kept(err: str) -> Path:
    (line,) = [line for line in err.splitlines() if line.startswith("kept in ")]
    return Path(line.removeprefix("kept in "))


def test_two_runs_give_identical_figures_and_are_compared_and_drawn(
    commands: Commands, dataset: Path, tmp_path: Path
) -> None:
    first, second = commands("evaluate", "run", dataset, "--json"), commands("evaluate", "run", dataset)
    assert (first.code, second.code) == (0, 0)
    one, two = kept(first.err), kept(second.err)
    assert one != two
    assert one.stat().st_mode & 0o077 == 0
    reports = [json.loads(file.read_text()) for file in (one, two)]
    assert reports[0] == first.json
    for report in reports:
        for name in ("made_at", "search_ms", "stage_ms", "index_seconds", "indexed_chunks"):
            del report[name]
        for question in report["per_question"]:
            del question["ms"]
    assert reports[0] == reports[1]
    compared = commands("evaluate", "compare", one, two, "--json").json
    assert compared["questions"] == 3
    assert {measure["verdict"] for measure in compared["measures"]} == {"no difference shown"}
    assert compared["changes"] == []
    older = json.loads(one.read_text())
    del older["per_question"][0]["ranks"]["rerank"]
    (tmp_path / "older.json").write_text(json.dumps(older))
    assert "as this version writes it" in commands("evaluate", "compare", tmp_path / "older.json", two).error
    page = tmp_path / "page.html"
    assert commands("evaluate", "report", one, two, "--output", page).code == 0
    assert page.read_text().count("<h2>questions</h2>") == 2


def test_a_floor_is_recommended_and_can_be_set(commands: Commands, dataset: Path) -> None:
    outcome = commands("evaluate", "floor", dataset, "--loss", "0", "--json")
    assert outcome.json["answers"] == 3
    assert outcome.json["recommended"]["lost"] == 0
    assert outcome.json["recommended"]["refused"] == 1
    assert (
        f"recommended: {outcome.json['recommended']['floor']:.2f}"
        in commands("evaluate", "floor", dataset, "--loss", "0").out
    )


def test_searches_become_labelled_questions_of_the_archive(
    commands: Commands, dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commands("add", dataset / "docs")
    for query in ("deposit of the tenant", "paint of the gates", "penicillin", "skipped question"):
        commands("search", query)
    commands("search", "deposit of the tenant")
    labels = tmp_path / "labels"
    # The newest first, each once: deposit (yes), skipped, penicillin (no document), then the end of the input.
    monkeypatch.setattr("sys.stdin", io.StringIO("x\ny\ns\n" + "n\n" * 2 + "y\n"))
    monkeypatch.setenv("SCHEDARIO_FLOOR", "0")
    outcome = commands("evaluate", "label", labels)
    assert outcome.code == 0, outcome.err
    assert "2 questions labelled" in outcome.err
    written = [json.loads(line) for line in (labels / "questions.jsonl").read_text().splitlines()]
    assert [(line["question"], line["kind"], line["doc"]) for line in written] == [
        ("deposit of the tenant", "mono", str(dataset / "docs" / "lease.md")),
        ("penicillin", "noanswer", None),
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("s\nq\n"))
    again = commands("evaluate", "label", labels)
    assert "? deposit" not in again.out
    assert "skipped question" in again.out
    report = commands("evaluate", "run", labels, "--json").json
    assert (report["questions"], report["overall"]["hit@1"]) == (2, 1.0)


def test_each_part_is_switched_off_in_turn_and_the_usual_index_stays(commands: Commands, dataset: Path) -> None:
    commands("evaluate", "run", dataset)
    parts = ["no meaning", "no words", "no tokens", "no centering", "chunks of 128"]
    outcome = commands("evaluate", "ablate", dataset, "--json", *(word for part in parts for word in ("--part", part)))
    assert outcome.code == 0, outcome.err
    runs = outcome.json["questions"]
    assert [run["part"] for run in runs] == ["as set", *parts]
    # Words of another language say nothing: the German question is lost.
    by_part = {run["part"]: run for run in runs}
    assert by_part["as set"]["hit@3"] == 1.0
    assert by_part["no meaning"]["hit@3"] < 1.0
    assert by_part["as set"]["p_value"] is None
    assert 0 < by_part["no meaning"]["p_value"] <= 1
    assert commands("evaluate", "run", dataset, "--json").json["indexed_chunks"] == 0


def test_an_unknown_part_is_refused(commands: Commands, dataset: Path) -> None:
    outcome = commands("evaluate", "ablate", dataset, "--part", "no luck")
    assert outcome.code == 2
    assert "no part is called no luck" in outcome.error


@pytest.mark.parametrize(
    ("content", "message"),
    [("{}", "not a report"), ("[" * 100_000, "not a report"), ("\x00", "not a report"), (None, "cannot be read")],
)
def test_what_is_no_report_is_refused(commands: Commands, tmp_path: Path, content: str | None, message: str) -> None:
    file = tmp_path / "run.json"
    if content is not None:
        file.write_text(content)
    outcome = commands("evaluate", "compare", file, file)
    assert outcome.code == 2
    assert message in outcome.error
    assert commands("evaluate", "report", file).code == 2
