"""What makes a note private; in doubt it is."""

import pytest

from schedario.ingest.privacy import HeaderError, PrivacyRules, read_header

RULES = PrivacyRules(tags=("private", "Diario"), folders=("/home/anna/health",))


@pytest.mark.parametrize(
    "text",
    [
        "---\nprivate: true\n---\ntext",
        "---\nPrivate: yes\n---\ntext",
        "---\nprivate: 'true'\n---\ntext",
        "---\nprivate: 1\n---\ntext",
        "---\nprivate:\n---\ntext",
        "---\nprivate: perhaps\n---\ntext",
        "\ufeff---\nprivate: true\n---\ntext",
        "\n\n---\nprivate: true\n---\ntext",
        "---\r\nprivate: true\r\n---\r\ntext",
        "---\rprivate: true\r---\rtext",
        "---\nprivate: true\n...\ntext",
        "--- \nprivate: true\n--- \ntext",
        "---\ntags: [work, private]\n---\ntext",
        "---\ntags: work, private\n---\ntext",
        "---\ntags:\n  - '#private'\n---\ntext",
        "---\ntags: [private/health]\n---\ntext",
        "---\ntags: [DIARIO]\n---\ntext",
        "A note with #private in its text",
        "# Title\n\n#private/health",
        # Headers that cannot be read.
        "---\nprivate: true",
        "---\nprivate: false\n\nno end",
        "---\nprivate: false\nprivate: true\n---\ntext",
        "---\nprivate: false\nPRIVATE: true\n---\ntext",
        "---\ntitle: [open\n---\ntext",
        "---\n- a list\n---\ntext",
        "---\nplain words\n---\ntext",
        "---\ntitle: {{title}}\n---\ntext",
        "---\na: &a [x, x]\nb: [*a, *a]\n---\ntext",
        "---\ntitle: " + "[" * 3000 + "\n---\ntext",
        "---\ntitle: !!python/object:os.system x\n---\ntext",
        "---\ndate: 2024-99-99\n---\ntext",
        "---\nlong: " + "x" * 70_000 + "\n---\ntext",
    ],
)
def test_a_note_is_private_when_it_says_so_or_cannot_be_understood(text: str) -> None:
    assert RULES.is_private("note.md", text)
    assert RULES.is_private("note.MD", text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "",
        "text",
        "# Title\n\nprivate: true",
        "---\n---\ntext",
        "---\ntitle: A title\n---\nprivate: true",
        "---\nprivate: false\n---\ntext",
        "---\nprivate: 'no'\n---\ntext",
        "---\ntags: [privately, public]\n---\ntext",
        "----\nprivate: true\n---\ntext",
        "See https://example.org/#private and C#private",
    ],
)
def test_other_notes_are_not(text: str) -> None:
    assert not RULES.is_private("note.md", text)


def test_a_note_in_utf_16_is_understood() -> None:
    assert RULES.is_private("note.md", "---\nprivate: true\n---\ntext".encode("utf-16"))


def test_another_kind_of_file_is_private_only_when_its_header_says_so() -> None:
    assert RULES.is_private("note.txt", "---\nprivate: true\n---\ntext")
    assert not RULES.is_private("list.yaml", "---\n- one\n- two\n")
    assert not RULES.is_private("text.txt", "---\nwords\n")
    assert not RULES.is_private("text.txt", "a #private word")


def test_a_private_folder_covers_what_lies_in_it() -> None:
    assert RULES.covers("/home/anna/health/a.md")
    assert RULES.covers("/elsewhere", "/home/anna/health")
    assert not RULES.covers("/home/anna/healthy/a.md")


def test_a_header_gives_plain_values_by_small_keys() -> None:
    assert read_header("---\nTitle: Depot\nAliases: [a, b]\n---\ntext") == {"title": "Depot", "aliases": ["a", "b"]}


def test_an_alias_is_refused_before_it_is_followed() -> None:
    levels = "\n".join(f"l{n}: &l{n} [{', '.join([f'*l{n - 1}'] * 9)}]" for n in range(1, 20))
    with pytest.raises(HeaderError):
        read_header(f"---\nl0: &l0 [x]\n{levels}\n---\n")
