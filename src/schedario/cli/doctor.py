"""schedario doctor: what is there, what is missing, what to do."""

from schedario.cli.output import JsonOption, console, print_json, printable
from schedario.cli.session import application
from schedario.records.status import Health

EXIT_MISSING = 1


def doctor(as_json: JsonOption = False) -> int:
    """Look at the database, the model, OCR, LibreOffice and the disk, and say what to do.

    Ends with 1 when something that is needed is missing, else with 0.

    Example: schedario doctor
    """
    with application() as (built, _):
        findings = built.doctor().examine()
    if as_json:
        print_json(
            [{"part": f.part, "health": f.health.value, "detail": f.detail, "remedy": f.remedy} for f in findings]
        )
    else:
        for finding in findings:
            line = f"{finding.health.value:<9}{finding.part:<12}{finding.detail}"
            console().print(printable(line, keep=""), markup=False)
            if finding.remedy:
                console().print(printable(f"{'':<21}{finding.remedy}", keep=""), markup=False)
    return EXIT_MISSING if any(finding.health is Health.MISSING for finding in findings) else 0
