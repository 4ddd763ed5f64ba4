"""Asks a model that sees about what OCR could not read in one document, one picture or page after the other.

Each answer is kept before the next call, under the hash of the picture: whoever is killed or gives way repeats none,
and no picture is asked about twice in an archive.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from schedario.analyse.picture_prompt import MOST_TOKENS, SCHEMA, picture_messages, reading_of, vision_engine
from schedario.errors import AnalysisAnswerError
from schedario.ports import FileLocks, StructuredModel, VisionReadings
from schedario.records.asking import ModelImage
from schedario.records.document import DocumentId
from schedario.records.job import JobEnd
from schedario.records.picture import DrawnImage, VisionAttempt, WaitingImage

_MOST_TRIES = 2
_NOT_DRAWN = "the picture could not be taken out of the file again"

Draw = Callable[[Sequence[str]], Sequence[DrawnImage]]
"""Gives the pictures and pages of these hashes that it finds in the document's file."""


@dataclass(frozen=True, slots=True)
class PictureReader:
    """A model that sees, and what it has seen of one archive.

    Attributes:
        model: It.
        readings: What is kept of its answers.
        locks: Keep one picture from being asked about by two at a time.
        most_calls: Calls for one document, at most.
        outdated: The fingerprint of documents whose text an answer changes.
    """

    model: StructuredModel
    readings: VisionReadings
    locks: FileLocks
    most_calls: int
    outdated: str

    @property
    def engine(self) -> str:
        """By which the answers are known."""
        return vision_engine(self.model.name)

    def wanted(self, document: DocumentId) -> Sequence[WaitingImage]:
        """Return what the model is still to be asked about in a document, and may be, in order."""
        waiting = self.readings.waiting(document, self.engine)
        return waiting[: max(0, self._left(document))] if waiting else ()

    def read(self, document: DocumentId, language: str, draw: Draw, turn_over: Callable[[], bool]) -> JobEnd:
        """Ask about everything that is wanted.

        Args:
            document: Which.
            language: ISO 639-1 code of its text.
            draw: Takes pictures out of its file.
            turn_over: Asked before every call.

        Raises:
            AnalysisError: The model cannot be reached or used; what it said before is kept.
            FileError: The file cannot be read.
        """
        wanted = self.wanted(document)
        if not wanted:
            return JobEnd.DONE
        drawn = {image.sha256: image for image in draw([image.sha256 for image in wanted])}
        for image in wanted:
            while not self._is_settled(document, image):
                if turn_over():
                    return JobEnd.GAVE_WAY
                # While another asks about the same picture, this waits, and then finds the answer.
                with self.locks.held(f"picture:{image.sha256}"):
                    if not self._is_settled(document, image):
                        self.readings.put(self._asked(image, language, drawn), outdated=self.outdated)
        return JobEnd.DONE

    def _is_settled(self, document: DocumentId, image: WaitingImage) -> bool:
        """Tell whether nothing more is to be asked about a picture; of a document that is gone, none waits."""
        waiting = {one.sha256 for one in self.readings.waiting(document, self.engine)}
        return image.sha256 not in waiting or self._left(document) <= 0

    def _left(self, document: DocumentId) -> int:
        return self.most_calls - self.readings.calls(document, self.engine)

    def _asked(self, image: WaitingImage, language: str, drawn: dict[str, DrawnImage]) -> VisionAttempt:
        """Call the model once; of an answer that cannot be used the second is the last."""
        found = drawn.get(image.sha256)
        if found is None:
            return VisionAttempt(image.sha256, self.engine, calls=0, settled=True, problem=_NOT_DRAWN)
        before = self.readings.asked(image.sha256, self.engine)
        tries = 1 + (before.calls if before else 0)
        messages = picture_messages(image.subject, language)
        shown = [ModelImage(found.content, found.media_type)]
        try:
            answer = self.model.complete(messages, SCHEMA, most_tokens=MOST_TOKENS, images=shown)
        except AnalysisAnswerError as error:
            is_last = tries >= _MOST_TRIES
            return VisionAttempt(image.sha256, self.engine, tries, is_last, problem=error.what, answer=error.text)
        return VisionAttempt(image.sha256, self.engine, tries, True, reading_of(image.sha256, answer))
