"""Categories: the list that a model chooses from."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from schedario.api.parameters import Body, Number, Text
from schedario.api.reply import Reply
from schedario.api.shapes import CategoriesShape, CategoryShape, ok
from schedario.records.analysis import CategoryId
from schedario.services.analysis_json import category_json, listed_json
from schedario.wiring.shared import SharedArchive

CategoryNumber = Annotated[Number, Path(description="The category's number.")]


class CategoryRequest(Body):
    """A category's name."""

    name: Text


def category_routes(shared: SharedArchive) -> APIRouter:
    """Return the routes of categories."""
    routes = APIRouter(prefix="/categories", tags=["categories"])

    @routes.get("", responses=ok(CategoriesShape), response_model=None, operation_id="list_categories")
    def list_categories() -> Response:
        """List the categories by name, with the number of documents in each."""
        return Reply({"categories": [listed_json(listed) for listed in shared.services.categories.all()]})

    @routes.post("", responses=ok(CategoryShape), response_model=None, operation_id="add_category")
    def add(asked: CategoryRequest) -> Response:
        """Add a category; the categories of all documents are stale then."""
        return Reply(category_json(shared.services.categories.add(asked.name)))

    @routes.patch("/{category}", responses=ok(CategoryShape), response_model=None, operation_id="rename_category")
    def rename(category: CategoryNumber, asked: CategoryRequest) -> Response:
        """Give a category another name; its documents stay in it, and nothing is stale."""
        known = shared.services.categories.numbered(CategoryId(category))
        return Reply(category_json(shared.services.categories.rename(known.name, asked.name)))

    @routes.delete("/{category}", responses=ok(CategoryShape), response_model=None, operation_id="remove_category")
    def remove(category: CategoryNumber) -> Response:
        """Remove a category, also from its documents; the categories of all documents are stale then."""
        known = shared.services.categories.numbered(CategoryId(category))
        return Reply(category_json(shared.services.categories.remove(known.name)))

    return routes
