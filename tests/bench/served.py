"""A real `ostraka serve` on loopback, with SQLite as it is shipped (WAL, synchronous=FULL), in a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import IO

from tests.api.hosts import free_port
from tests.patience import PATIENCE, wait_until

PROGRAM = (sys.executable, "-m", "cli")


Start = Callable[[list[str], Path, dict[str, str], IO[bytes]], subprocess.Popen[bytes]]


def started(words: list[str], folder: Path, environment: dict[str, str], log: IO[bytes]) -> subprocess.Popen[bytes]:
    """Our program, started by an interpreter of its own."""
    return subprocess.Popen([*PROGRAM, *words], cwd=folder, env=environment, stdout=log, stderr=log)


@contextmanager
def served(folder: Path, suite: str, start: Start = started) -> Iterator[str]:
    """Found a host, serve it, give its address, and stop it."""
    folder.mkdir()
    environment = environment_of(OSTRAKA_SUITE=suite, OSTRAKA_LIMITS="off")
    subprocess.run([*PROGRAM, "db", "init"], cwd=folder, env=environment, check=True, capture_output=True)
    with running(folder, environment, start) as port:
        yield f"http://127.0.0.1:{port}"


def environment_of(**settings: str) -> dict[str, str]:
    """That of this process, with these settings of a host and no others."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")}
    return kept | {"PYTHONPATH": os.getcwd()} | settings


@contextmanager
def running(folder: Path, environment: dict[str, str], start: Start = started) -> Iterator[int]:
    """A process that serves the host in a folder; its port, once it answers."""
    port = free_port()
    log = folder / f"server-{port}.log"
    with open(log, "wb") as written:
        process = start(["serve", "--port", str(port)], folder, environment, written)
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
