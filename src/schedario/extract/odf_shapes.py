"""What a frame or a slide of an OpenDocument file shows."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Shape:
    """A shape of a slide as HTML, with the place of its upper left corner in millimetres."""

    content: str
    top: float
    left: float
    is_title: bool


@dataclass(slots=True)
class Slide:
    """A slide's shapes in the file's order, and its speaker notes."""

    name: str
    shapes: list[Shape] = field(default_factory=list)
    notes: str = ""


@dataclass(slots=True)
class Frame:
    """What a frame shows: one picture, perhaps in several formats, or an object with a picture of it beside.

    Attributes:
        addresses: Of the pictures, in the file's order.
        description: Its title and description.
        has_object: Whether an object in it has said its text.
    """

    addresses: list[str] = field(default_factory=list)
    description: str = ""
    has_object: bool = False
