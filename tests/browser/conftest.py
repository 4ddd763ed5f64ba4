"""One service for all tests in a browser, over the example archive and what hostile people might send."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from fixtures.browser import ARCHIVE, browsing
from fixtures.commands import Commands
from fixtures.service import Service, served

__all__ = ["browsing"]

EXAMPLES = Path(__file__).parents[2] / "examples" / "archive"
HOSTILE_NAME = "<img src=x onerror=alert(1)> \N{RIGHT-TO-LEFT OVERRIDE}fdp.{{7*7}}.md"
HOSTILE_TEXT = """# <script>alert('heading')</script> ${alert(2)} `{{constructor.constructor('alert(3)')()}}`

The zeppelin <b>lands</b> at <img src="https://evil.example/x.png" onerror="alert(4)"> [link](javascript:alert(5)).
</script><script>alert(6)</script> "onload="alert(7) \N{RIGHT-TO-LEFT OVERRIDE}neddih\N{POP DIRECTIONAL FORMATTING}
<iframe src="https://evil.example/"></iframe> &lt;script&gt;alert(8)&lt;/script&gt;
"""


# Of a data folder there is one service: this one ends before the tests of others begin.
@pytest.fixture(scope="package")
def service(command_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("hostile")
    (folder / HOSTILE_NAME).write_text(HOSTILE_TEXT, encoding="utf-8")
    added = Commands(command_home, ARCHIVE).process("add", folder, *_few())
    assert added.code == 0, added.err
    with served(command_home, "--archive", ARCHIVE) as running:
        yield running


def _few() -> list[Path]:
    """Return examples of different kinds, none of which needs OCR."""
    names = ("insurance-policy.pdf", "piano-costi-2025.xlsx", "staff-handbook.docx", "backup-policy.md")
    return [EXAMPLES / name for name in names]
