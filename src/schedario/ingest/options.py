"""The values that decide what chunks a file becomes."""

from dataclasses import dataclass, field

from schedario.ingest.privacy import PrivacyRules


@dataclass(frozen=True, slots=True)
class IngestOptions:
    """Settings of the way in.

    Attributes:
        chunk_tokens: Most tokens in a chunk, overlap included.
        overlap_tokens: Most tokens that a chunk repeats from the one before it.
        languages: ISO 639-1 codes that a text may be in.
        rules: What an extraction depends on besides the bytes.
        ocr: What a text that was read on pictures depends on besides.
        limits: What decides besides whether a file can be read at all; a failed file is tried again when it changes.
        max_file_bytes: Size beyond which a file is not read.
        privacy: What is private besides notes that say so.
        max_members: Members of one file on disk, at any depth, beyond which no more are looked at.
    """

    chunk_tokens: int
    overlap_tokens: int
    languages: tuple[str, ...]
    rules: str = ""
    ocr: str = ""
    limits: str = ""
    max_file_bytes: int = 256 * 1024 * 1024
    max_members: int = 20_000
    privacy: PrivacyRules = field(default_factory=PrivacyRules)
