"""What a process does besides answering: threads that work through rows, and one that listens to other processes.

One connection of each process listens, where several share a database. A notice says that there is news of a game, or
that there is work on phases or mails; never what. Where the connection was lost some may have been missed: then
everybody who waits looks for themselves. It holds the lock of the service too, so that no command has the database to
itself while this process serves.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import Final

import psycopg
import structlog

from api.contests.steps import ContestWorker
from api.host.config import Config
from api.host.host import Host, forget_lost_keys, open_host
from api.host.loops import Loop
from api.http.problems import fault
from api.mail_in.listeners import Way, open_way, require_way
from api.mail_out.board_pictures import PaintingProcess
from api.mail_out.postman import Emptying, Postman
from api.mail_out.transports import transport
from api.push.pusher import Pusher
from api.referee.rules_changes import change_rules
from api.server.worker import Worker
from api.store.database import MAIL_WORK, PHASE_WORK, WORK_NOTICE
from api.store.postgresql import CHANNEL, connected, take_service_lock
from api.webhooks.courier import CourierLoop

LOOK_SECONDS: Final = 0.5
AGAIN_SECONDS: Final = 1.0
LOG = structlog.get_logger("ostraka.server")
SENDERS = 4
PUSHERS = 2
RESOLVERS = 2
"""Where games are claimed one by one, so that a slow one keeps no others waiting."""


def prepare(config: Config) -> None:
    """Bring running games to the rules of this release; what is wrong is said before anything is started."""
    opened = open_host(config)
    try:
        forget_lost_keys(opened)
        change_rules(opened)
    finally:
        opened.database.dispose()
    transport(str(config.mail))
    if config.mail_in is not None:
        require_way(config.mail_in)


class Notices(threading.Thread):
    """The thread that listens. `is_up` says whether it does at the moment."""

    def __init__(self, host: Host) -> None:
        super().__init__(name="notices", daemon=True)
        self.database = host.database
        self.is_up = threading.Event()
        self._stopped = threading.Event()

    def stop(self) -> None:
        """End the thread."""
        self._stopped.set()
        self.join(timeout=30)

    def run(self) -> None:
        """Listen, and connect again when the connection is lost."""
        while not self._stopped.is_set():
            try:
                with connected(self.database.url) as connection:
                    self.listen(connection)
            except psycopg.Error as error:
                LOG.error("fault", **fault(error))
            self.is_up.clear()
            self._stopped.wait(AGAIN_SECONDS)

    def listen(self, connection: psycopg.Connection) -> None:
        """Hear notices until the connection is lost or this is stopped."""
        if not take_service_lock(connection, alone=False):
            return
        connection.execute(f"LISTEN {CHANNEL}")
        self.is_up.set()
        self.database.tell(None)
        self.database.ring()
        while not self._stopped.is_set():
            for notice in connection.notifies(timeout=LOOK_SECONDS):
                self.hear(notice.payload)

    def hear(self, payload: str) -> None:
        """Pass a notice on, unless it is this process' own, which was passed on at its commit."""
        sender, _, about = payload.partition(" ")
        if sender == self.database.name:
            return
        if about.startswith(WORK_NOTICE):
            self.database.ring(about.removeprefix(WORK_NOTICE))
        else:
            self.database.tell(about)


def start_loops(host: Host) -> list[Way]:
    """Start what this process does besides answering requests; a transaction that leaves it work rings for it."""
    ways: list[Way] = working_loops(host) if host.config.works else []
    if host.database.kind.shared:
        ways.append(Notices(host))
    for way in ways:
        way.start()
    return ways


def working_loops(host: Host) -> list[Way]:
    """What cuts and resolves, sends mails, notices and webhooks, and takes mails in."""
    postman, worker = Postman(host, transport(str(host.config.mail)), PaintingProcess()), Worker(host)
    postman.release()
    resolvers = range(RESOLVERS if host.database.kind.shared else 1)
    workers = [Loop(f"worker-{number}", worker.run_once, host.config.clock) for number in resolvers]
    senders = [Loop(f"postman-{number}", postman.run_once, host.config.clock) for number in range(SENDERS)]
    pushers = [Loop(f"pusher-{number}", Pusher(host).run_once, host.config.clock) for number in range(PUSHERS)]
    workers.append(Loop("contests", ContestWorker(host).run_once, host.config.clock))
    host.database.rings[PHASE_WORK].extend(loop.ring for loop in workers)
    host.database.rings[MAIL_WORK].extend(loop.ring for loop in (*senders, *pushers))
    emptying = Loop("old-mails", Emptying(host).run_once, host.config.clock)
    ways: list[Way] = [*workers, *senders, *pushers, emptying, CourierLoop(host)]
    if host.config.mail_in is not None:
        ways.append(open_way(host, host.config.mail_in, host.database.ring))
    return ways


def stop_loops(ways: Iterable[Way]) -> None:
    """Let all end what they are at."""
    stopping = [threading.Thread(target=way.stop) for way in ways]
    for thread in stopping:
        thread.start()
    for thread in stopping:
        thread.join()
