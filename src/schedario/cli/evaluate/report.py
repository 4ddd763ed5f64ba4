"""schedario evaluate report: runs as one HTML page with plots."""

from pathlib import Path
from typing import Annotated

import typer

from schedario.cli.evaluate.measure import LossOption
from schedario.cli.output import notice
from schedario.cli.session import application
from schedario.services.evaluation import DEFAULT_LOSS


def report(
    runs: Annotated[
        list[Path], typer.Argument(metavar="RUN...", help="Reports that evaluate run kept.", show_default=False)
    ],
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The page.")] = Path("report.html"),
    loss: LossOption = DEFAULT_LOSS,
) -> None:
    """Write kept runs as one HTML page with plots, which needs nothing else.

    Example: schedario evaluate report run.json --output report.html
    """
    with application() as (built, _):
        page = built.evaluation().page(runs, loss)
    output.write_text(page, encoding="utf-8")
    notice(f"written to {output}")
