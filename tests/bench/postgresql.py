"""Sealed orders on PostgreSQL, by one server and by two, beside the bare limit: `python -m tests.bench postgresql`.

The bench starts a PostgreSQL of its own, durable as it is shipped, on the same machine as the servers and the players.
One server and two take turns, so that both meet the same machine.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import psycopg
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.api import postgres
from tests.bench import desk
from tests.bench.bare import MESSAGE_BYTES
from tests.bench.players import Company
from tests.bench.processor import a_quarter_of_the_time, children, family, wait_until_quiet
from tests.bench.served import served_by
from tests.bench.table import median, show

SETTINGS: Final = ("listen_addresses=",)
SUITE: Final = "mlkem768x25519"
RUNS = 4
GAMES = 16
"""Those of one game wait for each other; a host with several servers has many."""
ENVELOPES_A_SEAT = 10
BARE_COUNT = 500
COLUMNS = (
    "servers",
    "orders",
    "per s",
    "runs",
    "p50 ms",
    "p99 ms",
    "bytes",
    "us of servers",
    "of PostgreSQL",
    "of bare",
)


def measure(folder: Path) -> None:
    """Runs of sealed orders by one server and by two, after runs of the bare limit."""
    if postgres.programs() is None:
        print(f"\nSKIPPED: {postgres.MISSING}")
        return
    desk.ENVELOPES_A_SEAT = ENVELOPES_A_SEAT
    socket = postgres.started(SETTINGS)
    accepted, limits = {1: desk.Accepted(), 2: desk.Accepted()}, []
    confined = {1: desk.Accepted(), 2: desk.Accepted()}
    with database(socket) as address, served_by(2, folder / "postgresql", SUITE, OSTRAKA_DATABASE=address) as urls:
        played = Company.register(urls[0]).begin(GAMES)
        engine = postmaster(socket)
        servers = [process for process in children(os.getpid()) if process != engine]
        wait_until_quiet(servers)
        each = [family(process) for url in urls for process in servers if serves(process, url)]
        for _ in range(RUNS):
            limits.append(bare_limit(socket, BARE_COUNT))
            for number, brought in accepted.items():
                desk.one_run(urls[:number], played, brought, servers, [engine])
            with a_quarter_of_the_time(each):
                for number, brought in confined.items():
                    desk.one_run(urls[:number], played, brought, servers, [engine])
    limit = median(limits)
    show(
        f"Sealed orders on PostgreSQL: {RUNS} runs, {desk.CONNECTIONS} keep-alive connections, suite {SUITE}",
        COLUMNS,
        [
            *(brought.row(str(number), limit) for number, brought in accepted.items()),
            *(brought.row(f"{number}, each a quarter of the time", limit) for number, brought in confined.items()),
        ],
        f"Bare limit (Ed25519 verify of 2 kB + one durable commit of PostgreSQL, one by one): {limit:.0f} per s, "
        f"{min(limits):.0f}-{max(limits):.0f} in {len(limits)} runs. us: of the processor, an order. "
        "A quarter of the time: what two bring where the machine has room for them.",
    )


def serves(process: int, url: str) -> bool:
    """Does a process serve at an address?"""
    return url.rpartition(":")[2] in Path(f"/proc/{process}/cmdline").read_text().split("\0")


@contextmanager
def database(socket: Path) -> Iterator[str]:
    """The address of a new database, which is dropped in the end."""
    with connected(socket, "postgres") as operator:
        operator.execute("create database bench")
        try:
            yield f"postgresql+psycopg://ostraka@/bench?host={socket}"
        finally:
            operator.execute("drop database bench with (force)")


def postmaster(socket: Path) -> int:
    """The process of the PostgreSQL that has begun all its others."""
    return int((socket / "data/postmaster.pid").read_text().split()[0])


def bare_limit(socket: Path, count: int) -> float:
    """Messages a second, each verified and committed before the next."""
    key = Ed25519PrivateKey.generate()
    public = key.public_key()
    messages = [os.urandom(MESSAGE_BYTES) for _ in range(count)]
    signed = [(message, key.sign(message)) for message in messages]
    with connected(socket, "bench") as connection:
        connection.execute("create table if not exists messages (id bigserial primary key, raw bytea, signature bytea)")
        begun = time.perf_counter()
        for message, signature in signed:
            public.verify(signature, message)
            connection.execute("insert into messages (raw, signature) values (%s, %s)", (message, signature))
        return count / (time.perf_counter() - begun)


def connected(socket: Path, name: str) -> psycopg.Connection:
    """A connection of PostgreSQL's operator that commits each statement."""
    return psycopg.connect(host=str(socket), user="ostraka", dbname=name, autocommit=True)
