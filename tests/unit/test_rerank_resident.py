"""A model is loaded once, however many come first together, and released when it rests."""

import threading
import time
from collections.abc import Callable

import pytest

from schedario.errors import RerankerError
from schedario.rerank.resident import Resident


class Loads:
    """Counts loads and releases; each load takes a moment."""

    def __init__(self, error: RerankerError | None = None) -> None:
        self.loaded = 0
        self.released = 0
        self.error = error

    def __call__(self) -> str:
        self.loaded += 1
        time.sleep(0.05)
        if self.error:
            raise self.error
        return "model"

    def release(self) -> None:
        self.released += 1


def resident(loads: Loads, idle_seconds: float = 60.0) -> Resident[str]:
    return Resident(loads, idle_seconds=idle_seconds, on_release=loads.release)


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_two_first_uses_load_once() -> None:
    loads = Loads()
    model = resident(loads)
    seen: list[str] = []

    def use() -> None:
        with model.use() as loaded:
            seen.append(loaded)

    threads = [threading.Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (seen, loads.loaded) == (["model"] * 4, 1)


def test_it_is_released_when_it_rests_and_loaded_again_when_needed() -> None:
    loads = Loads()
    model = resident(loads, idle_seconds=0.05)
    with model.use():
        time.sleep(0.2)
        assert loads.released == 0
    wait_until(lambda: loads.released == 1)
    with model.use():
        assert loads.loaded == 2


def test_release_does_not_wait_for_a_use() -> None:
    loads = Loads()
    model = resident(loads)
    with model.use():
        model.release()
        assert loads.released == 0
    model.release()
    model.release()
    assert loads.released == 1


def test_a_failure_to_load_stands_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    loads = Loads(RerankerError("no such folder"))
    model = resident(loads)
    for _ in range(3):
        with pytest.raises(RerankerError, match="no such folder"), model.use():
            pass
    assert loads.loaded == 1
    monkeypatch.setattr("schedario.rerank.resident._RETRY_SECONDS", 0.0)
    loads.error = None
    with model.use() as loaded:
        assert loaded == "model"
