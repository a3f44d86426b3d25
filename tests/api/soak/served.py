"""A host that processes of its own serve, and what befalls it: pulled plugs, a full disk, cut connections."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import requests

from tests.api import postgres
from tests.api.faults.engines import Engine, SQLite
from tests.api.faults.postgres_engine import PostgreSQL
from tests.api.hosts import API, MASTER_KEY, HostUnderTest, PostgresHost, free_port
from tests.patience import PATIENCE, wait_until

ROOT = Path(__file__).parents[3]
DISK_BYTES = 256 << 20


class Line:
    """What stands between clients and the host; it can be cut at any byte."""

    def __init__(self, port: int) -> None:
        self.to, self.port = port, free_port()
        self.open: set[asyncio.StreamWriter] = set()
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        asyncio.run_coroutine_threadsafe(asyncio.start_server(self.take, "127.0.0.1", self.port), self.loop).result(10)

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        ends = [writer]
        with suppress(OSError):
            there, to_there = await asyncio.open_connection("127.0.0.1", self.to)
            ends.append(to_there)
            self.open |= set(ends)
            await asyncio.wait(
                [asyncio.create_task(self.carry(reader, to_there)), asyncio.create_task(self.carry(there, writer))],
                return_when=asyncio.FIRST_COMPLETED,
            )
        for end in ends:
            self.open.discard(end)
            end.close()

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while part := await reader.read(4096):
                writer.write(part)
                await writer.drain()

    def cut(self) -> None:
        """Cut whatever is open."""
        self.loop.call_soon_threadsafe(lambda: [end.transport.abort() for end in self.open])

    def close(self) -> None:
        self.cut()
        self.loop.call_soon_threadsafe(self.loop.stop)


class Served:
    """A host on a database, served by `ostraka serve`; clients reach it over a line."""

    def __init__(self, folder: Path, on: str, mail: str, choose: random.Random, **settings: str) -> None:
        self.folder, self.choose, self.faults = folder, choose, Counter[str]()
        self.database = postgres.new_database() if on == "postgresql" else ""
        self.engine: Engine = PostgreSQL(self.database) if self.database else SQLite()
        host = self.look()
        self.address = host.config.database
        host.close()
        self.port, self.lmtp = free_port(), free_port()
        self.line = Line(self.port)
        self.url = f"http://127.0.0.1:{self.line.port}"
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("OSTRAKA_")},
            "PYTHONPATH": str(ROOT),
            "OSTRAKA_MASTER_KEY": MASTER_KEY.hex(),
            "OSTRAKA_DATABASE": self.address,
            "OSTRAKA_PHASE_KEYS": str(folder),
            "OSTRAKA_PORT": str(self.port),
            "OSTRAKA_PUBLIC_URL": self.url,
            "OSTRAKA_SUITE": "x25519",
            "OSTRAKA_SENDER": "host@ostraka.test",
            "OSTRAKA_MAIL": mail,
            "OSTRAKA_MAIL_IN": f"lmtp://127.0.0.1:{self.lmtp}",
            "OSTRAKA_LIMITS": "off",
            **settings,
        }
        self.start()

    def look(self) -> HostUnderTest:
        """The host as the tests see it, in this process, while nobody serves it."""
        return PostgresHost.on(self.database, self.folder) if self.database else HostUnderTest(self.folder)

    def start(self) -> None:
        with open(f"{self.folder}.log", "ab") as log:
            words = [sys.executable, "-m", "cli", "serve"]
            options: dict[str, Any] = {"env": self.environment, "cwd": ROOT, "start_new_session": True}
            self.process = subprocess.Popen(words, stdout=log, stderr=log, **options)
        wait_until("the host answers", self.answers)

    def answers(self) -> bool:
        with suppress(requests.RequestException):
            return requests.get(f"http://127.0.0.1:{self.port}{API}/", timeout=PATIENCE).ok
        assert self.process.poll() is None, Path(f"{self.folder}.log").read_text()[-2000:]
        return False

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=PATIENCE)
        self.line.close()

    def suffer(self, stop: threading.Event) -> None:
        """One misfortune after another."""
        kinds = [self.cut, self.cut, self.kill, *([self.end_backends] if self.database else [])]
        kinds += [self.fill] if os.path.ismount(self.folder) else []
        while not stop.wait(self.choose.uniform(1, 12)):
            misfortune = self.choose.choice(kinds)
            self.faults[misfortune.__name__] += 1
            misfortune()

    def cut(self) -> None:
        self.line.cut()

    def kill(self) -> None:
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.start()

    def end_backends(self) -> None:
        postgres.administer(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{self.database}'")

    def fill(self) -> None:
        """Fill the disk under the database for a while."""
        ballast = self.folder / "ballast"
        with suppress(OSError), open(ballast, "wb", buffering=0) as file:
            while file.write(bytes(1 << 16)):
                pass
        threading.Event().wait(self.choose.uniform(0.5, 3))
        ballast.unlink()


@contextmanager
def small_disk(folder: Path) -> Iterator[Path]:
    """A small disk in memory, where this process may mount one; else a folder, on which nothing is filled up."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK_BYTES}", "tmpfs", str(folder)]
    mounted = os.getuid() == 0 and subprocess.run(mount, check=False, capture_output=True).returncode == 0
    try:
        yield folder
    finally:
        if mounted:
            subprocess.run(["umount", "--lazy", str(folder)], check=True)
