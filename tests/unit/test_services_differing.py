"""What changed in a source, by names, sizes and times."""

from schedario.records.document import DocumentId
from schedario.records.source import KnownFile, SeenFile, SourceScan
from schedario.services.differing import difference, is_same_root

NFC, NFD = "caff\u00e8.md", "caffe\u0300.md"


def known(path: str, version: str = "v1", attempt: str = "now", *, whole: bool = True) -> KnownFile:
    return KnownFile(path, 1, version, False, attempt, DocumentId("abcdefgh"), "hash", whole)


def scan(*files: SeenFile, unread: tuple[str, ...] = (), identity: str = "1:1") -> SourceScan:
    return SourceScan(identity, files, unread)


def test_only_what_is_new_changed_or_settled_under_other_rules_is_looked_at() -> None:
    files = [known("same"), known("changed"), known("rules", attempt="then"), known("half", whole=False)]
    seen = scan(
        SeenFile("same", 1, "v1"), SeenFile("changed", 1, "v2"), SeenFile("rules", 1, "v1"), SeenFile("half", 1, "v1"),
        SeenFile("new", 1, "v1"), SeenFile("broken", 0, ""),
    )  # fmt: skip
    found = difference(files, seen, "now")
    assert [file.path for file in found.wanted] == ["changed", "rules", "half", "new", "broken"]
    assert (found.unchanged, found.gone) == (1, ())


def test_what_lies_in_a_folder_that_could_not_be_listed_is_not_gone() -> None:
    files = [known("sub/a"), known("sub/deep/b"), known("subway"), known("c")]
    found = difference(files, scan(unread=("sub",)), "now")
    assert [file.path for file in found.gone] == ["subway", "c"]
    assert difference(files, scan(unread=("",)), "now").gone == ()


def test_another_unicode_form_of_a_name_is_the_same_file() -> None:
    found = difference([known(NFD)], scan(SeenFile(NFC, 1, "v1")), "now")
    assert [(old.path, new.path) for old, new in found.respelled] == [(NFD, NFC)]
    assert found.gone == ()


def test_two_files_whose_names_differ_in_form_alone_stay_two() -> None:
    found = difference([known(NFD)], scan(SeenFile(NFD, 1, "v1"), SeenFile(NFC, 1, "v1")), "now")
    assert (found.respelled, found.gone, [file.path for file in found.wanted]) == ((), (), [NFC])


def test_a_file_that_went_to_the_cloud_is_as_it_was_and_a_new_one_is_named() -> None:
    seen = scan(SeenFile("old", 1, "v2", in_cloud=True), SeenFile("new", 1, "v1", in_cloud=True))
    found = difference([known("old")], seen, "now")
    assert (found.unchanged, found.wanted, [file.path for file in found.in_cloud]) == (1, (), ["new"])


def test_more_than_a_quarter_gone_is_too_many() -> None:
    files = [known(str(number)) for number in range(8)]
    two_gone = difference(files, scan(*(SeenFile(str(number), 1, "v1") for number in range(6))), "now")
    three_gone = difference(files, scan(*(SeenFile(str(number), 1, "v1") for number in range(5))), "now")
    assert not two_gone.too_many_gone(8, renamed=0)
    assert three_gone.too_many_gone(8, renamed=0)
    assert not three_gone.too_many_gone(8, renamed=1)


def test_a_root_is_the_same_by_its_identity_or_by_a_file_that_is_as_it_was() -> None:
    assert is_same_root([known("a")], scan(identity="1:1"), "1:1")
    assert is_same_root([known("a")], scan(SeenFile("a", 1, "v1"), identity="2:2"), "1:1")
    assert not is_same_root([known("a")], scan(identity="2:2"), "1:1")
    assert not is_same_root([known("a")], scan(SeenFile("a", 1, "v2"), identity="2:2"), "1:1")
    assert is_same_root([], scan(identity="2:2"), "1:1")
    assert is_same_root([known("a")], scan(identity="2:2"), "")
