"""The application, and what its errors become: one line on stderr and a documented exit code."""

import os
import signal
import sys
from collections.abc import Sequence

import typer

from schedario.cli.commands import CommandGroup
from schedario.cli.output import notice
from schedario.cli.session import ArchiveOption, Invocation
from schedario.errors import (
    DatabaseError,
    FileError,
    InputError,
    ModelError,
    SchedarioError,
)

EXIT_CODES: dict[type[SchedarioError], int] = {InputError: 2, DatabaseError: 3, ModelError: 4, FileError: 1}
"""Error class to exit code; a class stands for all below it. 0 is success, 1 that some files or checks failed."""

EXIT_FAILED = 1
EXIT_INTERRUPTED = 130
EXIT_BROKEN_PIPE = 141

app = typer.Typer(
    cls=CommandGroup,
    name="schedario",
    help="A private document archive: add files, ask in any language, get passages with file and page.",
    epilog='Start with: schedario add ~/Documents, then: schedario search "your question"',
    invoke_without_command=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def options(
    context: typer.Context,
    archive_option: ArchiveOption = None,
) -> None:
    """A private document archive: add files, ask in any language, get passages with file and page."""
    context.obj = Invocation(archive_option)
    if context.invoked_subcommand is None:
        sys.stdout.write(context.get_help() + "\n")


def main() -> None:
    """Run the command line and leave with its exit code."""
    signal.signal(signal.SIGTERM, _terminate)
    _ensure_streams()
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run one command; return its exit code."""
    try:
        result = app(args=list(arguments), prog_name="schedario", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        notice(f"schedario: {_usage(error)}")
        return 2
    except SchedarioError as error:
        notice(f"schedario: {error}")
        return exit_code(error)
    except (KeyboardInterrupt, typer.Abort):
        result = EXIT_INTERRUPTED
    except OSError as error:
        _give_up_stdout()
        if isinstance(error, BrokenPipeError):
            return EXIT_BROKEN_PIPE
        notice(f"schedario: {error.strerror or error}" + (f": {error.filename}" if error.filename else ""))
        return EXIT_FAILED
    if result == EXIT_INTERRUPTED:  # typer makes this of a KeyboardInterrupt within a command
        notice("schedario: interrupted. What was written stays; run the same command again to go on")
    return result if isinstance(result, int) else 0


def exit_code(error: SchedarioError) -> int:
    """Return the exit code of an error: that of the nearest class in the table."""
    return next(EXIT_CODES[cls] for cls in type(error).__mro__ if cls in EXIT_CODES) if _mapped(error) else 1


def _mapped(error: SchedarioError) -> bool:
    return any(cls in EXIT_CODES for cls in type(error).__mro__)


def _usage(error: typer.TyperException) -> str:
    """Return a usage error as one line that says where help is."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "schedario"
    said = " ".join(error.format_message().replace("Value error, ", "").split()).rstrip(".")
    return f"{said}{'' if said.endswith('?') else '.'} Try '{command} --help'"


def _give_up_stdout() -> None:
    """Let what is left in stdout's buffer go nowhere: Python would complain once more when it flushes at the end."""
    if sys.__stdout__ is not None and sys.stdout is sys.__stdout__:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno())


def _ensure_streams() -> None:
    """Let output go nowhere when it was closed, and never fail for a character that the terminal cannot show."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - open to the end
        getattr(sys, name).reconfigure(errors="backslashreplace")


def _terminate(*_: object) -> None:
    """Turn SIGTERM into an orderly end, so that the embedded server stops with its last user."""
    raise KeyboardInterrupt
