"""The settings that can be changed for one archive while the program runs.

Left out is what says where things are, what a process is started with, what is secret, and what a space hangs on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from schedario.records.setting import Effect, SettingState
from schedario.settings.allowed import allowed
from schedario.settings.configuration import LoadedSettings, with_values
from schedario.settings.values import Settings, shown

TUNABLE: Mapping[str, Effect] = {
    "collection": Effect.LATER_DOCUMENTS,
    "chunk_tokens": Effect.OUTDATED,
    "overlap_tokens": Effect.OUTDATED,
    "candidates": Effect.LATER_SEARCHES,
    "search_by": Effect.LATER_SEARCHES,
    "word_weight": Effect.LATER_SEARCHES,
    "code_weight": Effect.LATER_SEARCHES,
    "compared": Effect.LATER_SEARCHES,
    "word_budget": Effect.LATER_SEARCHES,
    "floor": Effect.LATER_SEARCHES,
    "passages": Effect.LATER_SEARCHES,
    "reranker_candidates": Effect.LATER_SEARCHES,
    "reranker_seconds": Effect.LATER_SEARCHES,
    "reach": Effect.LATER_SEARCHES,
    "answer_characters": Effect.LATER_SEARCHES,
    "keep_searches": Effect.LATER_SEARCHES,
    "keep_searches_days": Effect.LATER_SEARCHES,
    "max_file_mb": Effect.LATER_FAILURES,
    "max_pages": Effect.LATER_FAILURES,
    "max_pictures": Effect.LATER_DOCUMENTS,
}


def for_archive(loaded: LoadedSettings, values: Mapping[str, str]) -> LoadedSettings:
    """Return the settings under the values of an archive: the environment goes before them, they before the file.

    Raises:
        SettingError: A value is not allowed.
    """
    used = {name: value for name, value in values.items() if loaded.sources[name] != "environment"}
    if not used:
        return loaded
    changed = with_values(loaded.values, used)
    return replace(changed, sources={**loaded.sources, **dict.fromkeys(used, "archive")})


def setting_states(loaded: LoadedSettings) -> Sequence[SettingState]:
    """Return how all settings stand."""
    return [
        SettingState(
            name=name,
            value=shown(getattr(loaded.values, name)),
            source=loaded.sources[name],
            meaning=str(field.description),
            effect=TUNABLE.get(name),
            default=shown(field.get_default(call_default_factory=True)),
            allowed=allowed(field),
        )
        for name, field in Settings.model_fields.items()
    ]
