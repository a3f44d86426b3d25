"""From the last order to the readable report: a player waits at his feed, puts the order, and reads when he is told.

Cut, resolution, storage, log and mails lie between; the clock runs from before the PUT until the seat's own report
with the phase in it has come.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.bench.players import Company, Table, Wire, path_of
from tests.bench.served import served
from tests.bench.table import median, milliseconds, percentile, show
from tests.patience import PATIENCE

MANY = 50
RESOLUTIONS = 60
AT_ONCE = 4
WAIT = 30
SETTLED = 0.05
"""So long after it was sent a request waits."""
SUITE = "mlkem768x25519"


def measure(folder: Path) -> None:
    """One game; fifty games, one resolution after another; fifty games, several at once."""
    with served(folder / "one-game", SUITE) as url:
        alone = one_game(Company.register(url))
    with served(folder / "many-games", SUITE) as url:
        played = Company.register(url).begin(MANY)
        by_turns = [resolve_one_phase(played[number % MANY]) for number in range(RESOLUTIONS)]
        with ThreadPoolExecutor(AT_ONCE) as players:
            at_once = list(players.map(resolve_one_phase, played))
    show(
        "From the last order to the readable report",
        ("games", "resolutions", "median ms", "p99 ms", "longest ms"),
        [
            row("1 game", alone),
            row(f"{MANY} games, one order at a time", by_turns),
            row(f"{MANY} games, {AT_ONCE} players at once", at_once),
        ],
        f"The client waits at its seat's feed, then reads the report. Suite {SUITE}; every player has mail.",
    )


def row(name: str, times: Sequence[float]) -> list[object]:
    """A line of the table."""
    found = median(times), percentile(times, 99), max(times)
    return [name, len(times), *(milliseconds(seconds) for seconds in found)]


def one_game(company: Company) -> list[float]:
    """Times of a host in which one game is played, and when it is over the next."""
    times: list[float] = []
    while len(times) < RESOLUTIONS:
        [table] = company.begin(1)
        while not table.is_over() and len(times) < RESOLUTIONS:
            times.append(resolve_one_phase(table))
    return times


def resolve_one_phase(table: Table) -> float:
    """Send the final orders of the open phase; the time from the last of them to the report."""
    phase = table.open_phase()
    envelopes = [table.seal(phase, ask["seat"], [], "final") for ask in phase["asked"]]
    for envelope in envelopes[:-1]:
        table.wire.ask("PUT", path_of(envelope), envelope.to_json())
    last, raw = envelopes[-1], envelopes[-1].to_json()
    report = f"/games/{table.game}/seats/{last.header.seat}/report?after={phase['phase'] - 1}"
    headers = table.wire.signed(table.players[last.header.seat], report)
    with ThreadPoolExecutor(1) as reader:
        told = wait_at_feed(table, last.header.seat, reader)
        begun = time.perf_counter()
        table.wire.ask("PUT", path_of(last), raw)
        told.result(PATIENCE)
        if not table.wire.ask("GET", report, headers=headers)["phases"]:
            raise RuntimeError(f"phase {phase['phase']} of {table.game} was told to be resolved, and has no report")
        return time.perf_counter() - begun


def wait_at_feed(table: Table, seat: str, reader: ThreadPoolExecutor) -> Future[Any]:
    """A request that waits, over a connection of its own, for what comes after the newest item of a seat's feed."""
    wire, feed = Wire(table.wire.url), f"/games/{table.game}/seats/{seat}/feed"
    newest = wire.ask("GET", feed, headers=wire.signed(table.players[seat], feed))["next"]
    waiting = f"{feed}?after={newest}&wait={WAIT}"
    told = reader.submit(wire.ask, "GET", waiting, headers=wire.signed(table.players[seat], waiting))
    time.sleep(SETTLED)
    return told
