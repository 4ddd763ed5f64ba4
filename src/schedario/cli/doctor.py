"""schedario doctor: what is there, what is missing, what to do; and whether an archive is whole."""

from collections.abc import Sequence
from typing import Annotated

import typer

from schedario.cli.output import JsonOption, console, print_json, printable
from schedario.cli.session import ArchiveOption, application, archive_name
from schedario.records.status import Finding, Health

EXIT_MISSING = 1


def doctor(
    context: typer.Context,
    index: Annotated[
        bool, typer.Option("--index", help="Look at the archive instead: do its tables agree with each other?")
    ] = False,
    mend: Annotated[bool, typer.Option("--mend", help="With --index: put right what does not.")] = False,
    deleted: Annotated[
        str | None,
        typer.Option(
            "--deleted", metavar="ID", help="Prove that nothing of a removed document is left.", show_default=False
        ),
    ] = None,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> int:
    """Look at the database, the model, OCR, LibreOffice and the disk, or at an archive, and say what to do.

    Ends with 1 when something that is needed is missing, or the archive is not as it should be, else with 0.

    Example: schedario doctor
    """
    if mend and not index:
        raise typer.BadParameter("it goes with --index", param_hint="--mend")
    if index and deleted is not None:
        raise typer.BadParameter("it does not go with --index", param_hint="--deleted")
    with application() as (built, loaded):
        if not index and deleted is None:
            findings: Sequence[Finding] = built.doctor().examine()
            bad = {Health.MISSING}
        else:
            care = built.care(archive_name(context, archive, loaded))
            findings = care.examine_deleted(deleted) if deleted is not None else care.mend() if mend else care.examine()
            bad = {Health.MISSING, Health.WARNING}
    _print(findings, as_json=as_json)
    return EXIT_MISSING if any(finding.health in bad for finding in findings) else 0


def _print(findings: Sequence[Finding], *, as_json: bool) -> None:
    if as_json:
        print_json(
            [{"part": f.part, "health": f.health.value, "detail": f.detail, "remedy": f.remedy} for f in findings]
        )
        return
    for finding in findings:
        line = f"{finding.health.value:<9}{finding.part:<12}{finding.detail}"
        console().print(printable(line, keep=""), markup=False)
        if finding.remedy:
            console().print(printable(f"{'':<21}{finding.remedy}", keep=""), markup=False)
