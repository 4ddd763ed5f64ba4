"""The programs of the embedded PostgreSQL, run as its account: make the data, start, ask, stop.

Nothing here takes a lock; ``server`` decides when each of these is right.
"""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import psycopg
from psycopg.pq import PGconn, Ping

from schedario.db.account import Account
from schedario.db.address import ADMIN, on_socket
from schedario.db.postmaster import end_leftovers, read_postmaster, remove_stale_lock_files
from schedario.db.private_files import open_private
from schedario.db.sockets import choose_socket_folder
from schedario.errors import DatabaseServerError

_START_SECONDS = 600
"""Recovery after a crash replays the write-ahead log before anybody may connect."""

_STOP_SECONDS = 60
_POLL_SECONDS = 0.05
_LOG_BYTES = 1024 * 1024
_UNFINISHED = "data.new-"
_DATA_OPTION = "--pgdata=data"
"""Relative to the folder, for pg_ctl hands it to a shell within double quotes, whatever signs a path may have."""

_SYNC_METHOD = "syncfs" if sys.platform == "linux" else "fsync"
"""One call for the whole file system where there is one, in the place of one for each of a thousand files: on a busy
disk that is a quarter of a second after a crash, and not four."""

_SETTINGS = {
    "recovery_init_sync_method": _SYNC_METHOD,
    "listen_addresses": "",
    "port": "5432",
    "unix_socket_permissions": "0700",
    "max_connections": "50",
    "shared_buffers": "128MB",
    "maintenance_work_mem": "128MB",
    "work_mem": "16MB",
    "effective_cache_size": "1GB",
    "random_page_cost": "1.1",
    "max_wal_size": "512MB",
    "wal_level": "minimal",
    # A file of the log that is no longer needed is deleted, not kept under another name with what is in it.
    "wal_recycle": "off",
    "max_wal_senders": "0",
    "huge_pages": "off",
    "jit": "off",
    # An archive's queries are short: starting parallel workers would cost more than they save, and containers
    # often have too little shared memory for them.
    "max_parallel_workers_per_gather": "0",
    "max_parallel_maintenance_workers": "0",
    "io_method": "sync",
    "timezone": "UTC",
    "log_timezone": "UTC",
    # The log is for the server's own troubles: no statement and no value of a row may get into it.
    "log_min_messages": "warning",
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
    "log_checkpoints": "off",
}


@dataclass(frozen=True, slots=True)
class Cluster:
    """One data folder with the programs and the account that serve it.

    Attributes:
        folder: Holds the data, the locks and the log.
        programs: The programs' folder.
        account: Who runs them.
    """

    folder: Path
    programs: Path
    account: Account

    @property
    def data(self) -> Path:
        """The PostgreSQL data folder."""
        return self.folder / "data"

    @property
    def log(self) -> Path:
        """What the server has to say."""
        return self.folder / "log"


def ensure_data(cluster: Cluster, start_lock: int) -> None:
    """Make the data folder, wholly or not at all.

    Args:
        cluster: Where.
        start_lock: Descriptor of the lock that the caller holds. The program inherits it, so that it stays locked
            for as long as that program works, even when the caller is killed.

    Raises:
        DatabaseServerError: The data could not be made; says why.
    """
    for unfinished in cluster.folder.glob(f"{_UNFINISHED}*"):
        shutil.rmtree(unfinished)
    if cluster.data.exists():
        return
    unfinished = Path(tempfile.mkdtemp(prefix=_UNFINISHED, dir=cluster.folder))
    if cluster.account.switch:
        os.chown(unfinished, cluster.account.uid, cluster.account.gid)
    # Order and case are the analyser's and Python's affair; the byte order of C is quick and never changes under an
    # index, as the operating system's and ICU's orders do between versions.
    done = _run(
        cluster,
        "initdb", f"--pgdata={unfinished}", f"--username={ADMIN}", "--encoding=UTF8",
        "--locale-provider=builtin", "--locale=C.UTF-8", "--lc-collate=C", "--lc-ctype=C", "--lc-messages=C",
        "--lc-monetary=C", "--lc-numeric=C", "--lc-time=C",
        "--auth-local=trust", "--auth-host=reject", "--no-instructions", f"--sync-method={_SYNC_METHOD}",
        keep=(start_lock,),
    )  # fmt: skip
    if not done:
        reason = _last_words(cluster)
        shutil.rmtree(unfinished)
        raise DatabaseServerError("the database could not be made", subject=reason, remedy=_see(cluster))
    unfinished.rename(cluster.data)


def ensure_running(cluster: Cluster) -> Path:
    """Start the server unless it runs, and wait until it answers a real connection.

    Whatever a killed predecessor has left is waited for, or cleared away where it is provably dead.

    Returns:
        The folder of the server's socket.

    Raises:
        DatabaseServerError: It could not be started; says why.
    """
    deadline = time.monotonic() + _START_SECONDS
    started = False
    while time.monotonic() < deadline:
        postmaster = read_postmaster(cluster.data)
        answer = _ping(postmaster.socket_folder) if postmaster else Ping.NO_RESPONSE
        if postmaster and answer == Ping.OK and _connects(postmaster.socket_folder):
            return postmaster.socket_folder
        if answer == Ping.NO_RESPONSE and not (postmaster and postmaster.lives(cluster.data)):
            if started:
                break
            started = _start(cluster)
        else:
            # It is starting up, recovering or shutting down: all of these end by themselves.
            time.sleep(_POLL_SECONDS)
    raise DatabaseServerError("the database did not start", subject=_last_words(cluster), remedy=_see(cluster))


def _start(cluster: Cluster) -> bool:
    """Start the server where none lives; False when processes of the one before had to go first."""
    if end_leftovers(cluster.data):
        return False
    socket_folder = choose_socket_folder(cluster.data, cluster.account)
    remove_stale_lock_files(cluster.data, socket_folder)
    # PostgreSQL reads a list of folders here; quotes keep commas and spaces within a name.
    quoted = '"' + str(socket_folder).replace('"', '""') + '"'
    settings = {**_SETTINGS, "unix_socket_directories": quoted}
    options = " ".join(shlex.join(["-c", f"{name}={value}"]) for name, value in settings.items())
    _bound_log(cluster.log)
    done = _run(
        cluster, "pg_ctl", "start", "--wait", f"--timeout={_START_SECONDS}", "--silent", _DATA_OPTION,
        f"--options={options}",
    )  # fmt: skip
    if not done and not end_leftovers(cluster.data):
        raise DatabaseServerError("the database did not start", subject=_last_words(cluster), remedy=_see(cluster))
    return done


def stop(cluster: Cluster) -> None:
    """Stop the server, if it runs, and wait for its end.

    Raises:
        DatabaseServerError: It went on running.
    """
    postmaster = read_postmaster(cluster.data)
    if postmaster is None or not postmaster.lives(cluster.data):
        return
    # An immediate stop loses nothing either, it only leaves a recovery to the next start.
    for mode in ("fast", "immediate"):
        if _run(
            cluster, "pg_ctl", "stop", f"--mode={mode}", "--wait", f"--timeout={_STOP_SECONDS}", "--silent",
            _DATA_OPTION,
        ) or not postmaster.lives(cluster.data):  # fmt: skip
            return
    raise DatabaseServerError("the database did not stop", subject=_last_words(cluster), remedy=_see(cluster))


def _run(cluster: Cluster, program: str, *arguments: str, keep: Sequence[int] = ()) -> bool:
    """Run a program to its end, with the log as its output; True when it succeeded."""
    account = cluster.account
    with os.fdopen(open_private(cluster.log, os.O_WRONLY | os.O_APPEND), "ab") as log:
        done = subprocess.run(
            [cluster.programs / program, *arguments],
            user=account.uid if account.switch else None,
            group=account.gid if account.switch else None,
            extra_groups=() if account.switch else None,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            # A variable like PGPORT or LC_ALL of the caller would change what the server is for everybody else.
            env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C", "TZ": "UTC"},
            cwd=cluster.folder,
            # Ctrl-C at the terminal is for the command, not for the server that others use as well.
            start_new_session=True,
            pass_fds=tuple(keep),
            check=False,
        )
    return done.returncode == 0


def _ping(socket_folder: Path) -> Ping:
    return Ping(PGconn.ping(on_socket(socket_folder, "postgres").conninfo.encode()))


def _connects(socket_folder: Path) -> bool:
    """Try a real connection; a server that dies may still answer a ping."""
    try:
        psycopg.connect(on_socket(socket_folder, "postgres").conninfo).close()
    except psycopg.errors.TooManyConnections:
        return True
    except psycopg.OperationalError:
        return False
    return True


def _bound_log(log: Path) -> None:
    """Begin a new log when the old one has grown, keeping one."""
    if log.exists() and log.stat().st_size > _LOG_BYTES:
        log.replace(log.with_name("log.old"))


def _last_words(cluster: Cluster) -> str:
    """Return the log's last line that tells of a failure, or its last line."""
    if not cluster.log.exists():
        return "no log was written"
    with cluster.log.open("rb") as log:
        log.seek(max(0, cluster.log.stat().st_size - 8192))
        lines = [line.strip() for line in log.read().decode("utf-8", "replace").splitlines() if line.strip()]
    failures = [line for line in lines if "FATAL" in line or "PANIC" in line or "error:" in line]
    return (failures or lines or ["the log is empty"])[-1]


def _see(cluster: Cluster) -> str:
    return f"See {cluster.log}"
