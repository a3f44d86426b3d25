"""Sealed orders accepted a second: envelopes sealed beforehand, sent by several players in several games at once.

Every one must be answered with 201 and a receipt that verifies; a single other answer ends the bench.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from schemas.documents.receipts import verify_receipt
from schemas.envelopes import Envelope
from schemas.statements.statements import Statement
from tests.api.hosts import API
from tests.bench.bare import bare_limit
from tests.bench.players import SEATS, Company, Table, path_of
from tests.bench.processor import children, seconds_of, wait_until_quiet
from tests.bench.sender import Answer, request, send_from_another_process
from tests.bench.served import served
from tests.bench.table import median, milliseconds, percentile, show

SUITES = ("mlkem768x25519", "x25519")
GAMES = 4
CONNECTIONS = 8
RUNS = 5
ENVELOPES_A_SEAT = 50
BARE_COUNT = 1_000
COLUMNS = ("suite", "orders", "per s", "runs", "p50 ms", "p99 ms", "bytes", "us of processor", "of bare")
ORDERS = [{"question": "D-S1", "city": "athens"}, {"question": "D-S1B", "city": "thebes"}]


@dataclass
class Accepted:
    """What the runs of one suite brought."""

    rates: list[float] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    processor: list[list[float]] = field(default_factory=list)
    """Microseconds an order, of each run and each group of processes."""

    def row(self, name: str, limit: float) -> list[object]:
        """A line of the table."""
        rate = median(self.rates)
        return [
            name,
            len(self.latencies),
            f"{rate:.0f}",
            f"{min(self.rates):.0f}-{max(self.rates):.0f}",
            milliseconds(percentile(self.latencies, 50)),
            milliseconds(percentile(self.latencies, 99)),
            f"{median(self.sizes):.0f}",
            *(f"{min(of_group):.0f}" for of_group in zip(*self.processor, strict=True)),
            f"{rate / limit:.2f}",
        ]


def measure(folder: Path) -> None:
    """Both suites, the bare limit between their runs, and the ratio."""
    limits: list[float] = []
    accepted = {suite: measure_suite(folder, suite, limits) for suite in SUITES}
    limit = median(limits)
    show(
        f"Sealed orders accepted: {RUNS} runs a suite, {CONNECTIONS} keep-alive connections, {GAMES} games, "
        f"{GAMES * len(SEATS)} seats",
        COLUMNS,
        [one.row(suite, limit) for suite, one in accepted.items()],
        f"Bare limit (Ed25519 verify of 2 kB + one durable SQLite commit, one by one): {limit:.0f} per s, "
        f"{min(limits):.0f}-{max(limits):.0f} in {len(limits)} runs. Every order: 201 and a receipt that verifies.",
    )


def measure_suite(folder: Path, suite: str, limits: list[float]) -> Accepted:
    """All runs of one suite against one host."""
    accepted = Accepted()
    with served(folder / suite, suite) as url:
        played, servers = Company.register(url).begin(GAMES), children(os.getpid())
        wait_until_quiet(servers)
        for _ in range(RUNS):
            limits.append(bare_limit(folder, BARE_COUNT))
            one_run([url], played, accepted, servers)
    return accepted


def one_run(urls: list[str], played: list[Table], accepted: Accepted, *groups: Iterable[int]) -> None:
    """Seal, send, verify; what the processes of each group took meanwhile."""
    queues = sealed_queues(played)
    raws = [[request(urls[0], API + path_of(one), one.to_json()) for one in queue] for queue in queues]
    before = [seconds_of(group) for group in groups]
    sent = send_from_another_process(urls, raws)
    taken = [seconds_of(group) - seconds for group, seconds in zip(groups, before, strict=True)]
    for queue, answers in zip(queues, sent.answers, strict=True):
        for envelope, answer in zip(queue, answers, strict=True):
            require_receipt(envelope, answer, played[0].host.signing_key)
    count = sum(len(queue) for queue in queues)
    accepted.rates.append(count / sent.seconds)
    accepted.processor.append([seconds / count * 1e6 for seconds in taken])
    accepted.latencies += [answer.seconds for answers in sent.answers for answer in answers]
    accepted.sizes += [len(one.to_json()) for one in queues[0]]


def sealed_queues(played: list[Table]) -> list[list[Envelope]]:
    """What each connection sends: seats of several games by turns, each seat's sequence rising."""
    phases: list[dict[str, Any]] = [table.open_phase() for table in played]
    places = [(table, phase, seat) for seat in SEATS for table, phase in zip(played, phases, strict=True)]
    queues: list[list[Envelope]] = [[] for _ in range(CONNECTIONS)]
    for _ in range(ENVELOPES_A_SEAT):
        for number, (table, phase, seat) in enumerate(places):
            queues[number % CONNECTIONS].append(table.seal(phase, seat, ORDERS, "draft"))
    return queues


def require_receipt(envelope: Envelope, answer: Answer, host_key: bytes) -> None:
    """The answer must be 201 with the host's receipt for this very envelope."""
    if answer.status != 201:
        raise RuntimeError(f"{path_of(envelope)}: {answer.status} {answer.body!r}")
    verify_receipt(Statement.from_json(json.loads(answer.body)), envelope, host_key)
