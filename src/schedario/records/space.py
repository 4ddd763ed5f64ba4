"""What an archive keeps of an embedding space besides its name and width."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from schedario.records.document import ChunkId, SpaceSpec, Vector

Centering = Literal["auto", "on", "off"]


@dataclass(frozen=True, slots=True)
class ModelRecipe:
    """How a configured model is asked, as the settings said when its space was made; never an address or a key.

    Attributes:
        kind: ollama, openai, voyage or onnx.
        model: Its name.
        query_instruction: What stands before a question.
        passage_instruction: What stands before a passage.
        dimensions: Width that vectors are shortened to; 0 for the model's own.
        centering: Whether language means are taken out.
        pooling: How an ONNX model's tokens become one vector; empty elsewhere.
        folder: Of an ONNX model; empty elsewhere.
    """

    kind: str
    model: str
    query_instruction: str
    passage_instruction: str
    dimensions: int
    centering: Centering
    pooling: str
    folder: str


@dataclass(frozen=True, slots=True)
class SpaceDetail:
    """How a space was made, so that it is known again without asking its model anything.

    Attributes:
        definition: Hash of all that the settings say of the embedder.
        version: What the model's host calls this version of it; empty where it has no word for it.
        probe: The vector of one fixed text, by which a host without versions is known; empty where versions are.
        means: ISO 639-1 code to the mean vector of that language; empty for a space that is not centered.
        centering: What was decided about centering and why, in words.
        recipe: How the model is asked; None for the bundled one, and for spaces that were made before it was kept.
    """

    definition: str = ""
    version: str = ""
    probe: Vector = ()
    means: Mapping[str, Vector] = field(default_factory=dict)
    centering: str = ""
    recipe: ModelRecipe | None = None


@dataclass(frozen=True, slots=True)
class KeptSpace:
    """A space of an archive, with how it was made.

    Attributes:
        spec: The space.
        detail: How it was made.
        active: Whether it is the one that answers; others are being built, or were kept.
    """

    spec: SpaceSpec
    detail: SpaceDetail
    active: bool


@dataclass(frozen=True, slots=True)
class Unembedded:
    """The chunks that have no vector in a space, with all their tokens."""

    chunks: int
    tokens: int


@dataclass(frozen=True, slots=True)
class KeptChunk:
    """A chunk as it is kept, with all that its vector depends on.

    Attributes:
        id: Its key.
        text: Its own text.
        header: Header of the table in whose rows it begins; empty without one.
        language: ISO 639-1 code or ``zxx``.
        path: Of its file.
        heading_path: Headings that are true of all or most of it.
        tokens: Number of its tokens, with those of the header.
    """

    id: ChunkId
    text: str
    header: str
    language: str
    path: str
    heading_path: tuple[str, ...]
    tokens: int


@dataclass(frozen=True, slots=True)
class SpaceState:
    """Which spaces an archive has, and which one the settings name.

    Attributes:
        active: Model of the space that answers; empty for a new archive.
        unbuilt: The model that the settings name, when it is not the one that answers; else empty.
        others: Models of the other spaces, with the number of chunks that have a vector in each.
        chunks: Chunks of the archive.
    """

    active: str
    unbuilt: str
    others: tuple[tuple[str, int], ...]
    chunks: int


@dataclass(frozen=True, slots=True)
class SpacePlan:
    """What building the space of the model that the settings name would take.

    Attributes:
        model: That model.
        active: Model of the space that answers.
        chunks: Chunks without a vector in its space.
        tokens: What they and what they stand under have, in tokens of the bundled model.
        sampled: Chunks that were embedded to measure the time.
        sample_seconds: What that took, on this machine.
        seconds: What all would take at that pace, embedding alone.
        dollars: What it would cost; None when no price was given.
        outdated: Documents whose chunks are to be made anew besides.
    """

    model: str
    active: str
    chunks: int
    tokens: int
    sampled: int
    sample_seconds: float
    seconds: float
    dollars: float | None
    outdated: int


@dataclass(frozen=True, slots=True)
class SpaceBuilt:
    """What building a space did.

    Attributes:
        model: The model that answers now.
        before: The model that answered before; the same when there was nothing to switch.
        embedded: Chunks that were embedded in this run.
        chunks: Chunks of the archive.
        removed: Models of the spaces of which nothing is left.
        kept: Models of the spaces that were kept on request.
    """

    model: str
    before: str
    embedded: int
    chunks: int
    removed: tuple[str, ...]
    kept: tuple[str, ...]
