"""Sealed orders while others are slow: clients who never end their headers, their bodies, or never read an answer.

`python -m tests.bench slow`. Every order must be answered with 201, however many are slow.
"""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from tests.api.hosts import API
from tests.bench.desk import ORDERS
from tests.bench.players import SEATS, Company, Table, Wire, path_of
from tests.bench.sender import exchange, request
from tests.bench.served import served
from tests.bench.table import milliseconds, percentile, show

SLOW = 200
ORDERS_A_SEAT = 25
DRIP_SECONDS = 0.5
CALM_SECONDS = 0.1


class SlowCrowd:
    """Connections of one kind that are slow for as long as the block lasts; who is hung up on comes again."""

    def __init__(self, url: str, kind: str) -> None:
        parts = urlsplit(url)
        self.place = (str(parts.hostname), int(parts.port or 80))
        self.first, self.drip = SPEECH[kind]
        self.lines: list[socket.socket] = []
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self.linger, daemon=True)

    def __enter__(self) -> SlowCrowd:
        self.lines = [self.open() for _ in range(SLOW)]
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ended.set()
        self.thread.join()
        for line in self.lines:
            line.close()

    def open(self) -> socket.socket:
        """One of them, with what it says first."""
        line = socket.socket()
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4_096)
        line.settimeout(5)
        line.connect(self.place)
        line.sendall(self.first)
        return line

    def linger(self) -> None:
        """Say a byte now and then."""
        while not self.ended.wait(DRIP_SECONDS):
            for number, line in enumerate(self.lines):
                try:
                    line.sendall(self.drip)
                except OSError:
                    line.close()
                    self.lines[number] = self.open()


HEAD = f"PUT {API}/games/x/phases/1/envelopes/red HTTP/1.1\r\nHost: x\r\n".encode()
READING = b"GET /openapi/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n"
SPEECH = {
    "say nothing": (b"", b""),
    "never end their headers": (HEAD + b"X-Slow: ", b"a"),
    "never end their bodies": (HEAD + b"Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{", b" "),
    "never read the answers": (READING * 10, b""),
}


def measure(folder: Path) -> None:
    """How long an order takes beside each kind of slow clients, and beside none."""
    rows = []
    with served(folder / "slow", "x25519") as url:
        table = Company.register(url).begin(1)[0]
        for kind in ("", *SPEECH):
            rows.append(row(kind or "none", send_beside(url, table, kind)))
    show(
        f"Sealed orders beside {SLOW} slow clients, one by one over a new connection",
        ("slow clients who", "orders", "p50 ms", "p99 ms", "longest ms"),
        rows,
        "Every order: 201.",
    )


def row(kind: str, seconds: list[float]) -> list[object]:
    """A line of the table."""
    return [kind, len(seconds), *(milliseconds(percentile(seconds, share)) for share in (50, 99, 100))]


def send_beside(url: str, table: Table, kind: str) -> list[float]:
    """Send orders while others are slow; gives what each took."""
    if not kind:
        return send_orders(url, table)
    with SlowCrowd(url, kind):
        settle(url)
        return send_orders(url, table)


def settle(url: str) -> None:
    """Wait until what the crowd asked at once is answered, as far as it will be."""
    time.sleep(2 * DRIP_SECONDS)
    while measured(lambda: Wire(url).ask("GET", "/")) > CALM_SECONDS:
        time.sleep(DRIP_SECONDS)


def measured(work: Callable[[], object]) -> float:
    """How long something takes."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def send_orders(url: str, table: Table) -> list[float]:
    """Send orders of every seat, each over a connection of its own; what each took."""
    phase, parts, seconds = table.open_phase(), urlsplit(url), []
    for envelope in [table.seal(phase, seat, ORDERS, "draft") for _ in range(ORDERS_A_SEAT) for seat in SEATS]:
        begun = time.perf_counter()
        with socket.create_connection((str(parts.hostname), int(parts.port or 80)), timeout=60) as line:
            answer = exchange(line, request(url, API + path_of(envelope), envelope.to_json()))
        if answer.status != 201:
            raise RuntimeError(f"{path_of(envelope)}: {answer.status} {answer.body!r}")
        seconds.append(time.perf_counter() - begun)
    return seconds
