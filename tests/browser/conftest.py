"""One service for all tests in a browser, over the example archive and what hostile people might send."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fixtures.browser import ARCHIVE, HOSTILE_NAME, HOSTILE_TEXT, browsing
from fixtures.commands import Commands
from fixtures.reports import kept_reports
from fixtures.service import Service, served

__all__ = ["browsing"]

EXAMPLES = Path(__file__).parents[2] / "examples" / "archive"


# Of a data folder there is one service: this one ends before the tests of others begin.
@pytest.fixture(scope="package")
def service(command_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("hostile")
    (folder / HOSTILE_NAME).write_text(HOSTILE_TEXT, encoding="utf-8")
    added = Commands(command_home, ARCHIVE).process("add", folder, *_few())
    assert added.code == 0, added.err
    with kept_reports(command_home), served(command_home, "--archive", ARCHIVE) as running:
        yield running


def _few() -> list[Path]:
    """Return examples of different kinds, none of which needs OCR."""
    names = ("insurance-policy.pdf", "piano-costi-2025.xlsx", "staff-handbook.docx", "backup-policy.md")
    return [EXAMPLES / name for name in names]


@pytest.fixture(scope="package")
def ids(service: Service) -> dict[str, str]:
    """The ids of the documents, by the ending of their names."""
    found = service.ask("GET", "/documents").json["documents"]
    return {record["name"].rpartition(".")[2]: record["id"] for record in found if record["name"] != HOSTILE_NAME}
