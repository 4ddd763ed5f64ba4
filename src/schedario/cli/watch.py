"""schedario watch: a pass whenever something changes."""

from typing import Annotated

import typer

from schedario.cli.output import notice
from schedario.cli.session import ArchiveOption, open_archive
from schedario.cli.sync import print_sync


def watch(
    context: typer.Context,
    every: Annotated[
        float | None,
        typer.Option(metavar="MINUTES", min=0.01, max=1440, help="How often all are looked at.", show_default=False),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Only the totals of each pass.")] = False,
    archive: ArchiveOption = None,
) -> int:
    """Keep the archive up to what lies in its folders and repositories until Ctrl-C.

    Makes a pass at the start, one whenever a burst of changes is over, and one every few minutes.

    Example: schedario watch
    """
    with open_archive(context, archive) as services:
        services.watching.every_minutes = every or 0.0
        notice("watching; Ctrl-C ends it")
        try:
            for report in services.watching.run(lambda text: notice(f"note: {text}")):
                if report.ledger.entries or any(s.problem or s.removed or s.renamed for s in report.sources):
                    print_sync(report, services.pictures.model, quiet=quiet)
        except KeyboardInterrupt:
            # Its ordinary end.
            return 0
    return 0
