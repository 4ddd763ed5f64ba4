"""Runs a dataset with a bar on the terminal; what all commands that measure share."""

from pathlib import Path
from typing import Annotated

import typer

from schedario.cli.output import notice, progress_line
from schedario.records.evaluation import EvaluationReport
from schedario.services.adding import Progress
from schedario.services.evaluation import Evaluation

DatasetArgument = Annotated[
    Path, typer.Argument(metavar="DATASET", help="Folder with docs/ and questions.jsonl.", show_default=False)
]
LossOption = Annotated[
    float,
    typer.Option("--loss", metavar="SHARE", min=0.0, max=1.0, help="Right answers that a floor may lose, 0 to 1."),
]


def measured(evaluation: Evaluation, dataset: Path) -> EvaluationReport:
    """Return the report of a dataset; its notes go to stderr."""
    with progress_line(quiet=False) as line:

        def on_file(progress: Progress) -> None:
            line.update(progress.done, progress.total, f"indexing {Path(progress.entry.path).name}")

        report = evaluation.run(dataset, on_file, lambda number: line.update(number, None, "asking"))
    for text in report.notes:
        notice(f"note: {text}")
    return report
