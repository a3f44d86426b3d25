"""A real `ostraka serve` on loopback, with SQLite as it is shipped (WAL, synchronous=FULL), in a folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path

from tests.api.hosts import free_port

PROGRAM = (sys.executable, "-m", "cli")
PATIENCE = 30.0


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
        wait_until_answered(port, process, folder)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(timeout=PATIENCE)


def wait_until_answered(port: int, process: subprocess.Popen[bytes], folder: Path) -> None:
    """Look until the host answers."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        try:
            connection.request("GET", "/api/v1/")
            if connection.getresponse().status == 200:
                return
        except OSError:
            time.sleep(0.05)
        finally:
            connection.close()
    raise RuntimeError(f"the host does not answer: {(folder / 'server.log').read_text()}")
