"""A real `ostraka serve` on loopback, with SQLite as it is shipped (WAL, synchronous=FULL), in a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

from tests.api.hosts import free_port
from tests.patience import PATIENCE, wait_until

PROGRAM = (sys.executable, "-m", "cli")


@contextmanager
def served(folder: Path, suite: str) -> Iterator[str]:
    """Found a host, serve it, give its address, and stop it."""
    folder.mkdir()
    port = free_port()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")}
    environment |= {"OSTRAKA_PORT": str(port), "OSTRAKA_SUITE": suite, "PYTHONPATH": os.getcwd()}
    environment["OSTRAKA_LIMITS"] = "off"
    subprocess.run([*PROGRAM, "db", "init"], cwd=folder, env=environment, check=True, capture_output=True)
    with open(folder / "server.log", "wb") as log:
        process = subprocess.Popen([*PROGRAM, "serve"], cwd=folder, env=environment, stdout=log, stderr=log)
    try:
        wait_until("the host answers", lambda: answers(port, process, folder))
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def answers(port: int, process: subprocess.Popen[bytes], folder: Path) -> bool:
    """Does the host answer already? One that has ended never will."""
    if process.poll() is not None:
        raise RuntimeError(f"the host does not answer: {(folder / 'server.log').read_text()}")
    connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        connection.request("GET", "/api/v1/")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()
