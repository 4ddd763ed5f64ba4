"""Sources: the folders and branches that are kept up to date."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import ConfigDict, Field
from starlette.responses import Response

from schedario.api.parameters import AbsolutePath, Body, Flag, Number, Text
from schedario.api.reply import Reply
from schedario.api.shapes import ForgottenShape, SourceShape, SourcesShape, ok
from schedario.errors import RequestInvalidError
from schedario.records.source import EVERY_MINUTES, MOST_MINUTES, Source, SourceKind
from schedario.services.source_json import source_json
from schedario.wiring.shared import SharedArchive

SourceNumber = Annotated[Number, Path(description="The source's number.")]


class SourceRequest(Body):
    """A folder, or a branch of a repository, that is to be kept up to date."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"path": "/home/anna/Documents", "exclude": ["*.log"]},
                {"path": "/home/anna/handbook", "branch": "main", "include": ["*.md"]},
            ]
        }
    )

    path: AbsolutePath = Field(description="The folder or the repository, absolute.")
    branch: Text | None = Field(None, description="Read what is committed on it, and never the folder's files.")
    every_minutes: int | None = Field(
        None,
        ge=1,
        le=MOST_MINUTES,
        description=f"How often a branch is looked at; {EVERY_MINUTES} where it is left out.",
    )
    include: list[Text] = Field([], max_length=100, description="Only files that match, as in .gitignore.")
    exclude: list[Text] = Field([], max_length=100, description="Leave out what matches, as in .gitignore.")


class PauseRequest(Body):
    """Whether passes leave a source out."""

    paused: Flag


class ForgetRequest(Body):
    """What becomes of a source's documents."""

    keep: Flag = Field(False, description="Keep the documents in the archive.")


def numbered(source: Source) -> dict[str, Any]:
    """Return a source with its number."""
    return {"source": source.id, **source_json(source)}


def source_routes(shared: SharedArchive) -> APIRouter:
    """Return the routes of sources."""
    routes = APIRouter(prefix="/sources", tags=["sources"])

    @routes.get("", responses=ok(SourcesShape), response_model=None, operation_id="list_sources")
    def list_sources() -> Response:
        """List the folders and branches, with what kept their last pass from being whole."""
        sourcing = shared.services.sourcing
        return Reply({"sources": [numbered(source) for kind in SourceKind for source in sourcing.all(kind)]})

    @routes.post("", responses=ok(SourceShape), response_model=None, operation_id="add_source")
    def add_source(asked: SourceRequest) -> Response:
        """Keep a folder or a branch up to date from the next pass on; said again, it takes over the globs."""
        sourcing, globs, minutes = shared.services.sourcing, (asked.include, asked.exclude), asked.every_minutes
        if asked.branch is not None:
            return Reply(numbered(sourcing.add_repository(asked.path, asked.branch, minutes or EVERY_MINUTES, *globs)))
        if minutes is not None:
            raise RequestInvalidError(
                "a folder is watched, not looked at every few minutes", subject="every_minutes", remedy="Name a branch"
            )
        return Reply(numbered(sourcing.add_folder(asked.path, *globs)))

    @routes.patch("/{source}", responses=ok(SourceShape), response_model=None, operation_id="pause_source")
    def pause(source: SourceNumber, asked: PauseRequest) -> Response:
        """Leave a source out of passes, or take it in again."""
        return Reply(numbered(shared.services.sourcing.set_paused(source, paused=asked.paused)))

    @routes.delete("/{source}", responses=ok(ForgottenShape), response_model=None, operation_id="forget_source")
    def forget(source: SourceNumber, asked: Annotated[ForgetRequest, Query()]) -> Response:
        """Forget a source, and take its documents out of the archive; the files themselves are not touched."""
        given = shared.services.sourcing.by_id(source).given
        gone, removed = shared.services.sourcing.remove(given.kind, given.root, branch=given.branch, keep=asked.keep)
        return Reply({"source": numbered(gone), "removed": removed})

    return routes
