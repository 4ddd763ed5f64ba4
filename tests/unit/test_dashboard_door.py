"""When the dashboard's door loads what makes the pages."""

import asyncio
import importlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import pytest
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp

from schedario.dashboard import DashboardDoor, door
from schedario.wiring.shared import SharedArchive


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was begun and ended of a site that stands in for the pages."""
    said: list[str] = []

    @asynccontextmanager
    async def running(*_: Any) -> AsyncIterator[ASGIApp]:
        said.append("begun")
        yield PlainTextResponse("a page")
        said.append("ended")

    monkeypatch.setattr(importlib, "import_module", lambda _: SimpleNamespace(running=running))
    monkeypatch.setattr(door, "_EARLY_SECONDS", 0.0)
    return said


def opened(*, early: bool) -> DashboardDoor:
    shared = cast("SharedArchive", SimpleNamespace(token_hashes=frozenset()))
    return DashboardDoor(shared, loopback=True, secret="secret", language="auto", early=early)


@pytest.mark.parametrize(("early", "said"), [(True, ["begun"]), (False, [])])
def test_the_pages_are_loaded_before_anybody_comes_where_somebody_is_expected(
    loaded: list[str], early: bool, said: list[str]
) -> None:
    async def wait() -> None:
        async with opened(early=early).lifespan():
            for _ in range(200):
                await asyncio.sleep(0.005)
                if loaded:
                    break
            assert loaded == said

    asyncio.run(wait())
    assert loaded == ["begun", "ended"] * early


def test_a_service_that_ends_before_its_pages_are_loaded_ends_in_order(
    loaded: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(door, "_EARLY_SECONDS", 60.0)

    async def end_at_once() -> None:
        async with opened(early=True).lifespan():
            await asyncio.sleep(0)

    asyncio.run(end_at_once())
    assert loaded == []
