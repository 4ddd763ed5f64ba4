"""Make the example archive: ``python scripts/make_example_archive.py [FOLDER]``, by default ``examples/archive``.

Run it after a change under ``scripts/example_archive``; on one machine it gives the same bytes each time. Other
versions of the libraries may pack or draw a file a little differently.
"""

import sys
from collections.abc import Callable
from pathlib import Path

# So that the makers are found when this file is run by its path.
sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.example_archive.contract_scan import make_contract_scan
from scripts.example_archive.cost_workbook import make_cost_workbook
from scripts.example_archive.handbook_docx import make_handbook_docx
from scripts.example_archive.insurance_pdf import make_insurance_pdf
from scripts.example_archive.router_screenshot import make_router_screenshot
from scripts.example_archive.workshop_slides import make_workshop_slides

REPOSITORY = Path(__file__).resolve().parent.parent
PLAIN = REPOSITORY / "scripts" / "example_archive" / "plain"
ARCHIVE = REPOSITORY / "examples" / "archive"
MAKERS: dict[str, Callable[[], bytes]] = {
    "contratto-di-locazione-scansione.pdf": make_contract_scan,
    "insurance-policy.pdf": make_insurance_pdf,
    "nuovo-reparto-verniciatura.pptx": make_workshop_slides,
    "piano-costi-2025.xlsx": make_cost_workbook,
    "router-settings.png": make_router_screenshot,
    "staff-handbook.docx": make_handbook_docx,
}


def make_archive(folder: Path) -> list[Path]:
    """Write every document into a folder and return their paths in the order of their names."""
    folder.mkdir(parents=True, exist_ok=True)
    contents = {path.name: path.read_bytes() for path in PLAIN.iterdir()}
    contents |= {name: make() for name, make in MAKERS.items()}
    for name, content in contents.items():
        (folder / name).write_bytes(content)
    return [folder / name for name in sorted(contents)]


def main() -> None:
    """Make the archive and say what it holds."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ARCHIVE
    for path in make_archive(folder):
        print(f"{path.stat().st_size:>8}  {path.name}")


if __name__ == "__main__":
    main()
