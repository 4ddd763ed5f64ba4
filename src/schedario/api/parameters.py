"""What stands in a request: types of values, and that no name in it is unknown."""

from datetime import date
from typing import Annotated, Any

from fastapi import FastAPI, Path, Request
from pydantic import BaseModel, BeforeValidator, ConfigDict, Field
from starlette.routing import compile_path

Text = Annotated[str, Field(min_length=1, max_length=4000, pattern=r"^[^\x00]*$")]
"""The database can hold no NUL character, so none can be asked for."""

AbsolutePath = Annotated[str, Field(min_length=1, max_length=4000, pattern=r"^/[^\x00]*$")]
"""Whoever asks over HTTP knows no current folder, and the service's own is nobody's business."""

Id = Annotated[
    str,
    Field(min_length=1, max_length=64, pattern=r"^[^\x00/]*$", examples=["k3x9w2ma"]),
    Path(description="The document's id."),
]
"""The id of a document, in a path."""


def _no_number(value: object) -> object:
    if isinstance(value, int | float) and not isinstance(value, bool):
        raise ValueError("a number is not meant")
    return value


Flag = Annotated[bool, BeforeValidator(_no_number)]
Day = Annotated[date, BeforeValidator(_no_number)]
"""By a number pydantic would take a day for seconds since 1970, and 0 for no."""

Number = Annotated[int, Field(ge=1, le=2**31 - 1)]
Offset = Annotated[int, Field(ge=0, le=2**31 - 1)]


class Body(BaseModel):
    """A JSON body, without fields that nobody knows."""

    model_config = ConfigDict(extra="forbid", frozen=True)


def query_names(request: Request) -> set[str]:
    """Return the names that a request's query may have, as the OpenAPI document says."""
    return {parameter["name"] for parameter in _operation(request).get("parameters", ()) if parameter["in"] == "query"}


def body_names(request: Request) -> set[str]:
    """Return the names of the fields that a request's body may have, as the OpenAPI document says."""
    content = _operation(request).get("requestBody", {}).get("content", {})
    reference = str(content.get("application/json", {}).get("schema", {}).get("$ref", ""))
    app: FastAPI = request.app
    shapes: dict[str, Any] = app.openapi().get("components", {}).get("schemas", {})
    return set(shapes.get(reference.rpartition("/")[2], {}).get("properties", {}))


def _operation(request: Request) -> dict[str, Any]:
    app: FastAPI = request.app
    wanted = getattr(request.scope.get("route"), "operation_id", None)
    operations = (operation for path in app.openapi()["paths"].values() for operation in path.values())
    return next((operation for operation in operations if operation.get("operationId") == wanted), {})


def allowed_methods(request: Request) -> list[str]:
    """Return the methods that a request's path knows; empty for a path that is not in the OpenAPI document."""
    app: FastAPI = request.app
    for template, operations in app.openapi()["paths"].items():
        pattern, _, _ = compile_path(template)
        if pattern.fullmatch(request.url.path):
            return sorted(method.upper() for method in operations)
    return []
