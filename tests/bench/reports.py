"""From the last order to the readable report: a player puts the order that was waited for and reads until he is told.

Cut, resolution, storage, log and mails lie between; the clock runs from before the PUT until the seat's own report
with the phase in it has come.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.bench.players import Company, Table, path_of
from tests.bench.served import served
from tests.bench.table import median, milliseconds, percentile, show

MANY = 50
RESOLUTIONS = 60
AT_ONCE = 4
PAUSE = 0.002
PATIENCE = 30.0
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
        f"The client looks again {PAUSE * 1000:.0f} ms after each answer. Suite {SUITE}; every player has mail.",
    )


def row(name: str, times: Sequence[float]) -> list[object]:
    """A line of the table."""
    found = median(times), percentile(times, 99), max(times)
    return [name, len(times), *(milliseconds(seconds) for seconds in found)]


def one_game(company: Company) -> list[float]:
    """Times of a house in which one game is played, and when it is over the next."""
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
    report = f"/games/{table.game}/seats/{last.header.seat}/report?since={phase['phase'] - 1}"
    headers = table.wire.signed(table.players[last.header.seat], report)
    begun = time.perf_counter()
    table.wire.ask("PUT", path_of(last), raw)
    while not table.wire.ask("GET", report, headers=headers)["phases"]:
        if time.perf_counter() - begun > PATIENCE:
            raise RuntimeError(f"phase {phase['phase']} of {table.game} is not resolved after {PATIENCE:.0f} s")
        time.sleep(PAUSE)
    return time.perf_counter() - begun
