import pytest

from schedario.ingest.context import context


@pytest.mark.parametrize(
    ("path", "headings", "expected"),
    [
        ("/a/andy-dowie_career.statistics.xlsx", (), "andy dowie career statistics"),
        ("/a/newgrp.1.txt", (), "newgrp"),
        ("/a/bitcoin-it-008.md", (), "bitcoin it"),
        ("/a/Bilancio 2024.pdf", ("Costi", "Personale"), "Bilancio 2024: Costi > Personale"),
        ("/a/0001.pdf", ("Costs",), "Costs"),
        ("/a/0001.pdf", (), ""),
        ("/a/.pdf", (), ""),
        ("/a/契約書.pdf", (), "契約書"),
    ],
)
def test_a_chunk_stands_under_the_words_of_its_files_name_and_its_headings(
    path: str, headings: tuple[str, ...], expected: str
) -> None:
    assert context(path, headings) == expected
