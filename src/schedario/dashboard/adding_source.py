"""The fields by which a folder or a branch of a repository is added to the sources."""

from collections.abc import Awaitable, Callable, Mapping

from nicegui import events

from schedario.dashboard.pieces import box, entry, field, on_submit, put, tell, telling
from schedario.dashboard.view import View
from schedario.errors import SourceError
from schedario.records.source import EVERY_MINUTES, MOST_MINUTES, Source
from schedario.wiring import ArchiveServices

_LONGEST = 4000


def source_fields(view: View, changed: Callable[[], Awaitable[None]]) -> None:
    """Show the fields, folded away."""
    with box("div", "adding"):
        _form(view, "folder", changed)
        _form(view, "git", changed)


def _form(view: View, kind: str, changed: Callable[[], Awaitable[None]]) -> None:
    say = view.say

    async def sent(event: events.GenericEventArguments) -> None:
        given = {str(name): str(value).strip()[:_LONGEST] for name, value in event.args}
        with telling(view):
            source = await view.ask(lambda services: _ADD[kind](services, given))
            tell(say("sources.added", name=source.name))
            await changed()

    with box("details", "adding-form"):
        put("summary", say(f"sources.add_{kind}"))
        with box("form", "fields") as form:
            _field(view, "path", required=True, placeholder="/home/anna/Documents")
            if kind == "git":
                _field(view, "branch", required=True, value="main")
                _field(
                    view,
                    "every",
                    type_="number",
                    required=True,
                    value=str(EVERY_MINUTES),
                    min="1",
                    max=str(MOST_MINUTES),
                )
            for name in ("include", "exclude"):
                _field(view, name, placeholder="*.log drafts/" if name == "exclude" else "*.pdf *.md")
            put("button", say("sources.add"), "button primary", type="submit")
        on_submit(form, sent)


def _field(view: View, name: str, *, type_: str = "text", value: str = "", **attributes: str | bool) -> None:
    with field(view.say(f"sources.field_{name}")):
        entry(name, type_, value, "", maxlength=str(_LONGEST), **attributes)


def _add_folder(services: ArchiveServices, given: Mapping[str, str]) -> Source:
    return services.sourcing.add_folder(whole_path(given["path"]), *_globs(given))


def _add_repository(services: ArchiveServices, given: Mapping[str, str]) -> Source:
    return services.sourcing.add_repository(whole_path(given["path"]), given["branch"], _minutes(given), *_globs(given))


_ADD: Mapping[str, Callable[[ArchiveServices, Mapping[str, str]], Source]] = {
    "folder": _add_folder,
    "git": _add_repository,
}


def whole_path(path: str) -> str:
    """Return a path; refuse one that would be meant from a folder that nobody sees."""
    if not path.startswith(("/", "~")):
        raise SourceError("a path is named from / or ~ on", subject=path, remedy="Name it whole")
    return path


def _globs(given: Mapping[str, str]) -> tuple[list[str], list[str]]:
    return given.get("include", "").split(), given.get("exclude", "").split()


def _minutes(given: Mapping[str, str]) -> int:
    text = given.get("every", "")
    if not text.isdecimal() or not 1 <= int(text) <= MOST_MINUTES:
        raise SourceError(f"a whole number from 1 to {MOST_MINUTES} is wanted", subject=text)
    return int(text)
