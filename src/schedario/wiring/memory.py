"""Measures the memory of this process, of the processes that read files for it, and of the embedded database."""

from collections.abc import Iterator, Sequence

import psutil

from schedario.records.memory import MemoryUse, ProcessPart


def memory_uses(server_pid: int | None) -> Sequence[MemoryUse]:
    """Return the memory by part; a part without a process is left out.

    Args:
        server_pid: Of the embedded database's server, which may be another's child; None without one.
    """
    program = psutil.Process()
    server = _family(server_pid) if server_pid else []
    of_server = {process.pid for process in server}
    reading = [child for child in program.children(recursive=True) if child.pid not in of_server]
    parts = {ProcessPart.PROGRAM: [program], ProcessPart.READING: reading, ProcessPart.DATABASE: server}
    measured = (_use(part, processes) for part, processes in parts.items())
    return [use for use in measured if use.processes]


def _family(pid: int) -> list[psutil.Process]:
    try:
        top = psutil.Process(pid)
        return [top, *top.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def _use(part: ProcessPart, processes: Sequence[psutil.Process]) -> MemoryUse:
    try:
        sizes = list(_sizes(processes))
    except psutil.AccessDenied:
        return MemoryUse(part, len(processes), None)
    return MemoryUse(part, len(sizes), sum(sizes))


def _sizes(processes: Sequence[psutil.Process]) -> Iterator[int]:
    """Yield what each holds, its share of what it shares: the server's processes share most of what they have."""
    for process in processes:
        try:
            held = process.memory_full_info()
        except (psutil.NoSuchProcess, psutil.ZombieProcess):
            continue
        # Linux alone knows shares; elsewhere what is a process's own comes nearest.
        yield int(getattr(held, "pss", held.uss))
