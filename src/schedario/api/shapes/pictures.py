"""Pictures and pages that OCR could not read."""

from schedario.api.shapes.base import Shape


class PicturesShape(Shape):
    """What became of pictures and pages that OCR could not read, each counted once."""

    model: str
    read: int
    waiting: int
    failed: int
    beyond: int
    note: str
