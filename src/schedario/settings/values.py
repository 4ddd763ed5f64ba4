"""Every setting: its meaning, unit, default and range, and what must hold between them."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

from pydantic import (
    BeforeValidator,
    Field,
    SecretStr,
    StringConstraints,
    ValidationInfo,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from schedario.records.languages import DETECTABLE_LANGUAGES
from schedario.settings.place import DEFAULT_ARCHIVE, ENV_PREFIX, default_home

_LANGUAGES = (
    "ar", "ca", "de", "en", "es", "fa", "fr", "id", "it", "ja", "nl", "no", "pl", "pt", "ro", "ru", "sv", "tr", "zh",
)  # fmt: skip

_NEEDED: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "embedder": {
        "bundled": (),
        "ollama": ("embedder_model",),
        "openai": ("embedder_url",),
        "voyage": ("embedder_url", "embedder_model"),
        "onnx": ("embedder_folder",),
    },
    "reranker": {"none": (), "cross-encoder": (), "http": ("reranker_url",)},
    "analysis": {"none": (), "ollama": ("analysis_model",), "openai": ("analysis_url",)},
    "vision": {"none": (), "ollama": ("vision_model",), "openai": ("vision_url",)},
    "chat": {
        "none": (),
        "ollama": ("chat_model",),
        "openai": ("chat_url",),
        "anthropic": ("chat_url", "chat_model", "chat_key"),
    },
}
"""What else must be set for each kind of a model."""

ArchiveName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
LanguageCode = Annotated[str, StringConstraints(pattern=r"^[a-z]{2,3}$")]


def _listed(value: object) -> object:
    """Let a list be written as "it, en, de"."""
    return tuple(value.replace(",", " ").split()) if isinstance(value, str) else value


def _folders(value: object) -> object:
    """Let folders be written as a search path is: "~/diary:/home/anna/health"."""
    parts = value.split(os.pathsep) if isinstance(value, str) else value
    if not isinstance(parts, list | tuple):
        return value
    folders = tuple(Path(part).expanduser() for part in parts if str(part))
    if not all(folder.is_absolute() for folder in folders):
        raise ValueError("each folder must be named from / or ~ on")
    return folders


def _folder(value: object) -> object:
    """Let a folder be named from ~ on."""
    if value in ("", None):
        return None
    folder = Path(str(value)).expanduser()
    if not folder.is_absolute():
        raise ValueError("the folder must be named from / or ~ on")
    return folder


def _on_or_off(value: object) -> object:
    """Let on and off be written as a truth value too."""
    words = {"true": "on", "false": "off"}
    return words.get(str(value).lower(), value) if isinstance(value, bool | str) else value


class Settings(BaseSettings):
    """Every setting with its meaning, unit, default and range."""

    model_config = SettingsConfigDict(
        env_prefix=ENV_PREFIX, extra="forbid", frozen=True, validate_default=True, env_ignore_empty=True
    )

    home: Path = Field(
        default_factory=default_home,
        description="Data folder: the embedded database, the model, config.toml.",
    )
    archive: ArchiveName = Field(DEFAULT_ARCHIVE, description="Archive that is used when none is named.")
    database_url: SecretStr | None = Field(
        None, description="PostgreSQL 16 or newer with pgvector 0.8 or newer; empty for the embedded server."
    )
    collection: str = Field("default", min_length=1, max_length=80, description="Collection that new documents join.")
    model_precision: Literal["int8", "mixed", "fp32"] = Field(
        "mixed", description="Arithmetic of the bundled model: int8 is quickest, fp32 most exact."
    )
    model_threads: int = Field(0, ge=0, le=64, description="Threads of the bundled model; 0 for one a core.")
    model_batch: int = Field(1, ge=1, le=256, description="Chunks that are embedded at once.")
    centering: Annotated[Literal["auto", "on", "off"], BeforeValidator(_on_or_off)] = Field(
        "auto", description="Subtract each language's mean from its vectors; auto where it was measured to help."
    )
    embedder: Literal["bundled", "ollama", "openai", "voyage", "onnx"] = Field(
        "bundled", description="What makes the vectors: the bundled model, a server, or a model in a folder."
    )
    embedder_model: str = Field("", max_length=500, description="What the embedder's server calls the model.")
    embedder_url: str = Field("", max_length=2000, description="Address of the embedder's server.")
    embedder_fallback_url: str = Field(
        "",
        max_length=2000,
        description="Another server with the same version of the model, for when the first is away.",
    )
    embedder_key: SecretStr | None = Field(None, description="Key that the embedder's servers ask for.")
    embedder_folder: Path | None = Field(None, description="Folder with an ONNX model and its tokenizer.json.")
    embedder_pooling: Literal["auto", "mean", "cls", "last"] = Field(
        "auto", description="How an ONNX model's tokens become one vector; auto as its folder says."
    )
    embedder_query_instruction: str = Field(
        "auto",
        max_length=1000,
        description="What stands before a question; auto as the model wants it, none for nothing.",
    )
    embedder_passage_instruction: str = Field(
        "auto",
        max_length=1000,
        description="What stands before a passage; auto as the model wants it, none for nothing.",
    )
    embedder_dimensions: int = Field(
        0, ge=0, le=4000, description="Numbers that are kept of each vector (Matryoshka); 0 for all."
    )
    embedder_seconds: float = Field(
        10.0,
        ge=0.1,
        le=600.0,
        description="How long each of the embedder's servers is tried for a question, in seconds.",
    )
    embedder_index_seconds: float = Field(
        120.0, ge=1.0, le=3600.0, description="How long each is tried for a batch of passages, in seconds."
    )
    embedder_idle_minutes: int = Field(
        30, ge=1, le=10080, description="How long Ollama keeps the model in memory after a request, in minutes."
    )
    chunk_tokens: int = Field(192, ge=32, le=480, description="Most tokens in a chunk, overlap included.")
    overlap_tokens: int = Field(32, ge=0, le=240, description="Most tokens a chunk repeats from the one before.")
    languages: Annotated[tuple[LanguageCode, ...], NoDecode, BeforeValidator(_listed)] = Field(
        _LANGUAGES, min_length=1, description="Languages that documents may be in (ISO 639-1 codes)."
    )
    ocr_engine: Literal["auto", "rapidocr", "tesseract", "vision"] = Field(
        "auto", description="What reads pictures of text: auto is Apple Vision on macOS, RapidOCR elsewhere."
    )
    ocr_languages: Annotated[tuple[LanguageCode, ...], NoDecode, BeforeValidator(_listed)] = Field(
        ("it", "en"), min_length=1, description="Languages that OCR must know (ISO 639-1 codes), most important first."
    )
    candidates: int = Field(100, ge=10, le=1000, description="Chunks that each way of finding gives at most.")
    search_by: Literal["both", "meaning", "words"] = Field(
        "both", description="How chunks are found and scored: by meaning, by words, or by both."
    )
    word_weight: float = Field(
        0.15, ge=0.0, le=5.0, description="What a question's words add to the cosine when a chunk has them all."
    )
    code_weight: float = Field(
        1.0, ge=0.0, le=5.0, description="What its codes, numbers and names add when a chunk has them all."
    )
    compared: int = Field(
        50, ge=0, le=1000, description="Best chunks that are compared with the question token by token; 0 for none."
    )
    word_budget: int = Field(
        2000, ge=100, le=1_000_000, description="Chunks that the search by words looks at, at most."
    )
    floor: float = Field(0.18, ge=0.0, le=1.0, description="Least score of a passage, 0 to 1.")
    passages: int = Field(10, ge=1, le=100, description="Best passages in an answer, at most.")
    reranker: Literal["none", "cross-encoder", "http"] = Field(
        "none", description="What orders the passages above the floor; none for their scores."
    )
    reranker_model: str = Field(
        "", max_length=500, description="The reranker's model: a folder or name, or what its server calls it."
    )
    reranker_url: str = Field("", max_length=2000, description="Address of the reranker's server.")
    reranker_key: SecretStr | None = Field(None, description="Key that the reranker's server asks for.")
    reranker_candidates: int = Field(30, ge=1, le=1000, description="Best passages that the reranker sees.")
    reranker_seconds: float = Field(
        2.0, ge=0.1, le=600.0, description="Longest wait for the reranker in one search, in seconds."
    )
    reranker_idle_minutes: int = Field(
        30,
        ge=1,
        le=10080,
        description="Time without a search after which the reranker's model is released, in minutes.",
    )
    chat: Literal["none", "ollama", "openai", "anthropic"] = Field(
        "none", description="What writes the answers of ask; none for quotations of the best sentences."
    )
    chat_model: str = Field("", max_length=500, description="What the chat model's server calls it.")
    chat_url: str = Field("", max_length=2000, description="Address of the chat model's server.")
    chat_key: SecretStr | None = Field(None, description="Key that the chat model's server asks for.")
    chat_seconds: float = Field(
        120.0, ge=1.0, le=3600.0, description="Longest wait for the chat model's whole answer, in seconds."
    )
    chat_context: int = Field(
        8192, ge=2048, le=1_000_000, description="Tokens that the chat model takes at once, its answer included."
    )
    analysis: Literal["none", "ollama", "openai"] = Field(
        "none", description="What writes summaries, descriptions and categories; none for extracts of the text."
    )
    analysis_model: str = Field("", max_length=500, description="What the analysis model's server calls it.")
    analysis_url: str = Field("", max_length=2000, description="Address of the analysis model's server.")
    analysis_key: SecretStr | None = Field(None, description="Key that the analysis model's server asks for.")
    analysis_seconds: float = Field(
        600.0, ge=1.0, le=7200.0, description="Longest wait for one answer of the analysis model, in seconds."
    )
    analysis_context: int = Field(
        8192, ge=2048, le=1_000_000, description="Tokens that the analysis model takes at once, its answer included."
    )
    analysis_idle_minutes: int = Field(
        10, ge=0, le=10080, description="How long Ollama keeps the analysis model in memory after a call, in minutes."
    )
    vision: Literal["none", "ollama", "openai"] = Field(
        "none", description="What reads pictures and pages that OCR could not read; none leaves them unread."
    )
    vision_model: str = Field("", max_length=500, description="What the vision model's server calls it.")
    vision_url: str = Field("", max_length=2000, description="Address of the vision model's server.")
    vision_key: SecretStr | None = Field(None, description="Key that the vision model's server asks for.")
    vision_seconds: float = Field(
        600.0, ge=1.0, le=7200.0, description="Longest wait for one answer of the vision model, in seconds."
    )
    vision_context: int = Field(
        8192,
        ge=8192,
        le=1_000_000,
        description="Tokens that the vision model takes at once, picture and answer included.",
    )
    vision_idle_minutes: int = Field(
        10, ge=0, le=10080, description="How long Ollama keeps the vision model in memory after a call, in minutes."
    )
    vision_calls: int = Field(
        50,
        ge=1,
        le=10_000,
        description="Calls of the vision model for one document, at most; what is beyond stays unread.",
    )
    reach: int = Field(1, ge=0, le=5, description="Neighbouring chunks shown on each side of a passage.")
    answer_characters: int = Field(
        20_000, ge=2000, le=1_000_000, description="Most characters of text in an answer or a section."
    )
    private_tags: Annotated[tuple[str, ...], NoDecode, BeforeValidator(_listed)] = Field(
        ("private",), description="Tags that make a note private; what lies below one is private too."
    )
    private_folders: Annotated[tuple[Path, ...], NoDecode, BeforeValidator(_folders)] = Field(
        (), description="Folders that are never looked into, and whose documents are removed."
    )
    inbox: Annotated[Path | None, BeforeValidator(_folder)] = Field(
        None, description="Folder in which an assistant may write new notes; none for nowhere."
    )
    keep_searches: bool = Field(True, description="Keep each search with its trace (no passages) in the archive.")
    keep_searches_days: int = Field(365, ge=0, le=36_500, description="How long a search is kept, in days; 0 for ever.")
    worker_lanes: int = Field(1, ge=1, le=8, description="Files that a worker brings in at once.")
    worker_attempts: int = Field(
        5, ge=1, le=100, description="Failures of a job after which it is parked; the pauses between them grow."
    )
    worker_pause_seconds: float = Field(
        30.0,
        ge=0.1,
        le=3600.0,
        description="Pause after a job's first failure, in seconds; then four times as long.",
    )
    worker_stalled_seconds: float = Field(
        30.0,
        ge=0.5,
        le=3600.0,
        description="Time without a sign of life after which a worker's jobs are taken over, in seconds.",
    )
    worker_stop_seconds: float = Field(
        10.0, ge=0.0, le=3600.0, description="How long a stopping worker goes on with the file in hand, in seconds."
    )
    service_host: str = Field(
        "127.0.0.1", min_length=1, max_length=253, description="Address that the service listens on."
    )
    service_watch: bool = Field(True, description="Keep the archive up to its folders and repositories in the service.")
    service_port: int = Field(8765, ge=0, le=65535, description="Port that the service listens on; 0 for any.")
    dashboard_language: Literal["auto", "en", "it"] = Field(
        "auto", description="Language of the pages in a browser; auto for the browser's own."
    )
    max_file_mb: int = Field(256, ge=1, le=16384, description="Largest file that is read, in megabytes.")
    max_file_seconds: int = Field(1800, ge=1, le=86400, description="Longest time for one file, in seconds.")
    max_page_seconds: int = Field(60, ge=1, le=3600, description="Longest time for one page, in seconds.")
    max_memory_mb: int = Field(
        2048, ge=256, le=65536, description="Most memory of the reading process and what it runs, in megabytes."
    )
    max_output_characters: int = Field(50_000_000, ge=1000, le=100_000_000, description="Longest text of one file.")
    max_pages: int = Field(10_000, ge=1, le=1_000_000, description="Most pages, sheets, slides or frames of a file.")
    max_cells: int = Field(5_000_000, ge=1000, le=1_000_000_000, description="Most cells of a file's tables.")
    max_archive_members: int = Field(
        20_000, ge=10, le=1_000_000, description="Most files in a file, messages of a mailbox, parts of a mail."
    )
    max_nesting: int = Field(50, ge=0, le=100, description="Most parts of one file inside one another.")
    max_member_depth: int = Field(5, ge=0, le=20, description="Most files that a file may lie in, one inside another.")
    max_unpacked_mb: int = Field(1024, ge=1, le=65536, description="Most that a container unpacks to, in megabytes.")
    max_ratio: int = Field(200, ge=2, le=100_000, description="Most times its packed size that a member unpacks to.")
    max_image_pixels: int = Field(
        120_000_000, ge=1_000_000, le=2_000_000_000, description="Largest picture, in pixels (width by height)."
    )
    max_pictures: int = Field(2000, ge=0, le=100_000, description="Most pictures inside one file that are read.")

    @field_validator("languages")
    @classmethod
    def _languages_are_known(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if unknown := sorted(set(value) - DETECTABLE_LANGUAGES):
            raise ValueError(f"no such language is known: {' '.join(unknown)}")
        return value

    @field_validator("database_url")
    @classmethod
    def _url_is_postgresql(cls, value: SecretStr | None) -> SecretStr | None:
        if value and not value.get_secret_value().startswith(("postgresql://", "postgres://")):
            raise ValueError("it must begin with postgresql://")
        return value

    @model_validator(mode="after")
    def _overlap_leaves_room(self) -> "Settings":
        if self.overlap_tokens > self.chunk_tokens // 2:
            raise ValueError("overlap_tokens must be at most half of chunk_tokens")
        return self

    @field_validator("reranker_url", "embedder_url", "embedder_fallback_url", "chat_url", "analysis_url", "vision_url")
    @classmethod
    def _url_is_http(cls, value: str) -> str:
        if value and not value.startswith(("http://", "https://")):
            raise ValueError("it must begin with http:// or https://")
        return value

    @field_validator("embedder_url", "embedder_fallback_url", "chat_url", "analysis_url", "vision_url")
    @classmethod
    def _url_is_an_address(cls, value: str, info: ValidationInfo) -> str:
        try:
            parts = urlsplit(value)
            named = not value or (parts.hostname and (parts.port or True))
        except ValueError:
            named = False
        if not named:
            raise ValueError("it is no address of a server")
        if parts.username or parts.password or parts.query or parts.fragment:
            key = f"{str(info.field_name).partition('_')[0]}_key"
            raise ValueError(f"it must hold neither a password nor a query; a key goes into {key}")
        return value

    @model_validator(mode="after")
    def _models_are_complete(self) -> "Settings":
        for part, needed in _NEEDED.items():
            kind = getattr(self, part)
            for name in needed[kind]:
                if not getattr(self, name):
                    raise ValueError(f"{name} must be set before {part} is {kind}")
        return self

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Let the environment go before what is given at making, which is the configuration file."""
        return env_settings, init_settings


def shown(value: object) -> str:
    """Return a setting's value as a person reads it."""
    if value is None:
        return ""
    if isinstance(value, tuple) and value and isinstance(value[0], Path):
        return os.pathsep.join(map(str, value))
    if isinstance(value, tuple):
        return " ".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)
