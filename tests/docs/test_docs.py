"""The pages say what the code does: every command, option, setting, error and exit code is in its page, and no other."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args, get_origin

import pytest
import typer.main
from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic.fields import FieldInfo

from schedario.cli import main as command_line
from schedario.cli.add import ledger_json
from schedario.cli.evaluate import report_json
from schedario.cli.list import record_json
from schedario.cli.search import answer_json
from schedario.errors import FormatUnsupportedError, SchedarioError, error_classes
from schedario.records.document import DocumentId, DocumentRecord, DocumentStatus, FileFacts, Problem
from schedario.records.evaluation import EvaluationReport, Figures, Question, QuestionResult
from schedario.records.extraction import Origin
from schedario.records.ledger import Ledger, LedgerEntry, Outcome
from schedario.records.search import DocumentHead, DocumentPassages, Passage, SearchAnswer, TraceStep
from schedario.services.searching import TimedAnswer
from schedario.settings import ENV_PREFIX, Settings, shown
from schedario.version import VERSION

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted(
    page
    for pattern in ("*.md", "docs/**/*.md", "examples/*.md", "benchmarks/**/*.md", "tests/**/*.md")
    for page in ROOT.glob(pattern)
)
HELP_OPTIONS = {"--help", "-h"}
# Objects whose keys are names of steps, kinds, languages or documents: no part of the contract's shape.
OPEN_OBJECTS = frozenset({"stale", "timings_ms", "by_kind", "by_language", "search_ms", "stage_ms", "ranks"})
NOW = datetime(2026, 1, 2, tzinfo=UTC)


class Command(NamedTuple):
    """A command with the names of its options."""

    name: str
    options: frozenset[str]


def commands() -> Iterator[Command]:
    """Yield the program and all its commands."""
    yield from _commands_of(typer.main.get_command(command_line.app), "schedario")


def _commands_of(command: Any, name: str) -> Iterator[Command]:
    options = {option for parameter in command.params for option in parameter.opts if option.startswith("-")}
    yield Command(name, frozenset(options))
    for below, child in getattr(command, "commands", {}).items():
        yield from _commands_of(child, f"{name} {below}")


COMMANDS = {command.name: command for command in commands()}


def page(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def section(text: str, title: str) -> str:
    """Return what stands below a heading, up to the next heading of any level."""
    found = re.search(rf"^#+ {re.escape(title)}\n(.*?)(?=^#+ |\Z)", text, re.M | re.S)
    assert found, f"no heading: {title}"
    return found[1]


def rows(text: str) -> Iterator[list[str]]:
    """Yield the cells of each row of all tables, without the rules below their heads."""
    for line in text.splitlines():
        if line.startswith("|") and not set(line) <= set("|-: "):
            yield [cell.strip() for cell in line.strip("|").split("|")]


def code_rows(text: str) -> dict[str, list[str]]:
    """Return the rows whose first cell is one word of code, by that word."""
    found = {row[0].strip("`"): row for row in rows(text) if re.fullmatch(r"`[^`]+`", row[0])}
    assert len(found) == sum(1 for row in rows(text) if re.fullmatch(r"`[^`]+`", row[0])), "a row occurs twice"
    return found


# Command line


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "schedario"])
def test_every_command_and_option_has_its_place_in_the_page(name: str) -> None:
    text = section(page("docs/cli.md"), name)
    documented = {option for row in rows(text) for option in re.findall(r"`(--?[a-z-]+)`", row[0])}
    assert documented == COMMANDS[name].options - HELP_OPTIONS


def test_the_page_has_the_options_that_stand_before_a_command() -> None:
    text = section(page("docs/cli.md"), "Command line")
    documented = {option for row in rows(text) for option in re.findall(r"`(--?[a-z-]+)`", row[0])}
    assert documented == COMMANDS["schedario"].options | HELP_OPTIONS


def test_the_page_has_no_command_that_is_not_there() -> None:
    assert set(re.findall(r"^#+ (schedario .+)$", page("docs/cli.md"), re.M)) == set(COMMANDS) - {"schedario"}


@pytest.mark.parametrize("name", [name for name in COMMANDS if name not in {"schedario", "schedario evaluate"}])
def test_every_command_has_an_example(name: str) -> None:
    assert re.search(rf"^    {name}\b|^    schedario --archive \w+ {name.split()[-1]}\b", _cli_section(name), re.M)


def _cli_section(name: str) -> str:
    return section(page("docs/cli.md"), name)


def test_every_exit_code_is_in_the_page() -> None:
    known = {
        0,
        *command_line.EXIT_CODES.values(),
        command_line.exit_code(SchedarioError("")),
        command_line.EXIT_INTERRUPTED,
        command_line.EXIT_BROKEN_PIPE,
    }
    assert {int(code) for code in code_rows(section(page("docs/cli.md"), "Exit codes"))} == known


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_command_lines_in_pages_name_commands_and_options_that_are_there(path: Path) -> None:
    for line in re.findall(r"^    (?:\$ )?(?:\w+=\S+ )*(schedario .*)$", path.read_text(encoding="utf-8"), re.M):
        words = re.sub(r"\"[^\"]*\"|#.*", "", line).split()
        placed = [word for word in words if re.fullmatch(r"--?[a-z-]+", word)]
        known = _known_options(words)
        assert set(placed) <= known, line


def _known_options(words: list[str]) -> set[str]:
    """Return the options that may stand in a command line; those of the longest command whose words are in it."""
    named = [name for name in COMMANDS if set(name.split()) <= set(words)]
    longest = max(named, key=lambda name: (len(name.split()), -words.index(name.split()[-1])))
    outline = re.search(r"COMMAND", " ".join(words))
    assert outline or longest != "schedario" or HELP_OPTIONS & set(words), " ".join(words)
    return set(COMMANDS["schedario"].options | COMMANDS[longest].options | HELP_OPTIONS)


# Settings


def test_every_setting_is_in_the_page() -> None:
    documented = {name: row[1] for name, row in code_rows(page("docs/settings.md")).items()}
    assert documented == {name: f"`{ENV_PREFIX}{name.upper()}`" for name in Settings.model_fields}


@pytest.mark.parametrize("name", [name for name in Settings.model_fields if name != "home"])
def test_the_page_has_the_default_of_a_setting(name: str) -> None:
    default = shown(Settings.model_fields[name].default)
    assert code_rows(page("docs/settings.md"))[name][2] == (f"`{default}`" if default else "none")


@pytest.mark.parametrize("name", list(Settings.model_fields))
def test_the_page_has_the_range_of_a_setting(name: str) -> None:
    expected = _range(Settings.model_fields[name])
    documented = code_rows(page("docs/settings.md"))[name][3]
    assert documented == expected if expected else documented


def _range(field: FieldInfo) -> str:
    """Write the range that the code declares as the page writes it; empty where it declares none."""
    if field.annotation is bool:
        return "true, false"
    if get_origin(field.annotation) is Literal:
        return ", ".join(get_args(field.annotation))
    least = [limit.ge for limit in field.metadata if isinstance(limit, Ge)]
    most = [limit.le for limit in field.metadata if isinstance(limit, Le)]
    shortest = [limit.min_length for limit in field.metadata if isinstance(limit, MinLen)]
    longest = [limit.max_length for limit in field.metadata if isinstance(limit, MaxLen)]
    if least and most:
        return f"{_number(least[0])} to {_number(most[0])}"
    if shortest and longest:
        return f"{shortest[0]} to {longest[0]} characters"
    return f"{shortest[0]} or more" if shortest else ""


def _number(value: object) -> str:
    return str(value).removesuffix(".0")


# Errors


def test_every_error_code_is_in_the_page_and_no_other() -> None:
    assert set(code_rows(page("docs/errors.md"))) == {cls.code for cls in error_classes()}


@pytest.mark.parametrize("error", list(error_classes()), ids=lambda error: str(error.code))
def test_the_page_says_whether_a_retry_helps_and_the_exit_code(error: type[SchedarioError]) -> None:
    row = code_rows(page("docs/errors.md"))[error.code]
    # A file that no reader takes is skipped, which is no failure: it never becomes the end of a command.
    ends_with = 0 if issubclass(error, FormatUnsupportedError) else command_line.exit_code(error(""))
    assert row[2] == ("yes" if error.retryable else "no")
    assert row[4] == str(ends_with)


# JSON contracts


def shape(value: Any) -> Any:
    """Return keys and nesting of a JSON value, without its figures and texts."""
    if isinstance(value, dict):
        return {key: "open" if key in OPEN_OBJECTS else shape(below) for key, below in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value and isinstance(value[0], dict) else []
    return None


def documented_json(name: str) -> Any:
    found = re.search(r"```json\n(.*?)```", _cli_section(name), re.S)
    assert found
    return json.loads(found[1])


def test_the_json_of_add_is_as_documented() -> None:
    ledger = Ledger((LedgerEntry("/a", Outcome.INDEXED, DocumentId("c6ygncrq")),))
    documented = documented_json("schedario add")
    assert shape(documented) == shape(ledger_json(ledger))
    assert all(list(file) == list(documented["files"][0]) for file in documented["files"])
    assert sum(documented["totals"].values()) == len(documented["files"])


def test_the_json_of_search_is_as_documented() -> None:
    head = DocumentHead(DocumentId("c6ygncrq"), "a", "/a", "default", NOW, "")
    passage = Passage("text", 1, "page 1", 0.5, Origin.TEXT, "en", 0, 4, 0, 4, False)
    answer = SearchAnswer(
        query="a",
        archive="main",
        documents_searched=1,
        floor=0.1,
        best_score=0.5,
        degraded=(),
        stale={},
        results=(DocumentPassages(head, (passage,)),),
        trace=(TraceStep("embed", 1.0, 0),),
    )
    assert shape(documented_json("schedario search")) == shape(answer_json(TimedAnswer(answer, {}), trace=True))


def test_the_json_of_list_is_as_documented() -> None:
    record = DocumentRecord(
        id=DocumentId("c6ygncrq"),
        name="a",
        file=FileFacts("/a", 1, NOW, ""),
        collection="default",
        media_type="",
        title="",
        language="",
        status=DocumentStatus.FAILED,
        problem=Problem("file_empty", "empty"),
        duplicate_of=None,
        text_hash="",
        fingerprint="",
        pages=0,
        chunks=0,
        indexed_at=NOW,
    )
    assert shape(documented_json("schedario list")) == [shape(record_json(record))]


def test_the_json_of_evaluate_run_is_as_documented() -> None:
    figures = Figures(1, {1: 1.0, 3: 1.0, 10: 1.0}, 1.0, 1.0, None, 1.0, 0.0)
    question = Question("q", "a?", "en", "mono", ("set",), None, None)
    report = EvaluationReport(
        dataset="set",
        documents=1,
        chunks=1,
        indexed_chunks=0,
        index_seconds=0.0,
        overall=figures,
        by_kind={},
        by_language={},
        search_ms={},
        stage_ms={},
        results=(QuestionResult(question, {}, None, 0, None, 1.0),),
        notes=(),
    )
    assert shape(documented_json("schedario evaluate run")) == shape(report_json(report))


# Pages


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_relative_link_is_dead(path: Path) -> None:
    text = re.sub(r"^```.*?^```|^    .*?$|`[^`\n]*`", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        target, _, anchor = link.partition("#")
        if re.match(r"[a-z]+:", link):
            continue
        file = path.parent / target if target else path
        assert file.exists(), link
        assert not anchor or anchor in _anchors(file), link


def _anchors(path: Path) -> set[str]:
    titles = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), re.M)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_make_targets_that_a_page_names_are_in_the_makefile(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = set(re.findall(r"(?:^    |`)make (?:[A-Z]+=\S+ )?([a-z]+)", text, re.M))
    assert named <= set(re.findall(r"^([a-z]+):", page("Makefile"), re.M))


def test_contributing_has_every_make_target() -> None:
    targets = set(re.findall(r"^([a-z]+):", page("Makefile"), re.M))
    assert {name.removeprefix("make ") for name in code_rows(section(page("CONTRIBUTING.md"), "Set-up"))} == targets


def test_contributing_has_every_folder_of_tests() -> None:
    folders = {f"tests/{file.parent.name}" for file in (ROOT / "tests").glob("*/*.py")}
    assert folders <= set(code_rows(section(page("CONTRIBUTING.md"), "Tests")))


def test_architecture_names_every_package_and_module_of_the_top() -> None:
    source = ROOT / "src" / "schedario"
    packages = {str(file.parent.relative_to(source)) for file in source.glob("**/__init__.py")} - {"."}
    modules = {file.stem for file in source.glob("*.py") if not file.stem.startswith("_")}
    layers = section(page("docs/architecture.md"), "Layout and layers")
    named = set(re.findall(r"`([a-z_/]+)`", layers))
    assert packages | modules <= named


def test_every_decision_is_in_the_list() -> None:
    folder = ROOT / "docs" / "decisions"
    listed = re.findall(r"\]\((\d{4}-[^)]+)\)", page("docs/decisions/README.md"))
    assert listed == sorted(file.name for file in folder.glob("[0-9]*.md"))


def test_the_glossary_defines_each_word_once_and_in_order() -> None:
    words = re.findall(r"^\| (\*\*.+?) \|", page("docs/glossary.md"), re.M)
    assert len(words) == len(set(words))
    for title in re.findall(r"^## (.+)$", page("docs/glossary.md"), re.M):
        part = re.findall(r"^\| \*\*(.+?)\*\*", section(page("docs/glossary.md"), title), re.M)
        assert part == sorted(part, key=str.lower)


def test_the_changelog_has_this_version() -> None:
    assert re.search(rf"^#+ \[?{re.escape(VERSION)}\b", page("CHANGELOG.md"), re.M)
