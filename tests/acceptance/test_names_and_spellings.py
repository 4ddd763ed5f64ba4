"""Codes, versions and words in other spellings find the document that has them, before its siblings."""

import pytest

from fixtures.commands import Commands

FILES = {
    "rechnung-0815.txt": "Rechnung RE-2024/0815 über die Wartung der Heizung im Mai, 240 Euro.",
    "rechnung-0816.txt": "Rechnung RE-2024/0816 über die Wartung der Heizung im Juni, 240 Euro.",
    "rechnung-1815.txt": "Rechnung RE-2024/1815 über die Wartung der Heizung im Juli, 240 Euro.",
    "release-1021.txt": "Release 1.0.21 mends the export of tables; hnsw.iterative_scan is on by default.",
    "release-1020.txt": "Release 1.0.20 mends the import of tables; hnsw.ef_search is larger by default.",
    "adr-18.txt": "Decision ADR-0018 is about how backups are kept.",
    "adr-81.txt": "Decision ADR-0081 is about how backups are named.",
    "vertrag.txt": "Die Kündigungsfrist beträgt drei Monate. Das Büro liegt in der Schloßstraße.",
    "lease.txt": "The notice period of the lease is three months. The office is in Castle Road.",
}


@pytest.fixture(scope="module")
def named(shared_commands: Commands, tmp_path_factory: pytest.TempPathFactory) -> Commands:
    folder = tmp_path_factory.mktemp("papers")
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    assert shared_commands("add", folder).code == 0
    return shared_commands


def test_the_right_one_of_many_siblings_comes_first(named: Commands) -> None:
    wanted = {
        "RE-2024/0815": "rechnung-0815.txt",
        "re-2024/0816": "rechnung-0816.txt",
        "2024/1815": "rechnung-1815.txt",
        "0815": "rechnung-0815.txt",
        '"RE-2024/0816"': "rechnung-0816.txt",
        '"2024/1815"': "rechnung-1815.txt",
        '"1.0.20"': "release-1020.txt",
        "1.0.21": "release-1021.txt",
        "1.0.20": "release-1020.txt",
        "hnsw.iterative_scan": "release-1021.txt",
        "iterative_scan": "release-1021.txt",
        "ADR 18": "adr-18.txt",
        "adr-81": "adr-81.txt",
    }
    found = {asked: named("search", asked, "--json").json["results"] for asked in wanted}
    assert {asked: results[0]["document"]["name"] for asked, results in found.items() if results} == wanted


def test_umlauts_meet_their_other_spellings(named: Commands) -> None:
    for asked in ("kündigung", "kuendigungsfrist", "Kündigungsfristen", "schlossstrasse"):
        results = named("search", asked, "--json").json["results"]
        assert results, asked
        assert results[0]["document"]["name"] == "vertrag.txt", asked


def test_english_files_keep_english_stems(named: Commands) -> None:
    results = named("search", "leases and noticed periods", "--json").json["results"]
    assert results[0]["document"]["name"] == "lease.txt"
