"""What all answers have in common."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field

EXAMPLE_ID = "k3x9w2ma"


class Shape(BaseModel):
    """A JSON object of an answer, with exactly these fields."""

    model_config = ConfigDict(extra="forbid")


class ErrorShape(Shape):
    """What went wrong: a stable code, what happened, to what, and what to do."""

    code: str = Field(examples=["document_unknown"])
    message: str = Field(examples=["neither the id nor the path of a document"])
    subject: str = Field(examples=["k3x9w2mb"])
    remedy: str = Field(examples=["'schedario list' shows both"])


class ErrorReply(Shape):
    """Every answer that is an error."""

    error: ErrorShape


def ok(shape: type[Shape], said: str = "Done.") -> dict[int | str, dict[str, Any]]:
    """Return what the OpenAPI document says of an answer."""
    return {200: {"model": shape, "description": said}}
