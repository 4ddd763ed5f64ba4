"""The page of the HTTP API has every route and status, and no other."""

import re
from pathlib import Path
from typing import Any

import pytest

from fixtures.pages import page, rows, section
from schedario.api.activity import Activity
from schedario.api.app import PREFIX, Doors, create_app
from schedario.api.errors import STATUSES, status_of
from schedario.api.guard import Rules
from schedario.errors import SchedarioError, error_classes
from schedario.settings import load_settings, with_values
from schedario.wiring import Application
from schedario.wiring.shared import SharedArchive


@pytest.fixture(scope="module")
def document(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The OpenAPI document, for which no archive has to be open."""
    home: Path = tmp_path_factory.mktemp("home")
    application = Application(with_values(load_settings().values, {"home": str(home)}))
    rules = Rules("127.0.0.1", "secret", is_token=lambda _: False, tokens_exist=lambda: False)
    return create_app(Doors(SharedArchive(application, "main"), rules, Activity())).openapi()


def test_the_page_has_every_route_and_no_other(document: Any) -> None:
    served = {
        f"{method.upper()} {path.removeprefix(PREFIX)}"
        for path, operations in document["paths"].items()
        for method in operations
    }
    first_cells = [row[0] for row in rows(section(page("docs/api.md"), "Routes"))]
    assert {route for cell in first_cells for route in re.findall(r"`([A-Z]+ /[^`]+)`", cell)} == served


def test_every_operation_says_what_it_does_and_how_its_errors_look(document: Any) -> None:
    for path, operations in document["paths"].items():
        for operation in operations.values():
            assert operation["description"], path
            shape = operation["responses"]["422"]["content"]["application/json"]["schema"]["$ref"]
            assert shape.endswith("/ErrorReply"), path


def test_the_page_has_every_status_with_its_codes() -> None:
    documented = {int(row[0]): row[1] for row in rows(section(page("docs/api.md"), "Errors")) if row[0].isdigit()}
    assert set(documented) == set(STATUSES.values())
    for error in error_classes():
        status = status_of(error(""))
        if status not in (422, 500, 503):
            assert f"`{error.code}`" in documented[status]


def test_every_error_has_a_status() -> None:
    assert all(400 <= status_of(error("")) < 600 for error in error_classes(SchedarioError))
