"""The HTTP API as its clients meet it."""

import http.client
import os
import socket
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from fixtures.commands import Commands
from fixtures.repositories import handbook
from fixtures.service import PATIENCE, Reply, Service, served

ARCHIVE = "t_api"
LEASE = "# Lease\n\nThe tenant pays a deposit of 6450 euro.\n\n## End\n\nThree months.\n"
NOTE = "# Note\n\nThe alarm {} rings at nine.\n\n## End\n\nThree months.\n"


@pytest.fixture(scope="module")
def running(command_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("papers")
    (folder / "lease.md").write_text(LEASE)
    assert Commands(command_home, ARCHIVE).process("add", folder).code == 0
    with served(command_home, "--archive", ARCHIVE) as service:
        yield service


@pytest.fixture
def archive(commands: Commands) -> Commands:
    """Commands over the archive that is served."""
    return Commands(commands.home, ARCHIVE)


@pytest.fixture
def service(running: Service, archive: Commands) -> Service:
    return running


@pytest.fixture
def added(archive: Commands, service: Service, tmp_path: Path) -> dict[str, Any]:
    """A document of the test's own."""
    (tmp_path / "note.md").write_text(NOTE.format(tmp_path.name))
    assert archive("add", tmp_path / "note.md").code == 0
    (document,) = service.ask("GET", f"/documents?under={tmp_path}").json["documents"]
    return dict(document)


def form(name: str, content: bytes, field: str = "file") -> tuple[bytes, dict[str, str]]:
    body = (
        f'--cut\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n'.encode()
        + content
        + b"\r\n--cut--\r\n"
    )
    return body, {"Content-Type": "multipart/form-data; boundary=cut"}


def send(service: Service, name: str, content: bytes, field: str = "file") -> Reply:
    body, headers = form(name, content, field)
    return service.ask("POST", "/documents", body, headers=headers)


def test_a_search_gives_passages_with_their_places(service: Service) -> None:
    found = service.ask("POST", "/search", {"query": "which deposit?", "passages": 1}).json
    ((passage,),) = ([passage for result in found["results"] for passage in result["passages"]],)
    assert "6450 euro" in passage["text"]
    assert service.ask("GET", "/search?query=which+deposit%3F&passages=1").json["results"] == found["results"]
    assert found["documents_searched"] >= 1


def test_a_document_is_shown_read_asked_and_removed(service: Service, added: dict[str, Any]) -> None:
    document = added
    shown = service.ask("GET", f"/documents/{document['id']}").json
    assert [place["place"] for place in shown["outline"]] == ["Note"]
    assert "Three months" in service.ask("GET", f"/documents/{document['id']}/sections/1").json["text"]
    answer = service.ask("POST", f"/documents/{document['id']}/answer", {"question": "when does it ring?"}).json
    assert "nine" in answer["results"][0]["passages"][0]["text"]
    original = service.ask("GET", f"/documents/{document['id']}/original")
    assert original.body == Path(document["path"]).read_bytes()
    assert original.headers["content-disposition"].startswith("attachment")
    removed = service.ask("DELETE", f"/documents/{document['id']}").json
    assert removed == {"removed": [{"id": document["id"], "path": document["path"]}], "adopted": []}
    assert Path(document["path"]).exists()
    assert service.ask("GET", f"/documents/{document['id']}").code == "document_unknown"


def test_a_note_is_hung_on_a_document_found_and_taken_off(service: Service, added: dict[str, Any]) -> None:
    addenda = f"/documents/{added['id']}/addenda"
    made = service.ask("POST", addenda, {"text": "The janitor Quirinus has the key."}).json
    assert made["document"] == added["id"]
    assert service.ask("GET", addenda).json == {"addenda": [made]}
    found = service.ask("POST", f"/documents/{added['id']}/answer", {"question": "who has the key?"}).json
    assert "Quirinus" in found["results"][0]["passages"][0]["text"]
    assert service.ask("DELETE", f"/addenda/{made['id']}").json == made
    assert service.ask("GET", addenda).json == {"addenda": []}
    assert service.ask("DELETE", f"/addenda/{made['id']}").code == "addendum"


def test_a_branch_is_kept_paused_and_forgotten(service: Service, tmp_path: Path) -> None:
    root = str(handbook(tmp_path))
    asked = {"path": root, "branch": "main", "every_minutes": 7, "include": ["*.md"]}
    kept = service.ask("POST", "/sources", asked).json
    assert (kept["kind"], kept["branch"], kept["every_minutes"]) == ("git", "main", 7)
    paused = service.ask("PATCH", f"/sources/{kept['source']}", {"paused": True}).json
    assert paused["paused"]
    assert service.ask("DELETE", f"/sources/{kept['source']}").json["source"]["root"] == root


def test_an_original_that_has_changed_is_not_given(service: Service, added: dict[str, Any]) -> None:
    document = added
    Path(document["path"]).write_text("something that nobody indexed")
    refused = service.ask("GET", f"/documents/{document['id']}/original")
    assert (refused.status, refused.code) == (404, "original_missing")


def test_a_link_to_a_like_file_in_an_originals_place_is_not_followed(
    service: Service, added: dict[str, Any], tmp_path: Path
) -> None:
    given = service.ask("GET", f"/documents/{added['id']}/original")
    assert (given.status, given.body) == (200, (tmp_path / "note.md").read_bytes())
    status = (tmp_path / "note.md").stat()
    (tmp_path / "secret").write_bytes(b"s" * status.st_size)
    os.utime(tmp_path / "secret", ns=(status.st_mtime_ns, status.st_mtime_ns))
    (tmp_path / "note.md").unlink()
    (tmp_path / "note.md").symlink_to(tmp_path / "secret")
    refused = service.ask("GET", f"/documents/{added['id']}/original")
    assert (refused.status, refused.code) == (404, "original_missing")


def test_the_same_bytes_sent_at_once_are_kept_once(service: Service, archive: Commands) -> None:
    with ThreadPoolExecutor(8) as threads:
        sent = list(threads.map(lambda _: send(service, "twin.md", b"The twins of Airolo.\n"), range(8)))
    assert {reply.status for reply in sent} == {202}
    (path,) = {reply.json["path"] for reply in sent}
    assert Path(path).read_bytes() == b"The twins of Airolo.\n"
    assert not list((archive.home / "originals").glob(".unfinished-*"))


def test_a_form_that_never_ends_is_refused(service: Service, archive: Commands) -> None:
    service.ask("PUT", "/settings/max_file_mb", {"value": "1"})
    body, headers = form("a.txt", b"x")
    with socket.create_connection((service.state.host, service.state.port), timeout=30) as sender:
        kind = headers["Content-Type"].encode()
        sender.sendall(b"POST /api/v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + kind)
        sender.sendall(b"\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n" % (len(body), body))
        with suppress(ConnectionError):
            for _ in range(40):
                sender.sendall(b"%x\r\n%b\r\n" % (1 << 16, b"x" * (1 << 16)))
            assert sender.recv(12) == b"HTTP/1.1 413"
    service.ask("DELETE", "/settings/max_file_mb")


def test_what_is_sent_is_kept_by_its_content_indexed_by_the_queue_and_removed_with_its_document(
    service: Service, archive: Commands
) -> None:
    sent = send(service, "../../etc/parcel \x1b[31m.md", b"The parcel 77 waits in the depot of Lugano.\n")
    assert (sent.status, sent.json["name"], sent.json["queued"]) == (202, "parcel [31m.md", True)
    path = Path(sent.json["path"])
    assert path.parent == archive.home / "originals" / archive.archive / sent.json["sha256"][:2] / sent.json["sha256"]
    service.until("/search?query=parcel+77&passages=1", lambda found: found["results"])
    assert send(service, "parcel [31m.md", b"The parcel 77 waits in the depot of Lugano.\n").json["path"] == str(path)
    service.until("/jobs", lambda queue: not queue["jobs"])
    found = service.ask("GET", f"/documents?under={str(path).replace(' ', '%20').replace('[', '%5B')}").json
    (document,) = found["documents"]
    service.ask("DELETE", f"/documents/{document['id']}")
    assert not path.parent.exists()


def test_a_file_that_is_too_large_is_refused_with_the_limit(service: Service, archive: Commands) -> None:
    assert service.ask("PUT", "/settings/max_file_mb", {"value": "1"}).json["source"] == "archive"
    refused = send(service, "big.txt", b"x" * (1 << 20) + b"y")
    assert (refused.status, refused.code) == (413, "upload_too_large")
    assert "max_file_mb=1" in refused.json["error"]["message"]
    service.ask("DELETE", "/settings/max_file_mb")
    assert not list((archive.home / "originals" / archive.archive).glob(".unfinished-*"))


@pytest.mark.parametrize(
    ("name", "content", "field", "said"),
    [
        ("a.txt", b"", "file", "the file is empty"),
        ("a.txt", b"x", "files", "unknown field files"),
    ],
)
def test_a_form_that_cannot_be_used_is_refused(
    service: Service, name: str, content: bytes, field: str, said: str
) -> None:
    refused = send(service, name, content, field)
    assert (refused.status, refused.code) == (422, "request_invalid")
    assert refused.json["error"]["message"] == said


def is_unanswered(connection: socket.socket) -> bool:
    connection.setblocking(False)
    try:
        connection.recv(1)
    except BlockingIOError:
        return True
    return False


def test_uploads_that_drip_stop_nobody(service: Service) -> None:
    body, headers = form("slow.txt", b"x" * 1000)
    dripping = [socket.create_connection((service.state.host, service.state.port)) for _ in range(20)]
    try:
        for one in dripping:
            one.sendall(
                b"POST /api/v1/documents HTTP/1.1\r\nHost: localhost\r\nContent-Type: "
                + headers["Content-Type"].encode()
                + f"\r\nContent-Length: {len(body)}\r\n\r\n".encode()
                + body[:90]
            )
        # A body may take half a minute, and nobody waits for the end of these.
        assert service.ask("GET", "/search?query=deposit").status == 200
        assert send(service, "quick.txt", b"quick").status == 202
        assert all(is_unanswered(one) for one in dripping)
    finally:
        for one in dripping:
            one.close()


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code", "said"),
    [
        ("GET", "/nothing", None, 404, "route_unknown", "there is nothing here"),
        ("DELETE", "/search", None, 405, "method_not_allowed", "Use GET, POST"),
        ("POST", "/search", {"quer": "x"}, 422, "request_invalid", "Did you mean query?"),
        ("GET", "/search?query=x&passage=1", None, 422, "request_invalid", "Did you mean passages?"),
        ("GET", "/jobs?limti=1", None, 422, "request_invalid", "Did you mean limit?"),
        ("POST", "/search", b"{", 422, "request_invalid", "the body is no JSON"),
        ("POST", "/search", {"query": "a\x00b"}, 422, "request_invalid", "query"),
        ("POST", "/search", {"query": "..."}, 422, "query_empty", ""),
        ("POST", "/search", {"query": "x", "types": ["nonsense"]}, 422, "filter", "nonsense"),
        ("GET", "/documents/zzzzzzzz", None, 404, "document_unknown", "zzzzzzzz"),
        ("POST", "/jobs/99/retry", None, 404, "job_unknown", "99"),
        ("DELETE", "/jobs/99", None, 404, "job_unknown", "99"),
        ("DELETE", "/sources/99", None, 404, "source_unknown", "99"),
        ("GET", "/search?query=x&before=0001-01-01", None, 422, "filter", "0001-01-01"),
        ("POST", "/search", b'{"query": "' + b"x" * (3 << 20) + b'"}', 413, "upload_too_large", "2 MB"),
        ("POST", "/documents/zzzzzzzz/addenda", {"text": "x"}, 404, "document_unknown", "zzzzzzzz"),
        ("POST", "/documents/zzzzzzzz/addenda", {"text": ""}, 422, "request_invalid", "text"),
        ("DELETE", "/addenda/zzzzzzzz", None, 422, "addendum", "zzzzzzzz"),
        ("POST", "/sources", {"path": "/", "branch": "main"}, 422, "source", "/"),
        ("POST", "/sources", {"path": "/", "every_minutes": 9}, 422, "request_invalid", "every_minutes"),
        ("POST", "/sources", {"path": "relative"}, 422, "request_invalid", "path"),
        ("POST", "/sources", {"path": "/no/such/folder"}, 422, "source", "/no/such/folder"),
        ("PUT", "/settings/home", {"value": "x"}, 422, "setting", "home"),
        ("PUT", "/settings/floor", {"value": "9"}, 422, "setting", "floor"),
        ("GET", "/evaluations/nothing", None, 404, "report_unknown", "nothing"),
    ],
)
def test_every_error_has_one_shape_and_says_what_to_do(
    service: Service, method: str, path: str, body: object, status: int, code: str, said: str
) -> None:
    refused = service.ask(method, path, body)
    assert (refused.status, refused.code) == (status, code)
    assert set(refused.json["error"]) == {"code", "message", "subject", "remedy"}
    assert said in " ".join(refused.json["error"].values())


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 403),
        ({"Host": "evil.example:80"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "none"}, 200),
        ({"Host": "localhost"}, 200),
        ({"Host": "[::1]:80"}, 200),
        ({"Authorization": "Bearer wrong"}, 401),
    ],
)
def test_other_names_and_other_pages_are_refused(service: Service, headers: dict[str, str], status: int) -> None:
    reply = service.ask("GET", "/status", headers=headers)
    assert reply.status == status
    assert status == 200 or reply.code in ("origin", "token_needed")


def test_the_command_lines_own_route_wants_the_secret(service: Service) -> None:
    connection = http.client.HTTPConnection(service.state.host, service.state.port)
    connection.request("POST", "/terminal/list", b"{}", {"Content-Type": "application/json"})
    assert connection.getresponse().status == 401
    connection.close()


def test_once_there_is_a_token_each_request_needs_one_until_it_is_revoked(service: Service, archive: Commands) -> None:
    token = archive("token", "create", "laptop", "--json").json["token"]
    service.until("/jobs", lambda answer: "error" in answer)
    assert service.ask("GET", "/health").status == 200
    with_token = {"Authorization": f"Bearer {token}"}
    assert service.ask("GET", "/jobs", headers=with_token).status == 200
    refused = service.ask("GET", "/jobs")
    assert (refused.status, refused.headers["www-authenticate"]) == (401, "Bearer")
    assert archive("search", "deposit").code == 0
    assert archive("token", "revoke", "laptop").code == 0
    service.until("/jobs", lambda answer: "error" not in answer)
    assert service.ask("GET", "/jobs", headers=with_token).status == 401


def test_a_setting_holds_for_the_archive_until_its_row_goes(service: Service, archive: Commands) -> None:
    def floor() -> float:
        return float(service.ask("GET", "/search?query=deposit").json["floor"])

    assert service.ask("PUT", "/settings/floor", {"value": "0.5"}).json == {
        "name": "floor",
        "value": "0.5",
        "source": "archive",
        "meaning": "Least score of a passage, 0 to 1.",
        "effect": "later searches",
    }
    assert floor() == 0.5
    changed = archive("config", "set", "floor", "0.4", "--for-archive")
    assert (changed.out, changed.err) == ("floor = 0.4  (archive)\n", "note: what a change does: later searches\n")
    service.until("/search?query=deposit", lambda found: found["floor"] == 0.4)
    service.ask("DELETE", "/settings/floor")
    assert floor() == 0.18
    changes = [(one["before"], one["after"], one["changed_by"]) for one in archive("config", "changes", "--json").json]
    assert changes[:3] == [("0.4", None, "http"), ("0.5", "0.4", "command line"), (None, "0.5", "http")]


def test_fifty_searches_at_once_all_succeed(service: Service) -> None:
    with ThreadPoolExecutor(50) as pool:
        replies = list(pool.map(lambda n: service.ask("GET", f"/search?query=deposit+number+{n}"), range(50)))
    assert {reply.status for reply in replies} == {200}
    assert all(reply.json["query"] == f"deposit number {n}" for n, reply in enumerate(replies))


def seconds_of(service: Service, question: str) -> float:
    began = time.monotonic()
    assert service.ask("GET", f"/search?query={question}").status == 200
    return time.monotonic() - began


def test_searchers_who_go_away_cost_no_more_than_the_search_in_hand(service: Service) -> None:
    usual = min(seconds_of(service, f"deposit+{number}") for number in range(5))
    for number in range(100):
        connection = http.client.HTTPConnection(service.state.host, service.state.port)
        connection.request("GET", f"/api/v1/search?query=gone+{number}")
        connection.close()
    # Two at a time, a hundred searches would take at least fifty times as long.
    assert seconds_of(service, "deposit") < 35 * usual


def test_a_watcher_of_health_gets_an_answer_while_files_are_sent(service: Service) -> None:
    sending = threading.Thread(target=send, args=(service, "b.txt", b"word " * 2000))
    sending.start()
    assert service.ask("GET", "/health").json["status"] == "ok"
    sending.join(PATIENCE)
