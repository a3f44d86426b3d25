"""Servers and workers of one host as processes of this machine, on a PostgreSQL of the tests, behind one address."""

from __future__ import annotations

import contextlib
import itertools
import os
import selectors
import signal
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psycopg
import requests

from tests import forks
from tests.api import postgres
from tests.api.hosts import free_port
from tests.patience import PATIENCE, wait_until

CHUNK = 65_536


@dataclass
class Process:
    """A server or a worker."""

    kind: str
    port: int
    popen: subprocess.Popen[bytes]

    def status(self, path: str) -> int:
        """What it answers of its health; 0: nothing."""
        try:
            return requests.get(f"http://127.0.0.1:{self.port}{path}", timeout=PATIENCE).status_code
        except requests.RequestException:
            return 0

    def kill(self) -> None:
        """Pull the plug, of all that it has started."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.popen.pid, signal.SIGKILL)
        self.popen.wait()

    def stop(self) -> None:
        """Have it end what it is at."""
        if self.popen.poll() is None:
            self.popen.terminate()
        self.popen.wait(timeout=PATIENCE)


class Balancer(threading.Thread):
    """One address before several servers: each connection goes to the next that takes it."""

    def __init__(self) -> None:
        super().__init__(daemon=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.ports: list[int] = []
        self.turn = itertools.count()

    def run(self) -> None:
        """Take connections until the listener is closed."""
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            threading.Thread(target=self.pass_on, args=(client,), daemon=True).start()

    def close(self) -> None:
        """Take no more."""
        self.listener.close()

    def pass_on(self, client: socket.socket) -> None:
        """Connect a client to a server, until one of them hangs up."""
        with client:
            ports = self.ports
            for _ in range(2 * len(ports)):
                port = ports[next(self.turn) % len(ports)]
                with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)) as server:
                    pump(client, server)
                    return


def pump(one: socket.socket, other: socket.socket) -> None:
    """Carry bytes both ways until one side ends."""
    with selectors.DefaultSelector() as ready:
        ready.register(one, selectors.EVENT_READ, other)
        ready.register(other, selectors.EVENT_READ, one)
        while True:
            for key, _ in ready.select():
                data = key.fileobj.recv(CHUNK)  # type: ignore[union-attr]
                if not data:
                    return
                key.data.sendall(data)


@dataclass
class Company:
    """The processes of one host."""

    folder: Path
    database: str
    balancer: Balancer
    processes: list[Process] = field(default_factory=list)
    settings: dict[str, str] = field(default_factory=dict)
    """Those of one test."""

    @property
    def environment(self) -> dict[str, str]:
        """The settings that all have in common."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")}
        return kept | {
            "OSTRAKA_DATABASE": postgres.url_of(self.database),
            "OSTRAKA_PUBLIC_URL": self.balancer.url,
            "OSTRAKA_SUITE": "x25519",
            "OSTRAKA_LIMITS": "requests=2000,signed=2000",
            **self.settings,
        }

    def start(self, *kinds: str) -> None:
        """Start servers without a worker, and workers, and wait until they are ready."""
        started = [self.launch(kind) for kind in kinds]
        for process in started:
            wait_until(f"a {process.kind} is ready", lambda process=process: self.is_ready(process))
        self.processes += started
        self.direct()

    def adopt(self, launched: list[Process]) -> list[Process]:
        """Take on those of the launched processes that are ready; gives the others."""
        ready = [process for process in launched if self.is_ready(process)]
        self.processes += ready
        self.direct()
        return [process for process in launched if process not in ready]

    def launch(self, kind: str) -> Process:
        """Start one process."""
        port = free_port()
        words = {
            "serve": ("serve", "--no-worker", "--port", str(port)),
            "worker": ("worker", "--health", f"127.0.0.1:{port}"),
        }[kind]
        with open(self.folder / f"{kind}.log", "ab") as log:
            popen = forks.start(words, cwd=self.folder, env=self.environment, log=log)
        return Process(kind, port, popen)

    def is_ready(self, process: Process) -> bool:
        """Does it answer? One that has ended never will."""
        assert process.popen.poll() is None, (self.folder / f"{process.kind}.log").read_text()[-2000:]
        return process.status("/readyz") == 200

    def end(self, process: Process, *, gently: bool) -> None:
        """End a process; new connections go to the others."""
        self.processes.remove(process)
        self.direct()
        process.stop() if gently else process.kill()

    def direct(self) -> None:
        """Tell the balancer which servers there are."""
        self.balancer.ports = [process.port for process in self.processes if process.kind == "serve"]

    def due(self) -> int:
        """How many games are to be looked at now."""
        with psycopg.connect(host=str(postgres.server()), user="ostraka", dbname=self.database) as connection:
            row = connection.execute("SELECT count(*) FROM phases WHERE status = 'cut' OR look_at <= now()").fetchone()
            return int(row[0]) if row else 0

    def command(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run a command of the operator's."""
        return forks.ostraka(words, cwd=self.folder, env=self.environment)


@contextmanager
def founded(folder: Path, **settings: str) -> Iterator[Company]:
    """A host on a new database, with no process yet; in the end all that run are killed."""
    company = Company(folder, postgres.bare_database(), Balancer(), settings=settings)
    company.balancer.start()
    made = company.command("db", "init")
    assert made.returncode == 0, made.stderr
    try:
        yield company
    finally:
        for process in company.processes:
            process.kill()
        company.balancer.close()
        postgres.drop(company.database)
