"""What the processes of one host tell each other, where they share a database: one connection of each listens.

A notice says that there is news of a game, or that there is work on phases or mails; never what. Where the connection
was lost some may have been missed: then everybody who waits looks for themselves. It holds the lock of the service too,
so that no command has the database to itself while this process serves.
"""

from __future__ import annotations

import threading
from typing import Final

import psycopg
import structlog

from api.host.host import Host
from api.http.problems import fault
from api.store.database import WORK_NOTICE
from api.store.postgresql import CHANNEL, connected, take_service_lock

LOOK_SECONDS: Final = 0.5
AGAIN_SECONDS: Final = 1.0
LOG = structlog.get_logger("ostraka.server")


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
