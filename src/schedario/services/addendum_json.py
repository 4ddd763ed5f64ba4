"""An addendum as the JSON of all front doors."""

from typing import Any

from schedario.services.addenda import Addendum


def addendum_json(addendum: Addendum) -> dict[str, Any]:
    """Return an addendum as JSON."""
    return {
        "id": addendum.id,
        "document": addendum.document,
        "written": addendum.written.isoformat(),
        "text": addendum.text,
    }
