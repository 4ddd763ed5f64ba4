"""Clients get one entry, keep all else, and a configuration that cannot be read is left alone."""

import json
import tomllib
from pathlib import Path

import pytest

from schedario.errors import ClientError
from schedario.services.client_files import toml_entry, with_json_entry, with_toml_entry
from schedario.services.clients import BACKUP_SUFFIX, ClientName, Clients, Launch

LAUNCH = Launch("/opt/bin/schedario", ("mcp",), {"SCHEDARIO_HOME": "/srv/papers"})
CODEX = """# mine
model = "o5"  # the good one

[mcp_servers.other]
command = "other"

[mcp_servers.schedario]
command = "old"
args = ["x"]

[mcp_servers.schedario.env]
A = "b"

# about the profile
[profiles.a]
model = "x"
"""


@pytest.fixture
def clients(tmp_path: Path) -> Clients:
    for folder in ("apps/Claude", "apps/Code/User", "codex", "home/.cursor"):
        (tmp_path / folder).mkdir(parents=True)
    return Clients(tmp_path / "home", tmp_path / "apps", tmp_path / "codex")


@pytest.mark.parametrize("client", list(ClientName))
def test_a_client_learns_of_the_archive_and_forgets_it(clients: Clients, client: ClientName) -> None:
    place = clients.install(client, LAUNCH)
    text = place.path.read_text(encoding="utf-8")
    values = tomllib.loads(text) if place.is_toml else json.loads(text)
    entry = values[place.key]["schedario"]
    assert (entry["command"], entry["args"], entry["env"]) == (LAUNCH.command, ["mcp"], LAUNCH.environment)
    assert place.path.stat().st_mode & 0o777 == 0o600
    (state,) = [state for state in clients.states() if state.place == place]
    assert (state.command, state.problem) == (LAUNCH.command, "what it starts is not there any more")
    assert clients.uninstall(client)
    assert not clients.uninstall(client)


def test_other_entries_stay_in_their_order_and_a_copy_is_kept(clients: Clients) -> None:
    path = clients.place(ClientName.CLAUDE_CODE).path
    before = '{\n    "theme": "dark",\n    "mcpServers": {\n        "a": {"command": "é"}\n    },\n    "last": 1.5\n}\n'
    path.write_text(before, encoding="utf-8")
    path.chmod(0o644)
    clients.install(ClientName.CLAUDE_CODE, LAUNCH)
    after = json.loads(path.read_text(encoding="utf-8"))
    assert list(after) == ["theme", "mcpServers", "last"]
    assert list(after["mcpServers"]) == ["a", "schedario"]
    assert '\n    "theme"' in path.read_text(encoding="utf-8")
    assert "é" in path.read_text(encoding="utf-8")
    assert path.with_name(path.name + BACKUP_SUFFIX).read_text(encoding="utf-8") == before
    assert path.stat().st_mode & 0o777 == 0o644
    clients.uninstall(ClientName.CLAUDE_CODE)
    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(before)


def test_comments_of_toml_stay() -> None:
    made = with_toml_entry(CODEX, "mcp_servers", {"command": "new", "args": ["mcp"]}, path="p")
    assert toml_entry(made, "mcp_servers", path="p") == {"command": "new", "args": ["mcp"]}
    for kept in ("# mine", "# the good one", "# about the profile", 'command = "other"', "[profiles.a]"):
        assert kept in made
    assert "old" not in made
    gone = with_toml_entry(made, "mcp_servers", None, path="p")
    assert list(tomllib.loads(gone)["mcp_servers"]) == ["other"]


@pytest.mark.parametrize(
    "text",
    ['{"a": 1,}', "// mine\n{}", "[1]", '{"mcpServers": []}', '{"a": 1, "a": 2}', '{"mcpServers": {"x": 1, "x": 2}}'],
)
def test_json_that_would_lose_something_is_refused(clients: Clients, text: str) -> None:
    path = clients.place(ClientName.CURSOR).path
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ClientError, match="configuration"):
        clients.install(ClientName.CURSOR, LAUNCH)
    assert path.read_text(encoding="utf-8") == text
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    (state,) = [state for state in clients.states() if state.place.name is ClientName.CURSOR]
    assert state.problem


@pytest.mark.parametrize(
    "text",
    ["a = ", 'mcp_servers = { schedario = { command = "x" } }', '[mcp_servers]\nschedario = { command = "x" }\n'],
)
def test_toml_in_another_form_is_refused(text: str) -> None:
    with pytest.raises(ClientError):
        with_toml_entry(text, "mcp_servers", {"command": "new"}, path="p")


def test_a_link_to_the_file_stays_a_link(clients: Clients, tmp_path: Path) -> None:
    path = clients.place(ClientName.CODEX).path
    (tmp_path / "dotfiles.toml").write_text(CODEX, encoding="utf-8")
    path.symlink_to(tmp_path / "dotfiles.toml")
    clients.install(ClientName.CODEX, LAUNCH)
    assert path.is_symlink()
    assert LAUNCH.command in (tmp_path / "dotfiles.toml").read_text(encoding="utf-8")


def test_a_client_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(ClientError, match="cursor does not seem to be installed: no folder"):
        Clients(tmp_path, tmp_path, tmp_path).install(ClientName.CURSOR, LAUNCH)


def test_an_empty_json_file_gets_the_entry_alone() -> None:
    assert json.loads(with_json_entry("", "servers", {"command": "x"}, path="p")) == {
        "servers": {"schedario": {"command": "x"}}
    }


def test_places_are_those_of_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    mac, linux = Clients.of_user("darwin", {}), Clients.of_user("linux", {"XDG_CONFIG_HOME": "/x", "CODEX_HOME": "/c"})
    assert mac.place(ClientName.CLAUDE_DESKTOP).path == (
        tmp_path / "Library/Application Support/Claude/claude_desktop_config.json"
    )
    assert linux.place(ClientName.VSCODE).path == Path("/x/Code/User/mcp.json")
    assert linux.place(ClientName.CODEX).path == Path("/c/config.toml")
