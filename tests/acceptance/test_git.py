"""Branches of repositories: what is committed is found, and nothing else; nothing in them runs."""

from pathlib import Path

import pytest

from fixtures.commands import Commands
from fixtures.repositories import commit, git


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    root = tmp_path / "handbook"
    root.mkdir()
    git(root, "init", "-q", "-b", "main")
    commit(root, "docs/travel.md", "# Travel\n\nTrains are booked by the front desk before noon.\n")
    commit(root, "docs/badges.md", "# Badges\n\nBadges are made by Giulia in room 12.\n")
    return root


@pytest.fixture
def kept(commands: Commands, repository: Path) -> Path:
    assert commands("git", "add", repository, "--branch", "main").code == 0
    assert commands("sync").code == 0
    return repository


def paths(commands: Commands) -> set[str]:
    return {record["path"] for record in commands("list", "--json").json}


def found(commands: Commands, question: str) -> list[str]:
    return [result["document"]["name"] for result in commands("search", question, "--json").json["results"]]


def test_what_is_committed_is_found_and_named_by_its_branch(commands: Commands, kept: Path) -> None:
    assert paths(commands) == {f"git:{kept}@main/docs/travel.md", f"git:{kept}@main/docs/badges.md"}
    answer = commands("search", "Who makes badges?", "--json").json
    assert answer["results"][0]["document"]["name"] == "badges.md"
    assert answer["stale"] == {}
    assert commands("show", f"git:{kept}@main/docs/travel.md", "--json").json["name"] == "travel.md"
    assert found(commands, "trains")
    assert commands("search", "--folder", f"git:{kept}@main", "trains", "--json").json["results"]
    assert commands("sync", "--json").json["sources"][0]["unchanged"] == 2


def test_the_working_copy_and_other_branches_are_never_read(commands: Commands, kept: Path) -> None:
    (kept / "docs" / "draft.md").write_text("# Draft\n\nThe zeppelin lands on the roof.\n")
    (kept / "docs" / "badges.md").write_text("# Badges\n\nThe zeppelin makes the badges.\n")
    commands("sync")
    git(kept, "stash", "-q", "-u")
    git(kept, "checkout", "-q", "-b", "idea")
    commit(kept, "docs/zeppelin.md", "# Zeppelin\n\nThe zeppelin lands on the roof.\n")
    commands("sync")
    assert not [path for path in paths(commands) if "zeppelin" in path or "draft" in path]
    assert "zeppelin.md" not in found(commands, "Where does the zeppelin land?")
    assert "zeppelin" not in commands("show", f"git:{kept}@main/docs/badges.md", "--text").out
    # Merged, it is there at the next pass.
    git(kept, "checkout", "-q", "main")
    git(kept, "merge", "-q", "idea")
    assert commands("sync").code == 0
    assert found(commands, "Where does the zeppelin land?")[0] == "zeppelin.md"


def test_changes_renames_and_removals_are_followed(commands: Commands, kept: Path) -> None:
    for number in range(6):
        commit(kept, f"more/{number}.md", f"# More {number}\n\nThe parcel {number} went to depot {number}.\n")
    commands("sync")
    before = {record["path"]: record["id"] for record in commands("list", "--json").json}
    git(kept, "mv", "docs/badges.md", "docs/passes.md")
    git(kept, "rm", "-q", "more/5.md")
    commit(kept, "docs/travel.md", "# Travel\n\nTrains are booked by everybody alone.\n")
    (report,) = commands("sync", "--json").json["sources"]
    assert (report["renamed"], report["removed"], report["problem"]) == (1, 1, "")
    after = {record["path"]: record["id"] for record in commands("list", "--json").json}
    assert after[f"git:{kept}@main/docs/passes.md"] == before[f"git:{kept}@main/docs/badges.md"]
    assert "everybody alone" in commands("show", f"git:{kept}@main/docs/travel.md", "--text").out


def test_links_submodules_pointers_and_hidden_files_are_left_out(
    commands: Commands, kept: Path, tmp_path: Path
) -> None:
    (tmp_path / "secret.md").write_text("# Secret\n\nOutside.\n")
    (kept / "link.md").symlink_to(tmp_path / "secret.md")
    (kept / "big.pdf").write_text(
        "version https://git-lfs.github.com/spec/v1\noid sha256:" + "a" * 64 + "\nsize 12345\n"
    )
    commit(kept, ".github/x.md", "# Hidden\n\nNot looked at.\n")
    git(kept, "update-index", "--add", "--cacheinfo", f"160000,{git(kept, 'rev-parse', 'HEAD')},sub")
    git(kept, "commit", "-q", "-m", "sub")
    told = commands("sync", "--json").json
    assert len(paths(commands)) == 2
    assert [(entry["path"], entry["code"]) for entry in told["files"]] == [
        (f"git:{kept}@main/big.pdf", "file_in_cloud")
    ]


def test_nothing_that_a_repository_configures_is_run(commands: Commands, kept: Path, tmp_path: Path) -> None:
    mark = tmp_path / "ran"
    script = tmp_path / "run.sh"
    script.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    script.chmod(0o755)
    for name in (
        "core.fsmonitor",
        "core.sshCommand",
        "core.pager",
        "filter.x.smudge",
        "diff.x.textconv",
        "core.editor",
    ):
        git(kept, "config", name, str(script))
    for hook in ("post-checkout", "reference-transaction", "post-index-change", "pre-auto-gc"):
        (kept / ".git" / "hooks" / hook).write_text(script.read_text())
        (kept / ".git" / "hooks" / hook).chmod(0o755)
    (kept / ".gitattributes").write_text("*.md filter=x diff=x\n")
    # Without git's own look at the working copy, which would run them.
    tree = git(kept, "-c", "core.fsmonitor=false", "rev-parse", "HEAD^{tree}")
    head = git(kept, "-c", "core.fsmonitor=false", "commit-tree", tree, "-p", "HEAD", "-m", "x")
    (kept / ".git" / "refs" / "heads" / "main").write_text(f"{head}\n")
    mark.unlink(missing_ok=True)
    assert commands("sync").code == 0
    commands("sync")
    assert not mark.exists()


def test_a_repository_that_is_not_there_deletes_nothing(commands: Commands, kept: Path) -> None:
    kept.rename(kept.with_name("elsewhere"))
    told = commands("sync")
    assert (told.code, len(paths(commands))) == (1, 2)
    assert "the repository is not there; nothing was removed" in told.out
    kept.with_name("elsewhere").rename(kept)
    git(kept, "branch", "-q", "-m", "main", "trunk")
    told = commands("sync")
    assert (told.code, len(paths(commands))) == (1, 2)
    assert "no branch main" in told.out


def test_a_repository_can_be_forgotten(commands: Commands, kept: Path) -> None:
    (listed,) = commands("git", "list", "--json").json
    assert (listed["branch"], listed["files"], listed["every_minutes"]) == ("main", 2, 5)
    assert commands("git", "remove", kept, "--json").json["removed"] == 2
    assert paths(commands) == set()


@pytest.mark.parametrize("branch", ["none", "--output=x", "a..b", "HEAD~1", "main^{tree}"])
def test_what_is_no_branch_is_refused(commands: Commands, repository: Path, branch: str) -> None:
    assert commands("git", "add", repository, f"--branch={branch}").code == 2


def test_what_is_no_repository_is_refused(commands: Commands, tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    assert "the branch cannot be read" in commands("git", "add", tmp_path / "plain").error


def test_globs_say_what_is_wanted_of_a_branch(commands: Commands, repository: Path) -> None:
    commands("git", "add", repository, "--include", "docs/", "--exclude", "badges.*")
    commands("sync")
    assert paths(commands) == {f"git:{repository}@main/docs/travel.md"}
