"""A real `ostraka serve` on loopback, with SQLite as it is shipped (WAL, synchronous=FULL), in a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path

from tests.api.hosts import free_port
from tests.patience import PATIENCE, wait_until

PROGRAM = (sys.executable, "-m", "cli")


@contextmanager
def served(folder: Path, suite: str) -> Iterator[str]:
    """Found a host, serve it, give its address, and stop it."""
    with served_by(1, folder, suite) as [url]:
        yield url


@contextmanager
def served_by(number: int, folder: Path, suite: str, **settings: str) -> Iterator[list[str]]:
    """The same by so many processes, with settings of their environment."""
    folder.mkdir()
    environment = environment_of(OSTRAKA_SUITE=suite, OSTRAKA_LIMITS="off", **settings)
    subprocess.run([*PROGRAM, "db", "init"], cwd=folder, env=environment, check=True, capture_output=True)
    with ExitStack() as stack:
        ports = [stack.enter_context(running(folder, environment)) for _ in range(number)]
        yield [f"http://127.0.0.1:{port}" for port in ports]


def environment_of(**settings: str) -> dict[str, str]:
    """That of this process, with these settings of a host and no others."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")}
    return kept | {"PYTHONPATH": os.getcwd()} | settings


@contextmanager
def running(folder: Path, environment: dict[str, str]) -> Iterator[int]:
    """A process that serves the host in a folder; its port, once it answers."""
    port = free_port()
    log, command = folder / f"server-{port}.log", [*PROGRAM, "serve", "--port", str(port)]
    with open(log, "wb") as written:
        process = subprocess.Popen(command, cwd=folder, env=environment, stdout=written, stderr=written)
    try:
        wait_until("the host answers", lambda: answers(port, process, log))
        yield port
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def answers(port: int, process: subprocess.Popen[bytes], log: Path) -> bool:
    """Does the host answer already? One that has ended never will."""
    if process.poll() is not None:
        raise RuntimeError(f"the host does not answer: {log.read_text()}")
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/api/v1/")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
