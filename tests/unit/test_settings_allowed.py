"""Which values a setting may have, in short."""

import pytest

from schedario.settings import Settings
from schedario.settings.allowed import allowed


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("floor", "0 to 1"),
        ("reranker_seconds", "0.1 to 600"),
        ("chunk_tokens", "32 to 480"),
        ("search_by", "both, meaning, words"),
        ("keep_searches", "true, false"),
        ("collection", ""),
        ("home", ""),
    ],
)
def test_the_range_or_the_words_of_a_setting(name: str, said: str) -> None:
    assert allowed(Settings.model_fields[name]) == said
