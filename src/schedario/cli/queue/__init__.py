"""schedario queue: what is to be done; one command a file."""

import typer

from schedario.cli.queue import pause, resume, retry, show

app = typer.Typer(
    help="Show what runs, what waits, and what was given up with the reason.\n\nExample: schedario queue",
    invoke_without_command=True,
    rich_markup_mode=None,
)

app.callback()(show.queue)
app.command("retry")(retry.retry)
app.command("pause")(pause.pause)
app.command("resume")(resume.resume)
