"""What an archive keeps of an embedding space besides its name and width."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from schedario.records.document import Vector


@dataclass(frozen=True, slots=True)
class SpaceDetail:
    """How a space was made, so that it is known again without asking its model anything.

    Attributes:
        definition: Hash of all that the settings say of the embedder.
        version: What the model's host calls this version of it; empty where it has no word for it.
        probe: The vector of one fixed text, by which a host without versions is known; empty where versions are.
        means: ISO 639-1 code to the mean vector of that language; empty for a space that is not centered.
        centering: What was decided about centering and why, in words.
    """

    definition: str = ""
    version: str = ""
    probe: Vector = ()
    means: Mapping[str, Vector] = field(default_factory=dict)
    centering: str = ""
