"""Where a model is asked: at addresses that the settings in force name, whatever an archive keeps of it."""

from pathlib import Path

import pytest

from schedario.records.space import ModelRecipe
from schedario.settings import load_settings
from schedario.wiring.model_places import OLLAMA_URL, configured_recipe, embedder_plan, model_places

NAMED, FALLBACK = "http://models.example:8080", "http://other.example:8080"


@pytest.mark.parametrize(
    ("embedder", "url", "kind", "expected"),
    [
        ("ollama", NAMED, "ollama", [NAMED, FALLBACK]),
        ("ollama", "", "ollama", [OLLAMA_URL, FALLBACK]),
        ("openai", NAMED, "ollama", [NAMED, FALLBACK, OLLAMA_URL]),
        ("voyage", NAMED, "openai", [NAMED, FALLBACK]),
        ("bundled", NAMED, "ollama", [OLLAMA_URL]),
        ("bundled", NAMED, "openai", []),
        ("bundled", "http://127.0.0.1:8080", "openai", ["http://127.0.0.1:8080"]),
        ("bundled", "http://localhost:8080", "voyage", ["http://localhost:8080"]),
    ],
)
def test_a_model_is_asked_at_addresses_of_the_settings(
    embedder: str, url: str, kind: str, expected: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    values = {"HOME": str(tmp_path), "EMBEDDER": embedder, "EMBEDDER_MODEL": "m", "EMBEDDER_FALLBACK_URL": FALLBACK}
    for name, value in {**values, **({"EMBEDDER_URL": url} if url else {})}.items():
        monkeypatch.setenv(f"SCHEDARIO_{name}", value)
    recipe = ModelRecipe(kind, "m", "", "", 0, "auto", "", "")
    places = model_places(load_settings().values, recipe)
    assert [place.name for place in places] == expected
    for place in places:
        place.close()


def test_what_is_kept_of_a_model_makes_the_same_plan_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"HOME": str(tmp_path), "EMBEDDER": "ollama", "EMBEDDER_MODEL": "qwen3-embedding:0.6b"}.items():
        monkeypatch.setenv(f"SCHEDARIO_{name}", value)
    before = load_settings().values
    plan = embedder_plan(before, configured_recipe(before))
    monkeypatch.setenv("SCHEDARIO_EMBEDDER", "bundled")
    again = embedder_plan(load_settings().values, plan.recipe)
    assert (again.definition, again.instructions) == (plan.definition, plan.instructions)
    assert plan.instructions.query != ""
