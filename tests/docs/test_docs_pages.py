"""The pages hold together: links lead somewhere, targets of make are there, and lists are complete."""

import re
from pathlib import Path

import pytest

from fixtures.pages import PAGES, ROOT, code_rows, name_of, page, rows, section, titles, without_code
from schedario.version import VERSION

SOURCE = ROOT / "src" / "schedario"


def anchors(path: Path) -> set[str]:
    """Return what a link into a page can name: its headings in small letters, with hyphens for spaces."""
    found = titles(path.read_text(encoding="utf-8"))
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in found}


def make_targets() -> set[str]:
    """Return the targets of the Makefile that people call."""
    return set(re.findall(r"^([a-z-]+):", page("Makefile"), re.M))


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_no_relative_link_is_dead(path: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", without_code(path.read_text(encoding="utf-8"))):
        target, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        file = path.parent / target if target else path
        assert file.exists(), link
        assert not anchor or anchor in anchors(file), link


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_make_targets_that_a_page_names_are_there(path: Path) -> None:
    named = re.findall(r"(?:^    |`)make (?:[A-Z]+=\S+ )?([a-z-]+)", path.read_text(encoding="utf-8"), re.M)
    assert set(named) <= make_targets()


def test_contributing_has_every_make_target() -> None:
    documented = code_rows(section(page("CONTRIBUTING.md"), "Set-up"))
    assert {name.removeprefix("make ") for name in documented} == make_targets()


def test_contributing_has_every_folder_of_tests() -> None:
    folders = {f"tests/{file.parent.name}" for file in (ROOT / "tests").glob("*/*.py")}
    assert folders <= set(code_rows(section(page("CONTRIBUTING.md"), "Tests")))


def test_architecture_names_every_package_and_every_module_of_the_top() -> None:
    packages = {str(file.parent.relative_to(SOURCE)) for file in SOURCE.glob("**/__init__.py")} - {"."}
    modules = {file.stem for file in SOURCE.glob("*.py") if not file.stem.startswith("_")}
    layers = list(rows(section(page("docs/architecture.md"), "Layout and layers")))
    named = {name for row in layers for name in re.findall(r"`([a-z_/]+)`", row[0])}
    assert packages | modules == named


def test_architecture_names_the_steps_of_the_trace() -> None:
    steps = re.findall(r'trace\.step\(\s*"([a-z]+)"', page("src/schedario/search/pipeline.py"))
    drawn = section(page("docs/architecture.md"), "The way of a question through")
    assert steps
    assert [step for step in steps if f"`{step}`" not in drawn] == []


def test_the_list_of_decisions_is_complete_and_in_order() -> None:
    listed = re.findall(r"\]\((\d{4}-[^)]+)\)", page("docs/decisions/README.md"))
    assert listed == sorted(file.name for file in (ROOT / "docs" / "decisions").glob("[0-9]*.md"))


def test_the_glossary_has_each_word_once_and_in_order() -> None:
    parts = [section(page("docs/glossary.md"), title) for title in titles(page("docs/glossary.md"))[1:]]
    words = [[row[0].strip("*") for row in rows(part) if row[0].startswith("**")] for part in parts]
    assert all(part == sorted(part, key=str.lower) for part in words)
    assert len({word for part in words for word in part}) == sum(map(len, words))


def test_the_changelog_has_this_version() -> None:
    assert any(VERSION in title for title in titles(page("CHANGELOG.md")))
