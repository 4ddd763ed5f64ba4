"""What a tool is: its name, its words for a model, its parameters, the form of its answer. Plain values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TYPE_CHECKING, Any, Literal, cast

if TYPE_CHECKING:
    from schedario.mcp.conversation import Conversation

Schema = dict[str, Any]
"""A JSON Schema, as it goes over the wire."""

Kind = Literal["text", "number", "date"]


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a tool.

    Attributes:
        name: As a model writes it.
        kind: What its values are.
        description: For a model.
        required: Whether it must be given.
        choices: The values that there are; empty for any.
        least: Least number.
        most: Largest number, or most characters of a text.
    """

    name: str
    kind: Kind
    description: str
    required: bool = False
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 1000

    def schema(self) -> Schema:
        """Return its JSON Schema."""
        if self.kind == "number":
            return {"type": "integer", "minimum": self.least, "maximum": self.most, "description": self.description}
        shape: Schema = {"type": "string", "description": self.description}
        if self.kind == "date":
            return {**shape, "format": "date"}
        return {**shape, "enum": list(self.choices)} if self.choices else {**shape, "maxLength": self.most}


@dataclass(frozen=True, slots=True)
class Arguments:
    """What a tool was called with, checked."""

    values: Mapping[str, str | int | date]

    def text(self, name: str) -> str:
        """Return a text; empty when it was not given."""
        return cast(str, self.values.get(name, ""))

    def number(self, name: str, default: int) -> int:
        """Return a number."""
        return cast(int, self.values.get(name, default))

    def day(self, name: str) -> date | None:
        """Return a date; None when it was not given."""
        return cast("date | None", self.values.get(name))


@dataclass(frozen=True, slots=True)
class Reply:
    """What a tool answers, twice: for a model that reads text, and for a program.

    Attributes:
        text: In words; what came out of documents stands between marks.
        structured: The same as JSON of the tool's form; likewise.
    """

    text: str
    structured: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool with what answers it.

    Attributes:
        name: As a model calls it.
        title: For people.
        description: Product text: what it gives, and when to use it.
        parameters: In the order in which they are shown.
        output: JSON Schema of the structured answer.
        run: Answers a call.
        writes: Whether it makes something; no tool changes or removes what is there.
    """

    name: str
    title: str
    description: str
    parameters: tuple[Parameter, ...]
    output: Schema
    run: Callable[["Conversation", Arguments], Reply]
    writes: bool = field(default=False)

    def listed(self) -> Schema:
        """Return the tool as ``tools/list`` shows it."""
        return {
            "name": self.name,
            "title": self.title,
            "description": self.description,
            "inputSchema": {
                "type": "object",
                "properties": {parameter.name: parameter.schema() for parameter in self.parameters},
                "required": [parameter.name for parameter in self.parameters if parameter.required],
                "additionalProperties": False,
            },
            "outputSchema": self.output,
            "annotations": {
                "title": self.title,
                "readOnlyHint": not self.writes,
                "destructiveHint": False,
                "idempotentHint": not self.writes,
                "openWorldHint": False,
            },
        }


TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
SCORE: Schema = {"type": ["number", "null"]}
FLAG: Schema = {"type": "boolean"}
OPTIONAL_NUMBER: Schema = {"type": ["integer", "null"]}
COUNTS: Schema = {"type": "object", "additionalProperties": {"type": "integer"}}


def list_of(items: Schema) -> Schema:
    """Return the schema of a list."""
    return {"type": "array", "items": items}


def form(**properties: Schema) -> Schema:
    """Return the schema of an object that has all these fields."""
    return {"type": "object", "properties": properties, "required": list(properties)}
