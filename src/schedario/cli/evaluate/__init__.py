"""schedario evaluate: measure retrieval on labelled questions; one command a file."""

import sys

import typer

from schedario.cli.evaluate import ablate, compare, floor, label, report, run

app = typer.Typer(
    help="Measure retrieval on labelled questions.\n\nExample: schedario evaluate run my-questions",
    invoke_without_command=True,
    rich_markup_mode=None,
)


@app.callback()
def evaluate(context: typer.Context) -> None:
    """Measure retrieval on labelled questions."""
    if context.invoked_subcommand is None:
        sys.stdout.write(context.get_help() + "\n")


app.command("run")(run.run)
app.command("compare")(compare.compare)
app.command("report")(report.report)
app.command("floor")(floor.floor)
app.command("label")(label.label)
app.command("ablate")(ablate.ablate)
