"""Errors over HTTP: one shape, the codes of ``docs/errors.md``, and one table of statuses."""

import difflib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response

from schedario import errors
from schedario.api.parameters import allowed_methods, body_names, query_names
from schedario.api.reply import Reply

STATUSES: dict[type[errors.SchedarioError], int] = {
    errors.SchedarioError: 500,
    errors.InputError: 422,
    errors.ArchiveMissingError: 404,
    errors.DocumentUnknownError: 404,
    errors.SectionUnknownError: 404,
    errors.SourceUnknownError: 404,
    errors.JobUnknownError: 404,
    errors.ReportUnknownError: 404,
    errors.OriginalMissingError: 404,
    errors.ImageUnavailableError: 404,
    errors.SyncRunningError: 409,
    errors.RequestUnreadableError: 400,
    errors.RouteUnknownError: 404,
    errors.MethodNotAllowedError: 405,
    errors.TokenNeededError: 401,
    errors.OriginError: 403,
    errors.UploadTooLargeError: 413,
    errors.UploadStalledError: 408,
    errors.DatabaseError: 503,
    errors.ModelError: 503,
    errors.DataFolderError: 503,
    errors.StoppedError: 503,
    errors.FileError: 422,
}
"""Error class to status; a class stands for all below it."""


def status_of(error: errors.SchedarioError) -> int:
    """Return the status of an error: that of the nearest class in the table."""
    return next(STATUSES[cls] for cls in type(error).__mro__ if cls in STATUSES)


def error_json(error: errors.SchedarioError) -> dict[str, Any]:
    """Return an error in the one shape."""
    said = {"code": error.code, "message": error.what, "subject": error.subject, "remedy": error.remedy}
    return {"error": said}


def error_reply(error: errors.SchedarioError, headers: Mapping[str, str] | None = None) -> Response:
    """Return an error as an answer."""
    return Reply(error_json(error), status_of(error), headers)


def unknown_name(name: str, known: Iterable[str], subject: str) -> errors.RequestInvalidError:
    """Return the error for a field that nobody knows, with the name that was meant."""
    names = sorted(known)
    near = difflib.get_close_matches(name, names, n=1, cutoff=0.5)
    meant = f"Did you mean {near[0]}? " if near else ""
    there = f"There are: {', '.join(names)}" if names else "There are none"
    return errors.RequestInvalidError(f"unknown field {name}", subject=subject, remedy=meant + there)


def add_handlers(app: FastAPI) -> None:
    """Let every error of an application have the one shape, the framework's own too."""

    @app.exception_handler(errors.SchedarioError)
    async def ours(_: Request, error: errors.SchedarioError) -> Response:
        return error_reply(error)

    @app.exception_handler(RequestValidationError)
    async def invalid(request: Request, error: RequestValidationError) -> Response:
        return error_reply(_invalid(request, error.errors()))

    @app.exception_handler(HTTPException)
    async def framework(request: Request, error: HTTPException) -> Response:
        allowed = allowed_methods(request) if error.status_code == 405 else []
        headers = {"Allow": ", ".join(allowed)} if allowed else error.headers
        return error_reply(_framework(request, error), headers)

    @app.exception_handler(Exception)
    async def fault(request: Request, error: Exception) -> Response:
        # The server logs it with its traceback.
        return error_reply(
            errors.SchedarioError(
                f"a fault of the program ({type(error).__name__})",
                subject=request.url.path,
                remedy="Please report it with the lines of the service's log",
            )
        )


def _framework(request: Request, error: HTTPException) -> errors.SchedarioError:
    path = request.url.path
    match error.status_code:
        case 404:
            return errors.RouteUnknownError(
                "there is nothing here", subject=path, remedy="/api/v1/openapi.json lists what there is"
            )
        case 405:
            allowed = ", ".join(allowed_methods(request)) or Headers(error.headers).get("allow", "")
            return errors.MethodNotAllowedError(
                f"the method {request.method} is not allowed", subject=path, remedy=f"Use {allowed}" if allowed else ""
            )
        case _:
            return errors.RequestInvalidError(str(error.detail), subject=path)


def _invalid(request: Request, found: Sequence[Any]) -> errors.RequestInvalidError:
    # What was misspelt is missing too; the misspelling is what helps.
    first = next((one for one in found if one["type"] == "extra_forbidden"), found[0])
    place = [str(part) for part in first["loc"]]
    if first["type"] == "extra_forbidden":
        return unknown_name(place[-1], query_names(request) if place[0] == "query" else body_names(request), place[0])
    if first["type"] == "json_invalid":
        return errors.RequestInvalidError("the body is no JSON", subject="body", remedy="Send one JSON object")
    said = str(first["msg"]).removeprefix("Value error, ")
    name = ".".join(place[1:]) or place[0]
    return errors.RequestInvalidError(f"the value is not allowed ({said})", subject=name)


async def no_unknown_query(request: Request) -> None:
    """Refuse a query with a name that its route does not know, with the one that was meant.

    Raises:
        RequestInvalidError: There is one.
    """
    known = query_names(request)
    for name in request.query_params:
        if name not in known:
            raise unknown_name(name, known, "query")
