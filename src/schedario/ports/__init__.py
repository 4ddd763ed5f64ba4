"""The exchangeable parts, as small protocols by subject; what implements them lies in packages of its own."""

from schedario.ports.analysis import AnalysisStore, WordFrequencies
from schedario.ports.care import Checkable, IndexCare
from schedario.ports.documents import DocumentStore
from schedario.ports.jobs import FileLocks, Handler, JobQueue, Worker
from schedario.ports.models import ChatModel, Embedder, Reranker, StructuredModel, Tokenizer
from schedario.ports.notes import NoteStore
from schedario.ports.reading import Extractor, PageDrawer, PictureTexts
from schedario.ports.searching import SearchLog, SearchStore
from schedario.ports.service import OverrideStore, TokenStore
from schedario.ports.sources import ChangeWatch, SourceReader, SourceStore
from schedario.ports.spaces import ConfiguredModel, SpaceBuilding, SpaceStore
from schedario.ports.versions import VersionStore
from schedario.ports.vision import VisionReadings

__all__ = [
    "AnalysisStore",
    "ChangeWatch",
    "ChatModel",
    "Checkable",
    "ConfiguredModel",
    "DocumentStore",
    "Embedder",
    "Extractor",
    "FileLocks",
    "Handler",
    "IndexCare",
    "JobQueue",
    "NoteStore",
    "OverrideStore",
    "PageDrawer",
    "PictureTexts",
    "Reranker",
    "SearchLog",
    "SearchStore",
    "SourceReader",
    "SourceStore",
    "SpaceBuilding",
    "SpaceStore",
    "StructuredModel",
    "TokenStore",
    "Tokenizer",
    "VersionStore",
    "VisionReadings",
    "WordFrequencies",
    "Worker",
]
