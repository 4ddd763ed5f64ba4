"""Times the way in and the way through on generated text.

Run ``make bench``, or ``python -m benchmarks.run --chunks 20000``.

Documents are made of words with realistic frequencies (a Zipf law over a made-up vocabulary), so that the search by
words has common and rare words to deal with. Memory is what the operating system counts, all processes together.
"""

import argparse
import random
import tempfile
import time
from pathlib import Path

import psutil
from benchmarks.memory import memory_of, server_of

from schedario.evaluate.metrics.percentile import percentile
from schedario.settings import Settings, load_settings
from schedario.wiring import Application

WORDS_PER_CHUNK = 110
CHUNKS_PER_DOCUMENT = 20
SEARCHES = 200
VOCABULARY = 30_000


def main() -> None:
    """Index generated documents into a fresh data folder, search them, print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--chunks", type=int, default=2000, help="about how many chunks to index (default 2000)")
    wanted = parser.parse_args().chunks
    chance = random.Random(7)
    with tempfile.TemporaryDirectory(prefix="schedario-bench-") as folder:
        _write_documents(Path(folder, "docs"), max(1, wanted // CHUNKS_PER_DOCUMENT), chance)
        loaded = load_settings()
        fresh = Settings.model_validate({**loaded.values.model_dump(), "home": Path(folder, "home")})
        with (
            Application(type(loaded)(fresh, loaded.sources)) as application,
            application.archive("bench", create=True, keep_searches=False) as services,
        ):
            started = time.perf_counter()
            services.adding.add([str(Path(folder, "docs"))])
            seconds = time.perf_counter() - started
            state = services.overview.status()
            print(f"indexed   {state.chunks} chunks in {seconds:.1f} s, {state.chunks / seconds:.1f} a second")
            print(f"size      {state.size_bytes / 1024**2:.1f} MB in the database")
            times = [services.searching.search(_question(chance)).timings_ms for _ in range(SEARCHES + 5)][5:]
            for step in times[0]:
                values = [taken[step] for taken in times]
                print(f"{step:<10}p50 {percentile(values, 0.5):6.1f} ms   p95 {percentile(values, 0.95):6.1f} ms")
            memory = memory_of(psutil.Process(), server_of(fresh.home))
            print(f"memory    {memory / 1024**2:.0f} MB, all processes")


def _write_documents(folder: Path, count: int, chance: random.Random) -> None:
    folder.mkdir()
    weights = [1 / rank for rank in range(1, VOCABULARY + 1)]
    words = ["".join(chance.choices("abcdefghilmnoprstuvz", k=chance.randint(3, 10))) for _ in range(VOCABULARY)]
    for number in range(count):
        picked = chance.choices(words, weights, k=WORDS_PER_CHUNK * CHUNKS_PER_DOCUMENT // 2)
        sentences = [" ".join(picked[at : at + 12]).capitalize() + "." for at in range(0, len(picked), 12)]
        (folder / f"{number:06}.txt").write_text("\n".join(sentences), encoding="utf-8")


def _question(chance: random.Random) -> str:
    subjects = ("backup", "contratto", "network", "garanzia", "invoice", "riunione", "Server", "bilancio")
    verbs = ("when does", "quanto costa", "who signs", "dove si trova", "how long is", "chi approva")
    return f"{chance.choice(verbs)} {chance.choice(subjects)} {chance.choice(subjects)} {chance.randint(1, 99)}?"


if __name__ == "__main__":
    main()
