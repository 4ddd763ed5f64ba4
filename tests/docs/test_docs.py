"""Every command, option, setting, error and exit code is in its page as the code has it, and no other."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
import typer.main
from annotated_types import Ge, Le, MaxLen, MinLen
from pydantic.fields import FieldInfo

from fixtures.pages import PAGES, code_rows, command_lines, name_of, option_names, page, section, titles
from schedario.cli import main as command_line
from schedario.errors import FormatUnsupportedError, SchedarioError, error_classes
from schedario.settings import ENV_PREFIX, Settings, shown

PROGRAM = "schedario"
HELP_OPTIONS = {"--help", "-h"}


def commands_of(command: Any, name: str) -> Iterator[tuple[str, set[str]]]:
    """Yield a command and all below it, each by its full name with the names of its options."""
    yield name, {option for parameter in command.params for option in parameter.opts if option.startswith("-")}
    for below, child in getattr(command, "commands", {}).items():
        yield from commands_of(child, f"{name} {below}")


OPTIONS = dict(commands_of(typer.main.get_command(command_line.app), PROGRAM))
COMMANDS = [name for name in OPTIONS if name != PROGRAM]


def test_the_page_has_a_section_for_every_command_and_no_other() -> None:
    assert sorted(titles(page("docs/cli.md"), f"{PROGRAM} ")) == sorted(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_a_commands_section_has_all_its_options_and_no_other(name: str) -> None:
    assert option_names(section(page("docs/cli.md"), name)) == OPTIONS[name] - HELP_OPTIONS


def test_the_page_has_the_options_that_stand_before_a_command() -> None:
    assert option_names(section(page("docs/cli.md"), "Command line")) == OPTIONS[PROGRAM] | HELP_OPTIONS


@pytest.mark.parametrize("name", [name for name in COMMANDS if name != "schedario evaluate"])
def test_a_commands_section_has_an_example(name: str) -> None:
    assert name in {called(line)[0] for line in command_lines(section(page("docs/cli.md"), name))}


@pytest.mark.parametrize("path", PAGES, ids=name_of)
def test_examples_call_commands_with_options_that_are_there(path: Path) -> None:
    outline = "COMMAND"
    for line in command_lines(path.read_text(encoding="utf-8")):
        name, options = called(line)
        assert name != PROGRAM or outline in line, line
        assert options <= OPTIONS[PROGRAM] | OPTIONS[name] | HELP_OPTIONS, line


def called(line: str) -> tuple[str, set[str]]:
    """Return the command that a line of an example calls, and the options that it gives."""
    words = re.sub(r"(--archive|-a) \w+", r"\1", line).split()
    options = {word for word in words if re.fullmatch(r"--?[a-z][a-z-]*", word)}
    plain = [word for word in words if word not in options]
    names = [" ".join(plain[:count]) for count in (3, 2, 1)]
    return next(name for name in names if name in OPTIONS), options


def test_every_exit_code_is_in_the_page_and_no_other() -> None:
    known = {
        0,
        command_line.exit_code(SchedarioError("")),
        *command_line.EXIT_CODES.values(),
        command_line.EXIT_INTERRUPTED,
        command_line.EXIT_BROKEN_PIPE,
    }
    assert {int(code) for code in code_rows(section(page("docs/cli.md"), "Exit codes"))} == known


def test_every_setting_is_in_the_page_with_its_variable() -> None:
    documented = {name: row[1] for name, row in code_rows(page("docs/settings.md")).items()}
    assert documented == {name: f"`{ENV_PREFIX}{name.upper()}`" for name in Settings.model_fields}


@pytest.mark.parametrize("name", [name for name in Settings.model_fields if name != "home"])
def test_the_page_has_the_default_of_a_setting(name: str) -> None:
    default = shown(Settings.model_fields[name].default)
    assert code_rows(page("docs/settings.md"))[name][2] == (f"`{default}`" if default else "none")


@pytest.mark.parametrize("name", list(Settings.model_fields))
def test_the_page_has_the_range_of_a_setting(name: str) -> None:
    declared = declared_range(Settings.model_fields[name])
    documented = code_rows(page("docs/settings.md"))[name][3]
    assert documented == declared if declared else documented


def declared_range(field: FieldInfo) -> str:
    """Write the range that the code declares in the page's form; empty where it declares none."""
    if field.annotation is bool:
        return "true, false"
    if get_origin(field.annotation) is Literal:
        return ", ".join(get_args(field.annotation))
    least = [limit.ge for limit in field.metadata if isinstance(limit, Ge)]
    most = [limit.le for limit in field.metadata if isinstance(limit, Le)]
    shortest = [limit.min_length for limit in field.metadata if isinstance(limit, MinLen)]
    longest = [limit.max_length for limit in field.metadata if isinstance(limit, MaxLen)]
    if least and most:
        return f"{least[0]} to {most[0]}".replace(".0", "")
    if shortest and longest:
        return f"{shortest[0]} to {longest[0]} characters"
    return f"{shortest[0]} or more" if shortest else ""


def test_every_error_code_is_in_the_page_and_no_other() -> None:
    assert set(code_rows(page("docs/errors.md"))) == {cls.code for cls in error_classes()}


@pytest.mark.parametrize("error", list(error_classes()), ids=lambda error: str(error.code))
def test_the_page_says_whether_a_retry_helps_and_the_exit_code(error: type[SchedarioError]) -> None:
    row = code_rows(page("docs/errors.md"))[error.code]
    # A file that no reader takes is skipped, which is no failure: it never becomes the end of a command.
    ends_with = 0 if issubclass(error, FormatUnsupportedError) else command_line.exit_code(error(""))
    assert (row[2], row[4]) == ("yes" if error.retryable else "no", str(ends_with))
