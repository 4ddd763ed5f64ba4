"""RapidOCR: the engine that works from pip alone, its weights in the wheel; it reads all its scripts at once."""

import importlib.metadata
import math
from collections.abc import Sequence
from functools import cached_property
from statistics import median
from typing import TYPE_CHECKING, Any

from schedario.errors import OcrUnavailableError
from schedario.extract.reading_order import OcrLine, straighten
from schedario.records.status import Finding, Health

if TYPE_CHECKING:
    from PIL.Image import Image

# Below this the recogniser reads letters into dirt and drawings.
_LEAST_CONFIDENCE = 0.5
_TALL = 1.5
_VOTERS = 24
# The line classifier sees each picture at four times its height; a long line squeezed into that is a guess: of 40
# upright lines of a full page it took 32 for turned round, of pieces cut out of their middles none.
_SEEN_BY_CLASSIFIER = 4
_LARGEST_SKEW = math.radians(20)
# The detector finds 9 point lines of an A4 page at this size in 40 % of the time that 1280 takes, with the same errors.
_DETECTED_SIDE = 832
# The recogniser's time goes with the width of a line as it stands 48 pixels high. A rim above and below, of this share
# of the line's height, makes it narrower: it saves an eighth of the time, with the same errors; more costs errors.
_RIM = 0.06
# As measured: the line classifier turns good long lines upside down, and one thread beats many on small machines.
_PARAMETERS: dict[str, Any] = {
    "Global.use_cls": False,
    "Global.log_level": "critical",
    "Rec.rec_batch_num": 1,
    # Channels, height, least width. A table's short cells would be filled up to 320: a third of their time.
    "Rec.rec_img_shape": [3, 48, 64],
    "Det.limit_side_len": _DETECTED_SIDE,
    "Det.limit_type": "max",
    "EngineConfig.onnxruntime.intra_op_num_threads": 1,
    "EngineConfig.onnxruntime.inter_op_num_threads": 1,
}


class RapidOcr:
    """An ``OcrEngine`` that is loaded when first used."""

    def __init__(self) -> None:
        self._engine: Any = None

    @cached_property
    def name(self) -> str:
        """See ``OcrEngine``."""
        return f"rapidocr {importlib.metadata.version('rapidocr')}"

    def read(self, picture: "Image") -> Sequence[OcrLine]:
        """See ``OcrEngine``; the boxes and the line classifier vote on the way that the page is turned."""
        import numpy as np

        engine = self._loaded()
        # The engine expects blue before red, as OpenCV does.
        pixels = np.ascontiguousarray(np.asarray(picture.convert("RGB"))[:, :, ::-1])
        boxes = self._boxes(pixels)
        if len(boxes) and _mostly_tall(boxes):
            pixels = np.ascontiguousarray(np.rot90(pixels))
            boxes = self._boxes(pixels)
        crops = _crops(pixels, boxes)
        if crops and self._upside_down(crops):
            # Lines lie where they lay, seen from the other side: there is no need to look for them again.
            boxes = _turned_round(boxes, pixels)
            pixels = np.ascontiguousarray(np.rot90(pixels, 2))
            crops = _crops(pixels, boxes)
        if not crops:
            return ()
        found = engine.recognize_txt([_rimmed(crop) for crop in crops])
        return _lines(boxes, found.txts, found.scores)

    def check(self) -> Sequence[Finding]:
        """Load the engine, which is the only proof that it works."""
        try:
            self._loaded()
        except OcrUnavailableError as error:
            return (
                Finding("ocr", Health.MISSING, str(error), "Install it anew: pip install --force-reinstall rapidocr"),
            )
        return (Finding("ocr", Health.OK, f"{self.name}, Latin scripts, Chinese, Japanese"),)

    def _loaded(self) -> Any:
        if self._engine is None:
            try:
                import cv2
                from rapidocr import RapidOCR

                cv2.setNumThreads(1)
                self._engine = RapidOCR(params=_PARAMETERS)
            except (ImportError, OSError, RuntimeError) as error:
                raise OcrUnavailableError(
                    f"the OCR engine cannot be loaded ({error})", remedy="Run schedario doctor"
                ) from error
        return self._engine

    def _boxes(self, pixels: Any) -> Any:
        """Detect lines; each is four corners, clockwise from the left upper one."""
        small = _shrunk(pixels)
        found = self._loaded()(small, use_det=True, use_cls=False, use_rec=False).boxes
        if found is None:
            return ()
        return found * (pixels.shape[1] / small.shape[1], pixels.shape[0] / small.shape[0])

    def _upside_down(self, crops: list[Any]) -> bool:
        wide = [crop for crop in crops if crop.shape[1] > _TALL * crop.shape[0]]
        # The longest lines are the surest voters.
        wide = [_middle(crop) for crop in sorted(wide, key=lambda crop: -crop.shape[1])[:_VOTERS]]
        if not wide:
            return False
        _, votes = self._loaded().cls_and_rotate(wide)
        turned = sum(1 for label, _ in votes.cls_res if "180" in label)
        return turned > len(wide) / 2


def _shrunk(pixels: Any) -> Any:
    """Bring a large picture to the detector's size by averaging; the detector itself would leave out dots."""
    import cv2

    height, width = pixels.shape[:2]
    scale = _DETECTED_SIDE / max(height, width)
    if scale >= 1:
        return pixels
    # A strip would have no height left.
    size = max(1, round(width * scale)), max(1, round(height * scale))
    return cv2.resize(pixels, size, interpolation=cv2.INTER_AREA)


def _turned_round(boxes: Any, pixels: Any) -> Any:
    """Return boxes as they lie when the picture is upside down, each again from its left upper corner."""
    height, width = pixels.shape[:2]
    return ((width, height) - boxes)[:, [2, 3, 0, 1]]


def _mostly_tall(boxes: Any) -> bool:
    tall = [_side(box[0], box[3]) > _TALL * _side(box[0], box[1]) for box in boxes]
    return sum(tall) > len(tall) / 2


def _crops(pixels: Any, boxes: Any) -> list[Any]:
    from rapidocr.utils.process_img import get_rotate_crop_image

    return [get_rotate_crop_image(pixels, box.astype("float32").copy()) for box in boxes]


def _middle(crop: Any) -> Any:
    """Cut out of a line as much as the classifier can see."""
    height, width = crop.shape[:2]
    left = max(0, width - _SEEN_BY_CLASSIFIER * height) // 2
    # A copy: the classifier turns what it is given.
    return crop[:, left : left + _SEEN_BY_CLASSIFIER * height].copy()


def _rimmed(crop: Any) -> Any:
    import cv2

    rim = round(crop.shape[0] * _RIM)
    return cv2.copyMakeBorder(crop, rim, rim, 0, 0, cv2.BORDER_REPLICATE)


def _lines(boxes: Any, texts: Sequence[str], scores: Sequence[float]) -> tuple[OcrLine, ...]:
    """Make lines whose places are turned back by the page's slight skew."""
    angle = _skew(boxes)
    kept = (
        (box, text.strip(), score)
        for box, text, score in zip(boxes, texts, scores, strict=True)
        if text.strip() and score >= _LEAST_CONFIDENCE
    )
    return tuple(
        OcrLine(text, float(score), *straighten([(float(x), float(y)) for x, y in box], angle))
        for box, text, score in kept
    )


def _skew(boxes: Any) -> float:
    """Return the angle of most lines in radians; zero when it is too large to be a slight skew."""
    angles = [
        math.atan2(float(box[1][1] - box[0][1]), float(box[1][0] - box[0][0]))
        for box in boxes
        if _side(box[0], box[1]) > 4 * _side(box[0], box[3])
    ]
    angle = median(angles) if angles else 0.0
    return angle if abs(angle) < _LARGEST_SKEW else 0.0


def _side(start: Any, end: Any) -> float:
    return math.hypot(float(end[0] - start[0]), float(end[1] - start[1]))
