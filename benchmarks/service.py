"""Searches over HTTP: one at a time, then many at once; run it beside ``schedario serve``.

Prints the time that a client waits, its turn in line included, and that of the search itself.
"""

import argparse
import json
import statistics
import threading
import time
import urllib.request
from dataclasses import dataclass

_WORDS = ("deposit", "lease", "insurance", "backup", "order", "boiler", "parcel", "invoice", "server", "policy", "fire")
_WARM = 20


@dataclass(frozen=True)
class Asked:
    """One search: milliseconds that the client waited, and that the search took."""

    waited_ms: float
    search_ms: float


def ask(url: str, number: int) -> Asked:
    """Ask a question that no other number asks."""
    query = f"{_WORDS[number % len(_WORDS)]} {_WORDS[(number * 7 + 3) % len(_WORDS)]} number {number}"
    request = urllib.request.Request(
        f"{url}/api/v1/search", json.dumps({"query": query}).encode(), {"Content-Type": "application/json"}
    )
    started = time.perf_counter()
    with urllib.request.urlopen(request, timeout=300) as reply:
        answer = json.load(reply)
    return Asked((time.perf_counter() - started) * 1000, answer["timings_ms"]["total"])


def at_once(url: str, count: int) -> list[Asked]:
    """Ask so many questions that all begin together; an error is raised."""
    done: list[Asked] = []
    ready = threading.Barrier(count)

    def run(number: int) -> None:
        ready.wait()
        done.append(ask(url, number))

    threads = [threading.Thread(target=run, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if len(done) < count:
        raise SystemExit(f"{count - len(done)} of {count} searches failed")
    return done


def line(name: str, asked: list[Asked]) -> str:
    """Return the middle and the slow end of both times."""
    said = []
    for what, values in (("waited", [a.waited_ms for a in asked]), ("searched", [a.search_ms for a in asked])):
        p95 = statistics.quantiles(values, n=20)[-1]
        said.append(f"{what} p50 {statistics.median(values):.0f} ms, p95 {p95:.0f} ms")
    return f"{name}: {'; '.join(said)}"


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="http://127.0.0.1:8765")
    parser.add_argument("--count", type=int, default=200)
    given = parser.parse_args()
    alone = [ask(given.url, number) for number in range(2 * _WARM)][_WARM:]
    print(line("one at a time", alone))
    print(line(f"{given.count} at once", at_once(given.url, given.count)))


if __name__ == "__main__":
    main()
