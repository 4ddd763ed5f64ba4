"""Memory as the operating system counts it."""

from pathlib import Path

import psutil

from schedario.db.postmaster import read_postmaster


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


def server_of(home: Path) -> psutil.Process:
    """Return the first process of the embedded server of a data folder."""
    postmaster = read_postmaster(home / "postgres" / "data")
    if postmaster is None:
        raise ProcessLookupError(f"no server runs for {home}")
    return psutil.Process(postmaster.pid)
