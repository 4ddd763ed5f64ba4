"""Searches in a process of its own, whose memory and pauses are not those of what generates the text."""

import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass

import psutil
from benchmarks.memory import memory_of, server_of

from schedario.settings import LoadedSettings
from schedario.wiring import Application


@dataclass(frozen=True)
class Searched:
    """What many searches took.

    Attributes:
        timings_ms: Of each search, the milliseconds by step and in total.
        process_memory: Bytes of the searching process.
        server_memory: Bytes of the server's processes.
    """

    timings_ms: Sequence[dict[str, float]]
    process_memory: int
    server_memory: int


def search_apart(loaded: LoadedSettings, archive: str, warm: Sequence[str], questions: Sequence[str]) -> Searched:
    """Answer questions one after the other in a new process.

    Args:
        loaded: The settings.
        archive: Name of the archive.
        warm: Questions before those that count.
        questions: Those that count.
    """
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(_search, (loaded, archive, warm, questions))


def _search(loaded: LoadedSettings, archive: str, warm: Sequence[str], questions: Sequence[str]) -> Searched:
    with Application(loaded) as application, application.archive(archive, keep_searches=False) as services:
        for text in warm:
            services.searching.search(text)
        timings = [services.searching.search(text).timings_ms for text in questions]
        server = server_of(loaded.values.home)
        return Searched(timings, memory_of(psutil.Process()), memory_of(server))
