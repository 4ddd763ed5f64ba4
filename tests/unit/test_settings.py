"""Settings and what depends on them agree."""

from pathlib import Path

import pytest
from py3langid.langid import MODEL_FILE, LanguageIdentifier

from schedario.errors import SettingError
from schedario.extract.limits import ExtractionLimits, beyond, limit_names, setting_of, unit_of
from schedario.records.languages import DETECTABLE_LANGUAGES
from schedario.search.score import CODE_WEIGHT, WORD_WEIGHT
from schedario.settings import ENV_PREFIX, Settings, load_settings


@pytest.mark.parametrize("limit", limit_names())
def test_every_limit_of_a_file_is_a_setting_with_the_same_default(limit: str) -> None:
    setting = Settings.model_fields[setting_of(limit)]
    assert setting.default * unit_of(limit) == getattr(ExtractionLimits(), limit)


def test_every_setting_of_a_limit_is_a_limit_of_a_file() -> None:
    assert {name for name in Settings.model_fields if name.startswith("max_")} == set(map(setting_of, limit_names()))


@pytest.mark.parametrize(
    ("limit", "allowed", "shown"),
    [
        ("pages", 10_000, "max_pages=10000"),
        ("page_seconds", 1.5, "max_page_seconds=1.5"),
        ("ratio", 200.0, "max_ratio=200"),
        ("memory_bytes", 2 << 30, "max_memory_mb=2048"),
        ("file_bytes", 3_000_000, "max_file_mb=2.86"),
    ],
)
def test_the_error_of_a_limit_names_the_setting_in_its_unit(limit: str, allowed: float, shown: str) -> None:
    error = beyond(limit, allowed, "12,000 of them", Path("/a"))
    name = shown.partition("=")[0]
    assert error.what == f"the limit {shown} was reached (12,000 of them)"
    assert (error.subject, error.remedy) == ("/a", f"Raise the setting {name}, or split the file")


def test_the_languages_that_a_setting_can_name_are_those_that_the_detector_knows() -> None:
    labels = LanguageIdentifier.from_model_file(MODEL_FILE).labels
    assert set(labels) - {"zxx"} == DETECTABLE_LANGUAGES


def test_a_language_that_the_detector_does_not_know_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(f"{ENV_PREFIX}LANGUAGES", "it xx qq")
    with pytest.raises(SettingError, match="no such language is known: qq xx") as caught:
        load_settings()
    assert caught.value.subject == "languages"


def test_the_weights_are_by_default_those_that_the_score_was_fitted_with() -> None:
    defaults = [Settings.model_fields[name].default for name in ("word_weight", "code_weight")]
    assert defaults == [WORD_WEIGHT, CODE_WEIGHT]
