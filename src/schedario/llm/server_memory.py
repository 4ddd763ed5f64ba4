"""What a model's server takes of the memory, as the operating system counts it and as the server says itself.

The two differ: a server may count what it wants to load, and not what it shares, keeps or has on the graphics card.
"""

from collections.abc import Iterator
from urllib.parse import urlsplit

import psutil

from schedario.records.analysis import ServerMemory
from schedario.remote import RemoteError, RemoteHost, is_here

_SECONDS = 2.0
"""``status`` waits no longer."""
_MEGABYTE = 1024 * 1024
_OLLAMA = "ollama"


def ollama_memory(url: str, key: str = "") -> ServerMemory:
    """Return what an Ollama server takes; that it does not answer is told, not raised."""
    host = RemoteHost(url, key=key)
    reported, trouble = None, ""
    try:
        models = host.get("/api/ps", _SECONDS)["models"]
        reported = sum(int(model["size"]) for model in models) // _MEGABYTE
    except RemoteError as error:
        trouble = error.what
    except (KeyError, TypeError, ValueError):
        trouble = "answers in an unknown form"
    finally:
        host.close()
    return ServerMemory(host.name, local_memory_mb(url, _OLLAMA), reported, trouble)


def server_name(url: str) -> str:
    """Return a server without path and query, for people."""
    return RemoteHost(url).name


def local_memory_mb(url: str, program: str = "") -> int | None:
    """Return what the processes of a server on this machine hold, in megabytes.

    It is the process that listens on the address, with all that it started; where the system does not say who listens,
    the processes of a program.

    Args:
        url: Of the server.
        program: How the server's program is called; empty where it is not known.

    Returns:
        None for a server on another machine, and one whose processes cannot be seen.
    """
    parts = urlsplit(url)
    if not is_here(url):
        return None
    port = parts.port or (443 if parts.scheme == "https" else 80)
    found = {process.pid: process for process in [*_listening(port), *_named(program)]}
    family = {child.pid: child for process in found.values() for child in _family(process)}
    held = [_resident_bytes(process) for process in family.values()]
    return sum(held) // _MEGABYTE if held else None


def _listening(port: int) -> list[psutil.Process]:
    try:
        connections = psutil.net_connections("tcp")
    except psutil.AccessDenied:
        # macOS tells it to root alone.
        return []
    pids = {c.pid for c in connections if c.status == psutil.CONN_LISTEN and c.laddr.port == port and c.pid}
    return [process for process in map(_process, pids) if process]


def _named(program: str) -> Iterator[psutil.Process]:
    if program:
        yield from (p for p in psutil.process_iter(["name"]) if (p.info["name"] or "").removesuffix(".exe") == program)


def _process(pid: int) -> psutil.Process | None:
    try:
        return psutil.Process(pid)
    except psutil.Error:
        return None


def _family(process: psutil.Process) -> list[psutil.Process]:
    try:
        return [process, *process.children(recursive=True)]
    except psutil.Error:
        return [process]


def _resident_bytes(process: psutil.Process) -> int:
    try:
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0
