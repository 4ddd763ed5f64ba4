"""The embedded server is there when it is needed and gone when it is not, however its users end."""

import os
import shutil
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

from fixtures.database_process import (
    DatabaseProcess,
    kill_postmaster,
    postmaster_pid,
    server_conninfo,
    wait_until_gone,
)
from schedario.db.account import Account, open_the_programs
from schedario.db.database import Database
from schedario.db.locks import exclusive
from schedario.db.server import EmbeddedServer
from schedario.errors import DatabaseServerError
from schedario.records.document import SpaceSpec

NOBODY = 65534

FORK = """
database = Database.open(home=home)
archive = database.archive("main", create=True)
child = os.fork()
if child == 0:
    database.close()
    sys.exit()  # runs what is registered for the end of a process
os.waitpid(child, 0)
say(str(archive.search.counts().documents))
"""

FORK_AND_STAY = """
database = Database.open(home=home)
child = os.fork()
if child == 0:
    os.close(1)
    os.close(2)
    sys.stdin.read()
    os._exit(0)
say("ready")
sys.stdin.read()
"""

COUNT = """
with Database.open(home=home) as database:
    say(str(database.archive("main", create=True).search.counts().documents))
"""


@pytest.fixture
def new_home() -> Iterator[Path]:
    """A data folder that is not there yet, where the server's user can reach it whatever pytest does to its own."""
    folder = Path(tempfile.mkdtemp(prefix="schedario-fault-"))
    home = folder / "home"
    yield home
    if home.is_dir() and postmaster_pid(home):
        EmbeddedServer.open(home).close()
    shutil.rmtree(folder)


@pytest.fixture(scope="session")
def made_home() -> Iterator[Path]:
    """A data folder with a server that was made and stopped, to be copied."""
    folder = Path(tempfile.mkdtemp(prefix="schedario-fault-"))
    DatabaseProcess(folder / "home", COUNT).finish()
    yield folder / "home"
    shutil.rmtree(folder)


@pytest.fixture
def home(made_home: Path, new_home: Path) -> Path:
    """A data folder of its own with a server that was made and stopped."""
    subprocess.run(["cp", "-a", made_home, new_home], check=True)
    return new_home


def test_the_server_lives_as_long_as_its_users(home: Path) -> None:
    with DatabaseProcess(home) as first, DatabaseProcess(home) as second:
        first.expect("ready")
        second.expect("ready")
        first.finish()
        assert postmaster_pid(home)
        second.finish()
    assert postmaster_pid(home) is None


def test_processes_that_make_the_same_home_at_once_share_one(new_home: Path) -> None:
    processes = [DatabaseProcess(new_home, COUNT) for _ in range(4)]
    assert [process.finish() for process in processes] == ["0"] * 4
    assert sorted(path.name for path in (new_home / "postgres").iterdir()) == [
        "data",
        "log",
        "start.lock",
        "users.lock",
    ]
    assert postmaster_pid(new_home) is None


def test_a_killed_user_does_not_keep_the_server_alive(home: Path) -> None:
    with DatabaseProcess(home) as killed:
        killed.expect("ready")
        killed.kill()
    left_over = postmaster_pid(home)
    assert left_over
    with DatabaseProcess(home) as next_one:
        next_one.expect("ready")
        assert postmaster_pid(home) == left_over
        next_one.finish()
    assert postmaster_pid(home) is None


def test_a_killed_user_does_not_stop_the_server_of_the_others(home: Path) -> None:
    with DatabaseProcess(home) as stays, DatabaseProcess(home) as killed:
        stays.expect("ready")
        killed.expect("ready")
        killed.kill()
        DatabaseProcess(home, COUNT).finish()
        assert postmaster_pid(home)
        stays.finish()
    assert postmaster_pid(home) is None


def test_after_a_kill_of_the_postmaster_the_next_command_works_and_nothing_committed_is_lost(home: Path) -> None:
    with Database.open(home=home) as database:
        space = SpaceSpec("m", 4, "f")
        database.archive("main", create=True).spaces.ensure_space(space)
        kill_postmaster(home)
        with DatabaseProcess(
            home, 'say(Database.open(home=home).archive("main", create=False).spaces.active().model)'
        ) as p:
            assert p.finish() == "m"
        # The connections of the process that saw the server die are made anew, on the server that another started.
        assert database.archive("main", create=False).spaces.active() == space


def test_the_same_process_can_open_a_killed_server_again(home: Path) -> None:
    with Database.open(home=home):
        kill_postmaster(home)
        with Database.open(home=home) as again:
            assert again.archives() == ["main"]


def test_a_backend_that_computes_does_not_keep_the_next_server_away(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("schedario.db.postmaster._POLITE_SECONDS", 0.2)
    # A loop within one statement is how a backend does not notice that its postmaster is gone.
    busy = (
        "import psycopg; say('ready'); psycopg.connect(database._address.conninfo).execute("
        "'SELECT count(*) FROM generate_series(1, 1000) a, generate_series(1, 1000) b, generate_series(1, 1000) c')"
    )
    with DatabaseProcess(home, f"database = Database.open(home=home)\n{busy}") as computing:
        computing.expect("ready")
        time.sleep(0.3)
        kill_postmaster(home)
        with Database.open(home=home) as database:
            assert database.archives() == ["main"]


def test_a_kill_while_the_data_is_made_leaves_nothing_half(new_home: Path) -> None:
    with DatabaseProcess(new_home) as killed:
        while not list(new_home.glob("postgres/data.new-*/global")):
            time.sleep(0.002)
        killed.kill()
    with Database.open(home=new_home) as database:
        assert database.archives() == []
    assert not list(new_home.glob("postgres/data.new-*"))


def test_a_pid_file_that_names_a_stranger_is_no_server(home: Path) -> None:
    data = home / "postgres" / "data"
    owner = data.stat()
    switch = owner.st_uid if os.geteuid() == 0 else None
    with subprocess.Popen(["sleep", "60"], user=switch, group=switch) as stranger:
        pid_file = data / "postmaster.pid"
        pid_file.write_text(f"{stranger.pid}\n{data}\n1700000000\n5432\n{data}\n\n  1234 5678\nready\n")
        os.chown(pid_file, owner.st_uid, owner.st_gid)
        try:
            with Database.open(home=home) as database:
                assert database.archives() == ["main"]
        finally:
            stranger.kill()


def test_a_forked_child_has_no_part_in_its_parents_server(home: Path) -> None:
    with DatabaseProcess(home, FORK) as process:
        assert process.finish() == "0"
    assert postmaster_pid(home) is None


def test_a_forked_child_that_outlives_its_parent_does_not_keep_the_server(home: Path) -> None:
    with DatabaseProcess(home, FORK_AND_STAY) as parent:
        parent.expect("ready")
        parent.kill()
        DatabaseProcess(home, COUNT).finish()
        assert postmaster_pid(home) is None


def test_handles_of_one_process_share_the_server(home: Path) -> None:
    first, second = EmbeddedServer.open(home), EmbeddedServer.open(home)
    assert first.address == second.address
    first.close()
    first.close()
    assert postmaster_pid(home)
    second.close()
    assert postmaster_pid(home) is None


def test_the_server_listens_on_a_private_socket_only(new_home: Path) -> None:
    with Database.open(home=new_home):
        with psycopg.connect(server_conninfo(new_home)) as connection:
            rows = connection.execute(
                "SELECT name, setting FROM pg_settings"
                " WHERE name IN ('listen_addresses', 'fsync', 'unix_socket_permissions')"
            ).fetchall()
            assert dict(rows) == {"listen_addresses": "", "fsync": "on", "unix_socket_permissions": "0700"}
        data = new_home / "postgres" / "data"
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
        for folder in (new_home, new_home / "postgres"):
            assert stat.S_IMODE(folder.stat().st_mode) == (0o710 if os.geteuid() == 0 else 0o700)
        for file in ("log", "start.lock", "users.lock"):
            assert stat.S_IMODE((new_home / "postgres" / file).stat().st_mode) == 0o600


@pytest.mark.parametrize("name", ["signs '\"$HOME`id`\\%s;&", "com,ma", "ü" * 60])
def test_any_path_will_do(home: Path, name: str) -> None:
    odd = home.rename(home.parent / name)
    with Database.open(home=odd) as database:
        assert database.archives() == ["main"]
        folder = Path(str(psycopg.conninfo.conninfo_to_dict(database._address.conninfo)["host"]))
        assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    if folder != odd.resolve() / "postgres" / "data":
        folder.rmdir()


def test_variables_of_the_caller_do_not_change_the_server(home: Path) -> None:
    strange = {
        "PGPORT": "9999",
        "PGHOST": "/nowhere",
        "PGDATA": "/nowhere",
        "LC_ALL": "xx_XX",
        "PGOPTIONS": "-c fsync=off",
    }
    with DatabaseProcess(home, env=strange) as process:
        process.expect("ready")
        with psycopg.connect(server_conninfo(home)) as connection:
            assert connection.execute("SHOW fsync").fetchone() == ("on",)
        process.finish()


def test_a_server_that_cannot_start_says_why(home: Path) -> None:
    (home / "postgres" / "data" / "global" / "pg_control").unlink()
    with pytest.raises(DatabaseServerError, match=r"pg_control.*See .*log"):
        EmbeddedServer.open(home)
    assert postmaster_pid(home) is None


def test_a_home_that_cannot_be_made_says_why(new_home: Path) -> None:
    new_home.write_text("a file")
    with pytest.raises(DatabaseServerError, match="cannot be used"):
        EmbeddedServer.open(new_home)


def test_a_private_socket_folder_of_somebody_else_is_refused(new_home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schedario.db.sockets._private_folders", lambda *_: [new_home.parent / "socket"])
    (new_home.parent / "socket").mkdir()
    (new_home.parent / "socket").chmod(0o777)
    with pytest.raises(DatabaseServerError, match="not private"):
        EmbeddedServer.open(new_home.parent / ("l" * 120))


def test_a_log_that_has_grown_is_begun_anew(home: Path) -> None:
    log = home / "postgres" / "log"
    log.write_bytes(b"x" * (1024 * 1024 + 1))
    EmbeddedServer.open(home).close()
    assert log.stat().st_size < 100_000
    assert (home / "postgres" / "log.old").stat().st_size > 1024 * 1024


root_only = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")


@root_only
def test_root_opens_closed_folders_for_passing_only_and_says_which(new_home: Path) -> None:
    closed = new_home.parent / "closed"
    closed.mkdir(mode=0o700)
    with Database.open(home=closed / "home") as database:
        assert closed in database.opened_folders
        assert stat.S_IMODE(closed.stat().st_mode) == 0o701
        assert stat.S_IMODE((closed / "home").stat().st_mode) == 0o710
    with Database.open(home=closed / "home") as database:
        assert database.opened_folders == ()


@root_only
def test_an_ordinary_user_has_a_server_of_his_own(new_home: Path) -> None:
    # Root's server makes the programs usable for others; without that, a strict umask may have closed them.
    EmbeddedServer.open(new_home.parent / "roots").close()
    new_home.parent.chmod(0o755)
    new_home.mkdir()
    os.chown(new_home, NOBODY, NOBODY)
    with DatabaseProcess(new_home, user=NOBODY) as process:
        process.expect("ready")
        assert (new_home / "postgres" / "data").stat().st_uid == NOBODY
        process.finish()
    # Root runs it as its owner, and leaves nothing behind that the owner could not use.
    (new_home / "postgres" / "log").unlink()
    DatabaseProcess(new_home, COUNT).finish()
    with DatabaseProcess(new_home, COUNT, user=NOBODY) as process:
        assert process.finish() == "0"
    # What is root's is not for others.
    with DatabaseProcess(new_home.parent / "roots", COUNT, user=NOBODY) as process:
        _, complaint = process.process.communicate(timeout=60)
        assert "DatabaseServerError" in complaint


@root_only
def test_nobody_but_the_owner_reaches_the_socket(home: Path) -> None:
    home.parent.chmod(0o755)
    # Nothing but the folders' permissions keeps others out, so a mere look at the socket is what must fail.
    look = ["/usr/bin/stat", str(home / "postgres/data/.s.PGSQL.5432")]
    with Database.open(home=home):
        assert subprocess.run(look, capture_output=True, check=False).returncode == 0
        done = subprocess.run(look, user=NOBODY, group=NOBODY, extra_groups=(), capture_output=True, check=False)
        assert b"Permission denied" in done.stderr


def test_a_busy_lock_says_so_in_the_end(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("schedario.db.server._LOCK_SECONDS", 0.1)
    with (
        exclusive(home / "postgres" / "start.lock", timeout_seconds=1),
        pytest.raises(DatabaseServerError, match="another"),
    ):
        EmbeddedServer.open(home)


def test_killed_processes_leave_no_gap_for_a_second_server(home: Path) -> None:
    """Whoever comes while a server dies gets a server, and there is one only."""
    pids = set()
    for _ in range(3):
        with DatabaseProcess(home) as process:
            process.expect("ready")
            pid = postmaster_pid(home)
            assert pid
            pids.add(pid)
            kill_postmaster(home)
            process.kill()
        DatabaseProcess(home, COUNT).finish()
        wait_until_gone(pid)
    assert len(pids) == 3
    assert postmaster_pid(home) is None


@root_only
def test_programs_that_a_strict_umask_closed_are_opened_and_nothing_beside_them(new_home: Path) -> None:
    installation = new_home.parent / "package" / "pginstall18"
    for name in ("bin", "lib", "share"):
        (installation / name).mkdir(parents=True)
    program, library, beside = installation / "bin" / "postgres", installation / "lib" / "x.so", installation / "secret"
    for file, mode in ((program, 0o700), (library, 0o600), (beside, 0o600)):
        file.touch()
        file.chmod(mode)
    for folder in (installation / "lib", installation, installation.parent, new_home.parent):
        folder.chmod(0o700)
    opened = open_the_programs(installation, Account(NOBODY, NOBODY, switch=True))
    assert opened == (new_home.parent, installation.parent, installation)
    modes = [
        stat.S_IMODE(path.stat().st_mode) for path in (program, library, beside, installation, installation / "lib")
    ]
    assert modes == [0o705, 0o604, 0o600, 0o701, 0o705]
