"""schemathesis sends what the OpenAPI document allows, and what it does not, to a running service."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from fixtures.commands import Commands
from fixtures.service import Service, served

ARCHIVE = "t_api_schema"
EXAMPLES = os.environ.get("TEST_API_EXAMPLES", "2")
"""Made at random for each operation, besides those that go over the bounds of each parameter one by one."""


@pytest.fixture(scope="module")
def service(command_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("papers")
    (folder / "lease.md").write_text("# Lease\n\nThe tenant pays a deposit of 6450 euro.\n")
    assert Commands(command_home, ARCHIVE).process("add", folder).code == 0
    with served(command_home, "--archive", ARCHIVE) as running:
        yield running


def test_the_service_does_what_its_openapi_document_says(service: Service, tmp_path: Path) -> None:
    program = [str(Path(sys.executable).with_name("schemathesis")), "run", f"{service.state.url}/api/v1/openapi.json"]
    checks = (
        "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,"
        "response_headers_conformance,negative_data_rejection,unsupported_method"
    )
    done = subprocess.run(
        [*program, "--checks", checks, "--phases", "examples,coverage,fuzzing", "--max-examples", EXAMPLES,
         "--seed", "7", "--request-timeout", "60", "--suppress-health-check", "all", "--no-color",
         "--generation-database", "none"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": ""},
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
