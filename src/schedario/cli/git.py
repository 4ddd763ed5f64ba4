"""schedario git: which branches of repositories are kept up to date."""

from typing import Annotated

import typer

from schedario.cli.folder import ExcludeOption, IncludeOption, KeepOption, print_one, print_removed, print_sources
from schedario.cli.output import JsonOption
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.source import EVERY_MINUTES, MOST_MINUTES, SourceKind

app = typer.Typer(
    help="Branches that 'sync' and 'watch' keep up to date.\n\nExample: schedario git add ~/handbook --branch main",
    no_args_is_help=True,
    rich_markup_mode=None,
)

RepositoryArgument = Annotated[str, typer.Argument(metavar="REPO", help="The repository on disk.", show_default=False)]


@app.command("add")
def add(
    context: typer.Context,
    repository: RepositoryArgument,
    branch: Annotated[str, typer.Option(metavar="NAME", help="The branch that is read.")] = "main",
    every: Annotated[
        int, typer.Option(metavar="MINUTES", min=1, max=MOST_MINUTES, help="How often 'watch' looks.")
    ] = EVERY_MINUTES,
    include: IncludeOption = None,
    exclude: ExcludeOption = None,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Keep what is committed on a branch up to date from the next 'sync' on; the working copy is never looked at.

    Example: schedario git add ~/handbook --branch main --include "*.md"
    """
    with open_archive(context, archive, create=True) as services:
        source = services.sourcing.add_repository(repository, branch, every, include or (), exclude or ())
    print_one(source, "kept up to date by 'schedario sync'", as_json=as_json)


@app.command("list")
def list_repositories(context: typer.Context, archive: ArchiveOption = None, as_json: JsonOption = False) -> None:
    """List the repositories, with what kept their last pass from being whole.

    Example: schedario git list
    """
    with open_archive(context, archive) as services:
        print_sources(services.sourcing.all(SourceKind.GIT), as_json=as_json)


@app.command("remove")
def remove(
    context: typer.Context,
    repository: RepositoryArgument,
    branch: Annotated[str, typer.Option(metavar="NAME", help="The branch that is forgotten.")] = "main",
    keep: KeepOption = False,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> None:
    """Forget a branch, and take its documents out of the archive; the repository is not touched.

    Example: schedario git remove ~/handbook
    """
    with open_archive(context, archive) as services:
        source, removed = services.sourcing.remove(SourceKind.GIT, repository, branch=branch, keep=keep)
    print_removed(source, removed, as_json=as_json)
