"""Versions of one document are recognised when they are found together, and when one of them is shown."""

import os
import shutil
from pathlib import Path

import pytest

from fixtures.commands import Commands

CLAUSES = [
    "The tenant pays the rent of the workshop on the third working day of each month to the account of the landlord.",
    "The landlord keeps the roof, the gutters and the outer walls of the workshop in repair at his own cost.",
    "The tenant may not let the workshop or a part of it to others unless the landlord agrees in writing.",
    "Whoever wants to end the lease says so in writing three months before the end of a quarter.",
    "Machines that the tenant brings in stay his own and are taken out when the lease of the workshop ends.",
    "A deposit of three rents is kept by the landlord and given back within sixty days after the end.",
]


def contract(rent: int, *, clauses: int = 6) -> str:
    return f"Lease of the workshop\n\nThe rent is {rent} crowns.\n\n" + "\n\n".join(CLAUSES[:clauses]) + "\n"


@pytest.fixture
def leases(tmp_path: Path) -> Path:
    root = tmp_path / "leases"
    root.mkdir()
    (root / "lease_v1.txt").write_text(contract(700))
    (root / "lease_v2.txt").write_text(contract(750))
    (root / "boat.txt").write_text(
        "The boat lies at berth 7, and its mooring is paid until the end of the season.\n" * 3
    )
    os.utime(root / "lease_v1.txt", (2_000_000_000, 2_000_000_000))
    return root


def test_a_search_says_which_version_is_the_newest(commands: Commands, leases: Path) -> None:
    commands("add", leases)
    found = commands("search", "What is the rent of the workshop?", "--floor", "0", "--json").json
    names = {result["document"]["name"] for result in found["results"]}
    assert {"lease_v1.txt", "lease_v2.txt", "boat.txt"} <= names
    (family,) = found["versions"]
    assert [member["name"] for member in family["documents"]] == ["lease_v2.txt", "lease_v1.txt"]
    assert (family["newest"], family["by"]) == (family["documents"][0]["id"], "number")
    assert "differ" in family["note"]
    told = commands("search", "What is the rent of the workshop?", "--floor", "0").out
    assert "note: lease_v2.txt (" in told
    assert "is the newest of them, by the number in its name" in told.replace("\n", " ")
    alone = commands(
        "search", "What is the rent?", "--document", leases / "lease_v1.txt", "--floor", "0", "--json"
    ).json
    assert alone["versions"] == []


def test_show_lists_the_versions_and_forgets_those_that_are_gone(commands: Commands, leases: Path) -> None:
    (leases / "lease (final).txt").write_text(contract(760, clauses=5))
    commands("add", leases)
    family = commands("show", leases / "lease_v1.txt", "--json").json["versions"]
    assert {member["name"] for member in family["documents"]} == {
        "lease_v1.txt",
        "lease_v2.txt",
        "lease (final).txt",
    }
    # One of them has no number, so the files' times decide.
    assert (family["by"], family["documents"][0]["name"]) == ("modified", "lease_v1.txt")
    told = commands("show", leases / "lease_v2.txt").out
    assert "lease_v2.txt  (this one)" in told
    assert "newest first, by its file's time of change" in told
    assert commands("show", leases / "boat.txt", "--json").json["versions"] is None
    gone = commands("show", leases / "lease (final).txt", "--json").json["id"]
    commands("remove", gone)
    assert commands("doctor", "--deleted", gone).code == 0
    assert commands("doctor", "--index").code == 0
    assert commands("show", leases / "lease_v1.txt", "--json").json["versions"]["by"] == "number"


def test_a_changed_text_or_name_is_no_version_any_more(commands: Commands, leases: Path) -> None:
    commands("folder", "add", leases)
    commands("sync")
    assert commands("show", leases / "lease_v2.txt", "--json").json["versions"]
    (leases / "lease_v1.txt").write_text(
        "Oats, barley and rye are sown in March, and cut in August, as every year here.\n" * 2
    )
    commands("sync")
    assert commands("show", leases / "lease_v2.txt", "--json").json["versions"] is None
    # A copy under another name is a duplicate, and has the versions of its original.
    (leases / "lease_v3.txt").write_text(contract(755, clauses=5))
    shutil.copy(leases / "lease_v3.txt", leases / "other.txt")
    commands("sync")
    shown = commands("show", leases / "other.txt", "--json").json
    assert (shown["status"], shown["versions"]["newest"]) == ("duplicate", shown["duplicate_of"])
