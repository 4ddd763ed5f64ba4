"""schedario reindex: bring an archive up to the rules, the settings and the model in force."""

from pathlib import Path
from typing import Annotated, Any

import typer

from schedario.cli.add import ledger_json, print_ledger
from schedario.cli.output import JsonOption, console, counted, print_json, progress_line
from schedario.cli.session import ArchiveOption, open_archive
from schedario.records.ledger import Outcome
from schedario.records.space import SpaceBuilt, SpacePlan
from schedario.services.adding import Progress
from schedario.services.reindexing import Mended
from schedario.services.spaces import SpaceProgress
from schedario.wiring import ArchiveServices

EXIT_FAILED = 1
_MINUTE, _HOUR = 60.0, 3600.0


def reindex(
    context: typer.Context,
    stale: Annotated[bool, typer.Option("--stale", help="Index outdated and stale documents anew.")] = False,
    space: Annotated[bool, typer.Option("--space", help="Build the embeddings of the model in force.")] = False,
    plan: Annotated[bool, typer.Option("--plan", help="Say what --space would take; write nothing.")] = False,
    keep_old: Annotated[bool, typer.Option("--keep-old", help="With --space: keep the embeddings of before.")] = False,
    price: Annotated[
        float | None,
        typer.Option(min=0.0, metavar="DOLLARS", help="With --plan: price of a million tokens.", show_default=False),
    ] = None,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress bar, and only the totals.")] = False,
    archive: ArchiveOption = None,
    as_json: JsonOption = False,
) -> int:
    """Bring an archive up to the rules, the settings and the model in force; searches go on meanwhile.

    Whatever interrupts it, the same command goes on where it was. Ends with 1 when some document is outdated still.

    Example: schedario reindex --stale
    """
    if stale + space + plan != 1:
        raise typer.BadParameter("take one of --stale, --space and --plan")
    if keep_old and not space:
        raise typer.BadParameter("--keep-old is about --space")
    if price is not None and not plan:
        raise typer.BadParameter("--price is about --plan")
    with open_archive(context, archive, tell_space=stale) as services:
        if plan:
            _print_plan(services.spaces.plan(price), as_json=as_json)
            return 0
        if space:
            _print_built(_build(services, keep_old=keep_old, quiet=quiet), as_json=as_json)
            return 0
        mended = _mend(services, quiet=quiet)
        vision_model = services.pictures.model
    _print_mended(mended, vision_model, quiet=quiet, as_json=as_json)
    return EXIT_FAILED if mended.ledger.count(Outcome.FAILED) or mended.left else 0


def _mend(services: ArchiveServices, *, quiet: bool) -> Mended:
    with progress_line(quiet=quiet) as line:

        def show(progress: Progress) -> None:
            line.update(progress.done, progress.total, Path(progress.entry.path).name)

        return services.reindexing.mend(show)


def _build(services: ArchiveServices, *, keep_old: bool, quiet: bool) -> SpaceBuilt:
    with progress_line(quiet=quiet) as line:

        def show(progress: SpaceProgress) -> None:
            line.update(progress.done, progress.total, "chunks embedded")

        return services.spaces.build(keep_old=keep_old, on_progress=show)


def mended_json(mended: Mended) -> dict[str, Any]:
    """Return what ``reindex --stale --json`` prints."""
    return {"outdated": mended.left, **ledger_json(mended.ledger)}


def _print_mended(mended: Mended, vision_model: str, *, quiet: bool, as_json: bool) -> None:
    if as_json:
        print_json(mended_json(mended))
        return
    print_ledger(mended.ledger, vision_model, quiet=quiet)
    left = f"{counted(mended.left, 'document')} outdated still" if mended.left else "Nothing is outdated"
    console().print(left, markup=False)


def built_json(built: SpaceBuilt) -> dict[str, Any]:
    """Return what ``reindex --space --json`` prints."""
    return {
        "model": built.model,
        "before": built.before,
        "embedded": built.embedded,
        "chunks": built.chunks,
        "removed": list(built.removed),
        "kept": list(built.kept),
    }


def _print_built(built: SpaceBuilt, *, as_json: bool) -> None:
    if as_json:
        print_json(built_json(built))
        return
    answers = "answers now" if built.model != built.before else "answers, as before"
    parts = [f"{built.model} {answers}: {counted(built.embedded, 'chunk')} embedded, {built.chunks:,} in all"]
    parts.extend(f"nothing is left of {model}" for model in built.removed)
    parts.extend(f"{model} is kept" for model in built.kept)
    console().print("; ".join(parts), markup=False)


def plan_json(plan: SpacePlan) -> dict[str, Any]:
    """Return what ``reindex --plan --json`` prints."""
    return {
        "model": plan.model,
        "active": plan.active,
        "chunks": plan.chunks,
        "tokens": plan.tokens,
        "sampled": plan.sampled,
        "sample_seconds": round(plan.sample_seconds, 3),
        "seconds": round(plan.seconds, 1),
        "dollars": None if plan.dollars is None else round(plan.dollars, 4),
        "outdated": plan.outdated,
    }


def _print_plan(plan: SpacePlan, *, as_json: bool) -> None:
    if as_json:
        print_json(plan_json(plan))
        return
    lines = [f"model      {plan.model}" + (f" (the archive answers by {plan.active})" if _is_other(plan) else "")]
    lines.append(f"chunks     {plan.chunks:,} to embed")
    if plan.chunks:
        measured = f"measured on {counted(plan.sampled, 'chunk')} in {plan.sample_seconds:.1f} s"
        lines.append(f"tokens     {plan.tokens:,}, as the bundled model counts them")
        lines.append(f"time       {_duration(plan.seconds)}, {measured}")
    if plan.dollars is not None:
        lines.append(f"price      {plan.dollars:.{2 if plan.dollars >= 1 else 4}f} dollars")
    if plan.outdated:
        documents = counted(plan.outdated, "document")
        lines.append(f"outdated   {documents} besides, whose files are to be read again: schedario reindex --stale")
    for line in lines:
        console().print(line, markup=False)


def _is_other(plan: SpacePlan) -> bool:
    return plan.active not in {"", plan.model}


def _duration(seconds: float) -> str:
    if seconds < _MINUTE:
        return f"{seconds:.1f} s"
    return f"{seconds / _MINUTE:.0f} min" if seconds < _HOUR else f"{seconds / _HOUR:.1f} h"
