"""schedario addendum: notes that hang on documents; one command a file."""

import typer

from schedario.cli.addendum import add, remove
from schedario.cli.addendum import list as list_command

app = typer.Typer(
    help="Hang notes on documents: they are found with the document, and shown before its text.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

app.command("add")(add.add)
app.command("list")(list_command.list_addenda)
app.command("remove")(remove.remove)
