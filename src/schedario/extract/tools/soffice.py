"""Runs LibreOffice without a window to convert one file.

It gets a profile of its own, in which macros and links to other places are off, and works on a copy, because it puts a
lock beside what it opens. It runs in the group of the process that calls: whoever ends that group ends it too.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

from schedario.errors import ReaderMissingError
from schedario.extract.limits import megabytes
from schedario.extract.source import Source
from schedario.extract.tools.lifetime import end_with_parent
from schedario.records.status import Finding, Health

_PLACES = ("/Applications/LibreOffice.app/Contents/MacOS/soffice",)
_LOOK_SECONDS = 0.1
# With a new profile the program asks to be started again.
_AGAIN = 81
_MOST_STARTS = 3
_ITEM = '<item oor:path="/org.openoffice.Office.{}"><prop oor:name="{}" oor:op="fuse"><value>{}</value></prop></item>'
_SETTINGS = (
    ("Common/Security/Scripting", "DisableMacrosExecution", "true"),
    ("Common/Security/Scripting", "DisableActiveContent", "true"),
    ("Common/Security/Scripting", "BlockUntrustedRefererLinks", "true"),
    ("Common/Security/Scripting", "MacroSecurityLevel", "3"),
    ("Writer/Content/Update", "Link", "0"),
)
# A port where nobody listens: whatever still asks for an address gets no answer.
_NO_NETWORK = dict.fromkeys(("http_proxy", "https_proxy", "ftp_proxy"), "http://127.0.0.1:9")


def find_soffice() -> Path | None:
    """Return the program, None when it is not installed.

    On Linux it is the program behind the launcher, which hangs for minutes when the program dies.
    """
    found = shutil.which("soffice") or next(filter(os.path.exists, _PLACES), None)
    if found is None:
        return None
    program = Path(found).resolve()
    behind = program.with_name("soffice.bin")
    return behind if sys.platform == "linux" and behind.exists() else program


def check() -> Finding:
    """Say whether the program is there; its absence is no fault, since few files need it."""
    program = find_soffice()
    if program:
        return Finding("libreoffice", Health.OK, f"DOC and PPT are read by {program}")
    return Finding(
        "libreoffice",
        Health.WARNING,
        "not installed: DOC and PPT cannot be read",
        "Install LibreOffice if there are such files",
    )


def convert(source: Source, target: str, what: str) -> bytes:
    """Return a file as another format, named by its suffix without the dot.

    Args:
        source: The file.
        target: What to make of it.
        what: How the kind of file is called, for the message when no reader is installed.

    Raises:
        ReaderMissingError: LibreOffice is not installed.
        LimitExceededError: It took too long or too much memory.
        FileDamagedError: It made nothing of the file.
    """
    program = find_soffice()
    if program is None:
        raise ReaderMissingError(
            f"{what} needs LibreOffice, which is not installed",
            subject=str(source.path),
            remedy="Install LibreOffice (libreoffice.org) and add the file again, or save it in a newer format",
        )
    with tempfile.TemporaryDirectory(prefix="soffice-") as name:
        folder = Path(name)
        copy = folder / f"document{source.path.suffix.lower()}"
        shutil.copyfile(source.path, copy)
        _write_profile(folder / "profile")
        made = folder / "made" / f"document.{target}"
        for _ in range(_MOST_STARTS):
            if (code := _run(source, program, folder, copy, target)) != _AGAIN:
                break
        # It ends with 0 when it could not read a file, too.
        if not made.is_file():
            raise source.damaged(f"LibreOffice could not read the file (exit status {code})")
        return made.read_bytes()


def _run(source: Source, program: Path, folder: Path, copy: Path, target: str) -> int:
    command = [str(program), f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--headless", "--norestore"]
    command += ["--nolockcheck", "--nodefault", "--convert-to", target, "--outdir", str(folder / "made"), str(copy)]
    quiet = subprocess.DEVNULL
    environment = {**os.environ, **_NO_NETWORK, "HOME": str(folder)}
    with subprocess.Popen(
        command, stdin=quiet, stdout=quiet, stderr=quiet, cwd=folder, env=environment, preexec_fn=end_with_parent
    ) as process:
        try:
            return _watched(source, process)
        finally:
            _end(process)


def _watched(source: Source, process: subprocess.Popen[bytes]) -> int:
    """Wait for the end; time and memory are this program's own, beside those of the process that calls."""
    limits, started = source.limits, time.monotonic()
    while True:
        try:
            return process.wait(_LOOK_SECONDS)
        except subprocess.TimeoutExpired:
            if time.monotonic() - started > limits.page_seconds:
                raise source.beyond("page_seconds", limits.page_seconds, "LibreOffice took too long") from None
            if (memory := _memory_bytes(process)) > limits.memory_bytes:
                raise source.beyond(
                    "memory_bytes", limits.memory_bytes, f"{megabytes(memory)} in LibreOffice"
                ) from None


def _family(process: subprocess.Popen[bytes]) -> list[psutil.Process]:
    """Return the program with all that it started."""
    try:
        top = psutil.Process(process.pid)
        return [top, *top.children(recursive=True)]
    except psutil.Error:
        return []


def _memory_bytes(process: subprocess.Popen[bytes]) -> int:
    total = 0
    for one in _family(process):
        try:
            total += int(one.memory_info().rss)
        except psutil.Error:
            continue
    return total


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill the program and what it started; it does not heed a request to end."""
    if process.poll() is not None:
        return
    for one in _family(process):
        try:
            one.kill()
        except psutil.Error:
            continue
    process.wait()


def _write_profile(profile: Path) -> None:
    user = profile / "user"
    user.mkdir(parents=True)
    items = "".join(_ITEM.format(*setting) for setting in _SETTINGS)
    (user / "registrymodifications.xcu").write_text(
        '<?xml version="1.0" encoding="UTF-8"?><oor:items xmlns:oor="http://openoffice.org/2001/registry" '
        'xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">'
        f"{items}</oor:items>",
        encoding="utf-8",
    )
