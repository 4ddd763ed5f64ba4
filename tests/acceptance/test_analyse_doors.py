"""What presents documents, and their categories, over HTTP and for an assistant."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fixtures.analysis_server import DESCRIPTIONS, MODEL, SUMMARIES, AnalysisServer, analysis_server
from fixtures.commands import Commands
from fixtures.service import Service, served

ARCHIVE = "t_analyse_doors"
LEASE = "# Lease\n\nThe tenant pays a deposit of 6450 euro to the landlord before the first of May.\n"


@pytest.fixture(scope="module")
def model() -> Iterator[AnalysisServer]:
    with analysis_server() as server:
        yield server


@pytest.fixture(scope="module")
def service(command_home: Path, tmp_path_factory: pytest.TempPathFactory, model: AnalysisServer) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("papers")
    (folder / "lease.md").write_text(LEASE)
    assert Commands(command_home, ARCHIVE).process("add", folder).code == 0
    settings = {
        "SCHEDARIO_ANALYSIS": "ollama",
        "SCHEDARIO_ANALYSIS_URL": model.url,
        "SCHEDARIO_ANALYSIS_MODEL": MODEL,
    }
    with served(command_home, "--archive", ARCHIVE, **settings) as service:
        yield service


def test_categories_are_kept_over_http(service: Service) -> None:
    added = service.ask("POST", "/categories", {"name": "contract"}).json
    assert service.ask("GET", "/categories").json == {"categories": [{**added, "documents": 0}]}
    assert service.ask("POST", "/categories", {"name": "Contract"}).status == 422
    assert service.ask("PATCH", f"/categories/{added['id']}", {"name": "lease"}).json == {**added, "name": "lease"}
    assert service.ask("DELETE", f"/categories/{added['id']}").json["name"] == "lease"
    assert service.ask("DELETE", f"/categories/{added['id']}").status == 422
    assert service.ask("GET", "/categories").json == {"categories": []}


def test_a_document_is_analysed_on_request_by_the_services_own_worker(service: Service, model: AnalysisServer) -> None:
    category = service.ask("POST", "/categories", {"name": "contract"}).json
    (document,) = service.ask("GET", "/documents").json["documents"]
    assert document["analysis"]["made_by"] == ""
    asked = service.ask("POST", f"/documents/{document['id']}/analysis").json
    assert asked["queued"] is True
    done = service.until(f"/documents/{document['id']}", lambda reply: reply["analysis"]["made_by"])
    shown = done["analysis"]
    assert (shown["summary"], shown["description"]) == (SUMMARIES["en"], DESCRIPTIONS["en"])
    assert (shown["categories"], shown["stale"]) == (["contract"], [])
    assert len(model.calls) == 1
    listed = service.ask("GET", "/documents?category=contract").json["documents"]
    assert [entry["id"] for entry in listed] == [document["id"]]
    found = service.ask("POST", "/search", {"query": "which deposit?"}).json["results"][0]["document"]
    assert (found["description"], found["description_stale"]) == (DESCRIPTIONS["en"], False)
    state = service.ask("GET", "/status").json["analysis"]
    assert (state["written"], state["memory"]["reported_mb"]) == (1, 4768)
    assert service.ask("POST", "/documents/zzzzzzzz/analysis").status == 404
    assert service.ask("DELETE", f"/categories/{category['id']}").status == 200
