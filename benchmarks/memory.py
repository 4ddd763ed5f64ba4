"""Memory as the operating system counts it."""

import psutil


def memory_of(*roots: psutil.Process) -> int:
    """Return the bytes of these processes and of those that they started.

    Where the system tells the proportional set size (Linux), pages that several share are counted once; elsewhere it is
    the resident size, in which they are counted for each.
    """
    tree = {process.pid: process for root in roots for process in (root, *root.children(recursive=True))}
    return sum(_proportional(process) for process in tree.values())


def _proportional(process: psutil.Process) -> int:
    try:
        facts = process.memory_full_info()
    except psutil.NoSuchProcess:
        return 0
    return int(getattr(facts, "pss", facts.rss))


def server_of(backend: int) -> psutil.Process:
    """Return the server's first process, by the number of one that serves a connection."""
    parent = psutil.Process(backend).parent()
    if parent is None:
        raise ProcessLookupError(f"process {backend} has no parent")
    return parent
