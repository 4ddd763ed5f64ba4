"""Versions of one document are told by names and common text, and put in order by what all of them have."""

from datetime import UTC, date, datetime

import pytest

from schedario.ingest.sketch import LEAST_SHINGLES, SKETCH_HASHES, sketch
from schedario.records.document import DocumentId
from schedario.records.version import Order, Sketched
from schedario.services.naming import NameMarks, name_marks
from schedario.services.versions import are_versions, family, resemblance


def words(start: int, stop: int) -> str:
    return " ".join(f"word{number}" for number in range(start, stop))


def document(name: str, text: str = "", *, modified: int = 1, dated: date | None = None) -> Sketched:
    return Sketched(DocumentId(name), name, f"/{name}", datetime(2024, 1, modified, tzinfo=UTC), dated, sketch(text))


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("contract_v2.docx", NameMarks("contract", (2,), None)),
        ("Contract (final).docx", NameMarks("contract", (), None)),
        ("Contract final v1.10 signed.pdf", NameMarks("contract", (1, 10), None)),
        ("contract (3).pdf", NameMarks("contract", (3,), None)),
        ("lease 2024-05-06.pdf", NameMarks("lease", (), date(2024, 5, 6))),
        ("06.05.2024 lease.pdf", NameMarks("lease", (), date(2024, 5, 6))),
        ("20240506_lease_rev3.pdf", NameMarks("lease", (3,), date(2024, 5, 6))),
        ("report 2024.pdf", NameMarks("report", (), date(2024, 1, 1))),
        ("report 2024-31-31.pdf", NameMarks("report 31 31", (), date(2024, 1, 1))),
        ("2024-05-06.md", NameMarks("", (), date(2024, 5, 6))),
        ("v2.docx", NameMarks("", (2,), None)),
        ("finality of newspapers.txt", NameMarks("finality of newspapers", (), None)),
        ("invoice 4711.pdf", NameMarks("invoice 4711", (), None)),
        ("R2D2 serves.txt", NameMarks("r2d2 serves", (), None)),
    ],
)
def test_a_name_is_taken_apart(name: str, marks: NameMarks) -> None:
    assert name_marks(name) == marks


def test_short_texts_have_no_sketch_and_long_ones_one_of_fixed_length() -> None:
    assert sketch("two words") == ()
    assert sketch(words(0, LEAST_SHINGLES + 1)) == ()
    assert len(sketch(words(0, LEAST_SHINGLES + 2))) == LEAST_SHINGLES
    long = sketch(words(0, 5000))
    assert len(long) == SKETCH_HASHES
    assert list(long) == sorted(set(long))
    assert all(0 <= value < 2**63 for value in long)
    assert sketch(words(0, 99)) == sketch(words(0, 99).upper().replace(" ", ",\n"))


def test_scripts_without_spaces_are_compared_by_characters() -> None:
    assert len(sketch("".join(map(chr, range(0x4E00, 0x4E00 + 50))))) == 48


def test_the_estimate_is_exact_for_short_texts_and_near_for_long_ones() -> None:
    # 40 words have 38 shingles; of 40 others that begin 20 words later, 18 are common, and 58 in both.
    assert resemblance(sketch(words(0, 40)), sketch(words(20, 60))) == pytest.approx(18 / 58, abs=0.16)
    assert resemblance((1, 2, 3), (2, 3, 4)) == 2 / 3
    assert resemblance((1, 2, 3), (4, 5, 6)) == 0.0
    assert resemblance((), (1,)) == 0.0
    assert resemblance(sketch(words(0, 3000)), sketch(words(1000, 4000))) == pytest.approx(0.5, abs=0.13)


@pytest.mark.parametrize(
    ("one", "other", "common", "expected"),
    [
        ("contract_v1.docx", "contract (final).docx", 0.5, True),
        ("contract.docx", "Contract.pdf", 0.5, True),
        ("contract_v1.docx", "lease_v1.docx", 0.5, False),
        ("contract_v1.docx", "contract_v2.docx", 0.1, False),
        ("minutes 2024-05.docx", "minutes 2024-06.docx", 0.5, False),
        ("minutes 2024-05.docx", "minutes 2024-06.docx", 0.8, True),
        ("abc.txt", "xyz.txt", 0.95, True),
        ("2024-05-06.md", "2024-05-07.md", 0.6, False),
    ],
)
def test_names_say_how_much_text_versions_must_share(one: str, other: str, common: float, expected: bool) -> None:
    # Of two texts of n words that share m in a row, m / (2n - m) is common.
    shared = round(2 * 4000 * common / (1 + common))
    texts = words(0, 4000), words(4000 - shared, 8000 - shared)
    assert are_versions(document(one, texts[0]), document(other, texts[1])) is expected


def test_numbers_go_before_dates_and_dates_before_times_of_change() -> None:
    two, ten = document("a_v2.txt", modified=9), document("a_v10.txt", modified=1)
    assert (family([two, ten]).newest, family([two, ten]).order) == (ten, Order.NUMBER)
    named, headed = document("a 2024-03-01.txt", modified=1), document("a.txt", modified=9, dated=date(2024, 2, 1))
    assert (family([headed, named]).newest, family([headed, named]).order) == (named, Order.DATE)
    final = document("a (final).txt", modified=10)
    assert (family([two, ten, final]).newest, family([two, ten, final]).order) == (final, Order.MODIFIED)
    # Numbers of different things say nothing.
    other = document("b_v3.txt", modified=1)
    assert family([two, other]).order is Order.MODIFIED
