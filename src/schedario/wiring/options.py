"""From the settings to the values that each part depends on."""

from collections.abc import Sequence

from schedario.extract.limits import ExtractionLimits, limit_names, setting_of, unit_of
from schedario.extract.ocr import OcrOptions, engine_name
from schedario.ingest.options import IngestOptions
from schedario.ingest.privacy import PrivacyRules
from schedario.records.job import WorkerOptions
from schedario.search.options import SearchOptions
from schedario.settings import Settings

_NOT_MEASURED = {"home", "archive", "database_url", "collection", "reranker_key", "embedder_key"}
_NOT_MEASURED_KINDS = ("keep_", "worker_", "private_", "chat", "analysis", "vision")
"""What no figure depends on, or what a report has no business to hold."""


def limits(settings: Settings) -> ExtractionLimits:
    """Return what one file may cost."""
    return ExtractionLimits(**{limit: getattr(settings, setting_of(limit)) * unit_of(limit) for limit in limit_names()})


def ingest_options(settings: Settings) -> IngestOptions:
    """Return the settings of the way in."""
    return IngestOptions(
        chunk_tokens=settings.chunk_tokens,
        overlap_tokens=settings.overlap_tokens,
        languages=tuple(sorted(settings.languages)),
        ocr=ocr_options(settings).rules,
        # Whether a note is private decides it, too: under other tags every note is looked at again.
        limits=repr((limits(settings), settings.private_tags)),
        privacy=PrivacyRules(
            tags=tuple(tag.lstrip("#") for tag in settings.private_tags),
            folders=_private_folders(settings),
        ),
        max_file_bytes=limits(settings).file_bytes,
        max_members=limits(settings).archive_members,
    )


def worker_options(settings: Settings) -> WorkerOptions:
    """Return the settings of a worker."""
    return WorkerOptions(
        lanes=settings.worker_lanes,
        attempts=settings.worker_attempts,
        pause_seconds=settings.worker_pause_seconds,
        stalled_seconds=settings.worker_stalled_seconds,
        stop_seconds=settings.worker_stop_seconds,
    )


def _private_folders(settings: Settings) -> tuple[str, ...]:
    """Return the folders as they are named and as they lie, links followed."""
    folders = settings.private_folders
    return tuple(sorted({*map(str, folders), *(str(folder.resolve()) for folder in folders)}))


def ocr_options(settings: Settings, held: Sequence[str] = ()) -> OcrOptions:
    """Return the settings of OCR.

    Args:
        settings: The settings in force.
        held: Languages of the documents that the archive holds, the most frequent first.
    """
    return OcrOptions(engine_name(settings.ocr_engine), settings.ocr_languages, tuple(held))


def search_options(settings: Settings) -> SearchOptions:
    """Return the settings of the way through."""
    return SearchOptions(
        languages=tuple(sorted(settings.languages)),
        candidates=settings.candidates,
        compared=settings.compared,
        by_meaning=settings.search_by != "words",
        by_words=settings.search_by != "meaning",
        word_weight=settings.word_weight,
        code_weight=settings.code_weight,
        word_budget=settings.word_budget,
        floor=settings.floor,
        passages=settings.passages,
        reach=settings.reach,
        characters=settings.answer_characters,
    )


def measured_settings(settings: Settings) -> dict[str, str]:
    """Return the settings that an evaluation depends on, as text: all but places and what is kept."""
    values = settings.model_dump(exclude=_NOT_MEASURED)
    return {name: str(value) for name, value in values.items() if not name.startswith(_NOT_MEASURED_KINDS)}
