"""A model is asked about each picture once, no more often than it may be, and nothing that it said is lost."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from fixtures.documents import NORTH, new_document
from schedario.analyse.picture_prompt import reading_of, vision_engine
from schedario.analyse.pictures import PictureReader
from schedario.db.database import Archive
from schedario.errors import AnalysisAnswerError, AnalysisError
from schedario.records.asking import ChatMessage, ModelImage
from schedario.records.document import DocumentId, DocumentText, PictureRange
from schedario.records.extraction import Origin
from schedario.records.job import JobEnd
from schedario.records.picture import LONGEST_DESCRIPTION, LONGEST_READING, DrawnImage

GOOD = {"text": "Pier 4", "description": "A boat."}
BROKEN = AnalysisAnswerError("it is no JSON", text="I think that")
AWAY = AnalysisError("it cannot be reached")


@dataclass
class Model:
    """Gives scripted answers, the last one again and again, and keeps which pictures it was shown."""

    answers: Sequence[Mapping[str, Any] | Exception] = (GOOD,)
    name: str = "seeing"
    shown: list[bytes] = field(default_factory=list)
    asked: list[Sequence[ChatMessage]] = field(default_factory=list)

    def complete(
        self,
        messages: Sequence[ChatMessage],
        schema: Mapping[str, Any],
        *,
        most_tokens: int,
        images: Sequence[ModelImage] = (),
    ) -> Mapping[str, Any]:
        self.shown += [image.content for image in images]
        self.asked.append(messages)
        answer = self.answers[min(len(self.asked), len(self.answers)) - 1]
        if isinstance(answer, Exception):
            raise answer
        return answer

    def ready(self) -> str:
        return self.name

    def close(self) -> None:
        """Nothing is held."""


def hash_of(name: str) -> str:
    return name.encode().hex().ljust(64, "0")


def write(archive: Archive, path: str, *names: str, page: str = "") -> DocumentId:
    made = new_document(path, [(f"text of {path}", NORTH, ("en:text",))])
    ranges = tuple(PictureRange(n, n + 1, hash_of(name), Origin.UNREAD) for n, name in enumerate(names))
    pages = made.text.pages
    if page:
        pages = (replace(pages[0], sha256=hash_of(page), flattened=True),)
    return archive.documents.write(replace(made, text=DocumentText(made.text.text, pages, pictures=ranges))).id


def draw(wanted: Sequence[str]) -> Sequence[DrawnImage]:
    return [DrawnImage(sha256, bytes.fromhex(sha256).rstrip(b"\0"), "image/jpeg") for sha256 in wanted]


def reader(archive: Archive, model: Model, most_calls: int = 50) -> PictureReader:
    return PictureReader(model, archive.vision, archive.locks, most_calls, "seen")


def over_after(turns: int) -> Callable[[], bool]:
    asked = iter(range(turns + 1000))
    return lambda: next(asked) >= turns


def run(reading: PictureReader, document: DocumentId, turns: int = 1000) -> JobEnd:
    return reading.read(document, "it", draw, over_after(turns))


def test_every_picture_is_shown_once_in_the_order_of_the_document(archive: Archive) -> None:
    model = Model()
    first, second = write(archive, "/a", "boat", "tree"), write(archive, "/b", "tree", "hill")
    assert run(reader(archive, model), first) is JobEnd.DONE
    assert model.shown == [b"boat", b"tree"]
    run(reader(archive, model), second)
    assert model.shown == [b"boat", b"tree", b"hill"]
    reading = archive.pictures.vision(hash_of("boat"))
    assert reading
    assert (reading.text, reading.description) == ("Pier 4", "A boat.")


def test_nothing_is_drawn_when_nothing_waits(archive: Archive) -> None:
    document = write(archive, "/a", "boat")
    run(reader(archive, Model()), document)
    model = Model()
    drawn: list[Sequence[str]] = []

    def kept(wanted: Sequence[str]) -> Sequence[DrawnImage]:
        drawn.append(wanted)
        return draw(wanted)

    assert reader(archive, model).read(document, "it", kept, over_after(0)) is JobEnd.DONE
    assert (drawn, model.shown) == ([], [])


def test_no_more_calls_are_made_than_are_allowed_also_by_later_jobs(archive: Archive) -> None:
    model = Model()
    document = write(archive, "/a", *"abcde")
    for _ in range(3):
        run(reader(archive, model, most_calls=3), document)
    assert model.shown == [b"a", b"b", b"c"]
    assert archive.vision.counts(reader(archive, model).engine, 3).beyond == 2


def test_whoever_gives_way_goes_on_where_it_was(archive: Archive) -> None:
    model = Model()
    document = write(archive, "/a", *"abc")
    assert run(reader(archive, model), document, turns=2) is JobEnd.GAVE_WAY
    assert model.shown == [b"a", b"b"]
    assert run(reader(archive, model), document) is JobEnd.DONE
    assert model.shown == [b"a", b"b", b"c"]


def test_an_answer_that_does_not_fit_is_asked_for_once_more(archive: Archive) -> None:
    model = Model([BROKEN, GOOD])
    run(reader(archive, model), write(archive, "/a", "boat", "tree"))
    assert model.shown == [b"boat", b"boat", b"tree"]
    assert archive.pictures.vision(hash_of("boat"))


def test_after_the_second_the_failure_is_kept_with_its_text_and_not_repeated(archive: Archive) -> None:
    model = Model([BROKEN])
    document = write(archive, "/a", "boat")
    for _ in range(3):
        assert run(reader(archive, model), document) is JobEnd.DONE
    assert len(model.shown) == 2
    asked = archive.vision.asked(hash_of("boat"), reader(archive, model).engine)
    assert asked
    assert (asked.problem, asked.answer, asked.settled) == ("it is no JSON", "I think that", True)
    archive.vision.forget_failures([document])
    run(reader(archive, model), document)
    assert len(model.shown) == 4


def test_another_model_is_asked_again(archive: Archive) -> None:
    document = write(archive, "/a", "boat")
    run(reader(archive, Model([BROKEN])), document)
    other = Model(name="another")
    run(reader(archive, other), document)
    assert other.shown == [b"boat"]


def test_the_second_attempt_is_the_second_also_after_giving_way(archive: Archive) -> None:
    model = Model([BROKEN])
    document = write(archive, "/a", "boat")
    assert run(reader(archive, model), document, turns=1) is JobEnd.GAVE_WAY
    assert run(reader(archive, model), document) is JobEnd.DONE
    assert len(model.shown) == 2


def test_a_model_that_is_away_leaves_what_was_read_and_the_rest_waiting(archive: Archive) -> None:
    model = Model([GOOD, AWAY])
    document = write(archive, "/a", "boat", "tree")
    with pytest.raises(AnalysisError):
        run(reader(archive, model), document)
    assert [image.sha256 for image in archive.vision.waiting(document, reader(archive, model).engine)] == [
        hash_of("tree")
    ]


def test_a_picture_that_cannot_be_taken_out_again_costs_no_call_and_is_not_tried_for_ever(archive: Archive) -> None:
    model = Model()
    document = write(archive, "/a", "boat")
    reader(archive, model).read(document, "it", lambda _: [], lambda: False)
    assert model.shown == []
    assert not reader(archive, model).wanted(document)


def test_a_flattened_page_is_asked_about_for_its_tables_and_the_language_is_named(archive: Archive) -> None:
    model = Model()
    run(reader(archive, model), write(archive, "/a", page="sheet"))
    ((system, user),) = model.asked
    assert "never an instruction" in system.text
    assert "its tables only" in user.text
    assert "the language of the code it" in user.text


def test_what_a_model_writes_is_bounded_and_says_so() -> None:
    long = "\n".join(["a row of the table"] * 1000)
    reading = reading_of("0" * 64, {"text": long, "description": "word\n" * 2000})
    assert len(reading.text) <= LONGEST_READING
    assert reading.text.endswith("a row of the table\n[the model wrote more]")
    assert len(reading.description) == LONGEST_DESCRIPTION
    assert "\n" not in reading.description


def test_other_words_of_the_prompt_make_another_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    before = vision_engine("seeing")
    monkeypatch.setattr("schedario.analyse.picture_prompt._RULES", "Look well.")
    assert before.startswith("seeing ")
    assert vision_engine("seeing") != before


def test_of_a_document_that_is_gone_nothing_more_is_shown(archive: Archive) -> None:
    document = write(archive, "/a", *"abc")

    class Removing(Model):
        def complete(self, *args: Any, **kwargs: Any) -> Mapping[str, Any]:
            archive.documents.remove(document)
            return super().complete(*args, **kwargs)

    model = Removing()
    assert run(reader(archive, model), document) is JobEnd.DONE
    assert model.shown == [b"a"]
    assert archive.vision.asked(hash_of("a"), reader(archive, model).engine) is None
