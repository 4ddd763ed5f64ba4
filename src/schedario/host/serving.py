"""The service: all front doors of one archive, and its worker, in one process."""

import asyncio
import logging
import os
import resource
import secrets
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvicorn

from schedario.api.activity import Activity
from schedario.api.app import Doors, create_app
from schedario.api.guard import Rules, is_loopback
from schedario.errors import AddressError, DataFolderError, SchedarioError
from schedario.host.following import Following
from schedario.host.ingesting import Ingesting
from schedario.host.listening import listen
from schedario.host.mounting import mounted_doors
from schedario.host.patience import PatientProtocol
from schedario.host.state import LOCK_FILE, Claim, ServiceState, only_service
from schedario.services.tokens import token_hash
from schedario.settings import LoadedSettings
from schedario.settings.place import Place
from schedario.version import VERSION
from schedario.wiring import Application
from schedario.wiring.shared import SharedArchive

_ENDING_SECONDS = 3
"""How long requests in hand may go on after the service was told to end."""

_LOOK_SECONDS = 1.0
_TAKEN_AT_ONCE = 256
_LONGEST_MESSAGE = 1024**2
"""Bytes that a page in a browser sends at once; files go another way."""
_FILES = 4096
"""Connections, and what their answers open; some systems give a process no more than 256."""

_ENDS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

Notice = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class ServeOptions:
    """How the service is started.

    Attributes:
        archive: The archive that it serves.
        host: Address to listen on.
        port: Port; 0 for any that is free.
        idle_minutes: Ends when nobody asked for so long and the queue is empty; None for never.
        watch: Whether the sources are kept up to date.
        every_minutes: How often all of them are looked at; 0 for each one's own.
    """

    archive: str
    host: str
    port: int
    idle_minutes: float | None = None
    watch: bool = True
    every_minutes: float = 0.0


def serve_archive(loaded: LoadedSettings, options: ServeOptions, notice: Notice) -> None:
    """Serve until SIGTERM, SIGINT or SIGHUP, or nobody asks any more.

    Raises:
        DataFolderError: The data folder cannot be made, or written to.
        ServiceRunningError: One runs already for the data folder.
        AddressError: The address cannot be listened on, or is not this machine's alone and there is no token.
        DatabaseError: The database cannot be used.
        SpaceMismatchError: The archive was made by another model or under other settings of it.
    """
    with (
        only_service(loaded.values.home) as claim,
        listen(options.host, options.port) as listener,
        Application(loaded) as application,
        SharedArchive(application, options.archive) as shared,
    ):
        for text in shared.services.notices:
            notice(text)
        service = _Service(options, shared, listener, claim, notice)
        service.run()
    if service.left_behind:
        # All is closed, and a file is as it was; the queue gives it to the next worker, as after a kill.
        notice(service.left_behind)
        sys.stderr.flush()
        os._exit(0)


class _Service:
    """A service whose archive is open."""

    def __init__(
        self, options: ServeOptions, shared: SharedArchive, listener: socket.socket, claim: Claim, notice: Notice
    ) -> None:
        self._options = options
        self._shared = shared
        self._listener = listener
        self._claim = claim
        self._notice = notice
        self._activity = Activity()
        self._ingesting = Ingesting(shared, notice)
        self._following = Following(shared, notice, options.every_minutes)
        self.left_behind = ""
        """What still goes on although the service has ended, as a sentence."""
        self._secret = secrets.token_urlsafe(32)

    def run(self) -> None:
        """Serve."""
        # Faults of the program and what libraries warn of; on a terminal nothing else has a log.
        logging.basicConfig(stream=sys.stderr, level=logging.WARNING, format="%(asctime)s %(name)s: %(message)s")
        _allow_files()
        self._shared.services.originals.sweep()
        rules = self._rules()
        if not is_loopback(self._options.host) and not rules.tokens_exist():
            raise AddressError(
                "an address that others reach is served only with a token",
                subject=self._options.host,
                remedy="Make one first: schedario token create NAME",
            )
        server = self._server(rules)
        self._ingesting.start()
        if self._options.watch:
            self._following.start()
        try:
            asyncio.run(self._serve(server))
        finally:
            self._following.stop()
            if not self._ingesting.end(_ENDING_SECONDS):
                self.left_behind = "a file was left unfinished; the next worker takes it over"
            elif not self._following.end(_ENDING_SECONDS):
                self.left_behind = "a look at the sources was given up; the next one makes up for it"

    async def _serve(self, server: "_Server") -> None:
        beside = [asyncio.create_task(work(server)) for work in (self._announce, self._follow, self._end_when_idle)]
        await server.serve(sockets=[self._listener])
        self._ingesting.stop()
        self._following.stop()
        for task in beside:
            task.cancel()

    async def _announce(self, server: "_Server") -> None:
        """Let clients find the service as soon as it answers."""
        while not server.started:
            await asyncio.sleep(0.01)
        state = self._state()
        await self._keep_found(server, state)
        self._notice(f"serving the archive {state.archive} at {state.url}; Ctrl-C ends it")
        while not server.should_exit:
            await asyncio.sleep(_LOOK_SECONDS)
            await self._keep_found(server, state)

    async def _keep_found(self, server: "_Server", state: ServiceState) -> None:
        """Let clients find the service; end where they cannot, since they would start another beside it."""
        try:
            if self._claim.holds:
                await asyncio.to_thread(self._claim.publish, state)
                return
            said = f"the data folder or its {LOCK_FILE} was removed"
        except DataFolderError as error:
            said = str(error)
        self._notice(f"{said}; the service ends")
        server.should_exit = True

    async def _follow(self, server: "_Server") -> None:
        """Take over what other processes change: tokens that are made and revoked, settings of the archive."""
        said, generation = "", self._shared.generation
        while not server.should_exit:
            await asyncio.sleep(_LOOK_SECONDS)
            if generation != self._shared.generation:
                generation = self._shared.generation
                self._ingesting.renew()
            try:
                # Whoever waits for a connection to a server that was killed does so for half a minute.
                await asyncio.to_thread(self._shared.revive)
                await asyncio.to_thread(self._shared.refresh)
            except SchedarioError as error:
                if str(error) != said:
                    said = str(error)
                    self._notice(f"changes are not followed: {said}")

    async def _end_when_idle(self, server: "_Server") -> None:
        if self._options.idle_minutes is None:
            return
        allowed = self._options.idle_minutes * 60
        while not server.should_exit:
            await asyncio.sleep(_LOOK_SECONDS)
            if self._activity.idle_seconds >= allowed and not await asyncio.to_thread(self._shared.is_busy):
                self._notice(f"nobody asked for {self._options.idle_minutes:g} minutes; the service ends")
                server.should_exit = True

    def _server(self, rules: Rules) -> "_Server":
        # A service with an idle time was started for a program.
        mounted = mounted_doors(self._shared, rules, early=self._options.idle_minutes is None)
        app = create_app(Doors(self._shared, rules, self._activity, mounted))
        return _Server(
            uvicorn.Config(
                app,
                http=PatientProtocol,
                # So many are taken at a time, before any of them is looked at.
                backlog=_TAKEN_AT_ONCE,
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,
                timeout_graceful_shutdown=_ENDING_SECONDS,
                ws="websockets-sansio",
                ws_max_size=_LONGEST_MESSAGE,
            )
        )

    def _rules(self) -> Rules:
        return Rules(
            self._options.host,
            self._secret,
            is_token=lambda token: token_hash(token) in self._shared.token_hashes,
            tokens_exist=lambda: bool(self._shared.token_hashes),
        )

    def _state(self) -> ServiceState:
        host, port = self._listener.getsockname()[:2]
        return ServiceState(
            pid=os.getpid(),
            started=time.time(),
            host={"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host),
            port=port,
            secret=self._secret,
            archive=self._shared.archive,
            version=VERSION,
            settings=Place.current().mark,
        )


def _allow_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _FILES if hard == resource.RLIM_INFINITY else min(_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class _Server(uvicorn.Server):
    """A server for which a signal is its ordinary end, and not passed on."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """See ``uvicorn.Server``."""
        before = {number: signal.signal(number, self.handle_exit) for number in _ENDS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
