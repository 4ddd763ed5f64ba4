"""Where sentences end, and where they do not."""

import pytest

from schedario.sentences import sentence_spans


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("The link is 12.5 Gbps. It is fast.", ["The link is 12.5 Gbps.", "It is fast."]),
        ("See Art. 5 of it. Then pay.", ["See Art. 5 of it.", "Then pay."]),
        ("Firmen, z.B. Siemens, zahlen. Andere nicht.", ["Firmen, z.B. Siemens, zahlen.", "Andere nicht."]),
        ("Am 3. Januar kommt er. Der Preis ist 30. Die Miete auch.", 3),
        ("Acme S.p.A. pays Mr. Smith. J. Rossi does not.", ["Acme S.p.A. pays Mr. Smith.", "J. Rossi does not."]),
        ("He said no. Then he left.", ["He said no.", "Then he left."]),
        ("See No. 5. Then leave.", ["See No. 5.", "Then leave."]),
        ('"Is it?" he asked. "Yes."', ['"Is it?" he asked.', '"Yes."']),
        ("第一句。第二句！", ["第一句。", "第二句！"]),
        ("A line that\ngoes on. Done", ["A line that\ngoes on.", "Done"]),
        ("No mark\n\nNext", ["No mark", "Next"]),
        ("- one\n- two\n1. three", ["- one", "- two", "1. three"]),
        ("They are:\n- one [1]\n- two [2]", ["They are:\n- one [1]", "- two [2]"]),
        ("It is so. [1][2] And so [3].", ["It is so. [1][2]", "And so [3]."]),
        ("...\n---", []),
        ("", []),
    ],
)
def test_a_text_is_cut_into_its_sentences(text: str, sentences: list[str] | int) -> None:
    found = cut(text)
    assert (len(found) if isinstance(sentences, int) else found) == sentences


def test_a_long_text_without_an_end_is_cut_in_no_time() -> None:
    assert len(cut("a" * 200_000 + " b. B" + "." * 5_000 + "\n" * 5_000)) == 1
