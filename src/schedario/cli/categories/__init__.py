"""schedario categories: what documents are sorted into; one command a file."""

import typer

from schedario.cli.categories import add, remove, rename
from schedario.cli.categories.list import list_categories

app = typer.Typer(
    help="Keep the list of categories that a model chooses from; a document is in none or several.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

app.command("list")(list_categories)
app.command("add")(add.add)
app.command("rename")(rename.rename)
app.command("remove")(remove.remove)
