"""The loops that run the worker and the postman: rung for or by the clock, and never stopped by a fault."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from api.host.host import Host
from api.host.loops import AFTER_FAULT, Loop
from api.server import worker
from api.server.working_loops import start_loops
from tests.api.hosts import HostUnderTest
from tests.patience import PATIENCE, wait_until


def now() -> datetime:
    return datetime.now(UTC)


class Work:
    """Says when a round begins."""

    def __init__(self, until: Callable[[], datetime | None] = lambda: None) -> None:
        self.rounds = threading.Semaphore(0)
        self.until = until

    def __call__(self) -> datetime | None:
        self.rounds.release()
        return self.until()

    def was_done(self) -> bool:
        """Wait for one more round."""
        return self.rounds.acquire(timeout=PATIENCE)


def test_a_loop_works_at_once_then_when_it_is_rung_for() -> None:
    work = Work()
    loop = Loop("test", work, now)
    loop.start()
    assert work.was_done()
    loop.ring()
    assert work.was_done()
    loop.stop()
    assert not loop.is_alive()


def test_a_loop_works_when_its_time_has_come() -> None:
    work = Work(lambda: now() + timedelta(milliseconds=30))
    loop = Loop("test", work, now)
    loop.start()
    assert [work.was_done() for _ in range(4)] == [True] * 4
    loop.stop()


def test_a_ring_during_the_work_is_not_lost() -> None:
    go_on = threading.Event()

    def until() -> None:
        go_on.wait(PATIENCE)

    work = Work(until)
    loop = Loop("test", work, now)
    loop.start()
    assert work.was_done()
    loop.ring()
    go_on.set()
    assert work.was_done()
    loop.stop()


def test_a_fault_does_not_end_a_loop() -> None:
    def until() -> None:
        raise RuntimeError

    work = Work(until)
    loop = Loop("test", work, now)
    loop.start()
    assert work.was_done()
    loop.ring()
    assert work.was_done()
    loop.stop()


def test_orders_that_complete_a_phase_are_resolved_and_mailed_without_anybody_asking(
    host: HostUnderTest, tmp_path: Path
) -> None:
    mails = tmp_path / "mails"
    object.__setattr__(host.host.config, "mail", f"file://{mails}")
    loops = start_loops(host.host)
    game = host.begin(("red", "green", "black", "orange"), None)  # a started one that is copied rings no bell
    wait_until("all are told that it begins", lambda: len(list(mails.glob("*.eml"))) == 5)
    for number in range(2, 4):
        seat = host.phase(game)["asked"][0]["seat"]
        host.send(game, seat, host.default(game, seat))
        wait_until("it is resolved", lambda number=number: host.json(f"/games/{game}")["phase"] == number)
        wait_until("the next is asked", lambda number=number: len(list(mails.glob("*.eml"))) == 4 + number)
    for loop in loops:
        loop.stop()


@pytest.mark.parametrize("word", ["draft", "withdrawn"])
def test_what_is_not_final_does_not_resolve_a_phase(host: HostUnderTest, word: str) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    host.send(game, seat, host.default(game, seat) if word == "draft" else [], word)
    host.look(game)
    assert host.json(f"/games/{game}")["phase"] == 1


def test_a_game_that_fails_waits_ever_longer_and_costs_the_others_nothing(
    host: HostUnderTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    faulty, sound = host.started(), host.started()
    tried: list[str] = []
    advance = worker.advance

    def failing(under: Host, game: str) -> None:
        tried.append(game)
        if game == faulty:
            raise RuntimeError
        advance(under, game)

    monkeypatch.setattr(worker, "advance", failing)
    host.clock.forward(hours=25)
    looked = []
    for _ in range(6):
        before = host.clock.moment
        host.clock.moment = worker.Worker(host.host).run_once()
        looked.append((host.clock.moment - before).total_seconds())
    assert looked == [10, 20, 40, 80, 160, 320]
    assert tried.count(faulty) == 6
    assert tried.count(sound) == 1
    assert host.json(f"/games/{sound}")["phase"] == 2
    host.clock.moment -= timedelta(seconds=1)
    host.look(faulty)
    assert tried.count(faulty) == 6, "an order that comes in does not end the pause"
    monkeypatch.setattr(worker, "advance", advance)
    host.clock.forward(minutes=20)
    host.work()
    assert host.json(f"/games/{faulty}")["phase"] == 2
    assert host.rows("select max(faults) from phases where status = 'open'") == [(0,)]


def test_a_worker_that_can_write_nothing_does_not_spin(host: HostUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    host.started(hours=1)
    host.clock.forward(hours=2)

    def full() -> None:
        raise OperationalError("update", {}, Exception("database or disk is full"))

    work = worker.Worker(host.host)
    monkeypatch.setattr(host.host.database, "write", full)
    assert work.run_once() == host.clock.moment + AFTER_FAULT


def test_a_start_and_a_round_read_by_indexes_and_no_game_that_is_not_due(host: HostUnderTest) -> None:
    host.started()
    host.work()
    statements: list[tuple[str, Any]] = []
    host.close()
    host.open()
    event.listen(
        host.host.database.engine,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, values, *_: statements.append((statement, values)),
    )
    assert host.worker.run_once() is not None
    selects = [(statement, values) for statement, values in statements if statement != "BEGIN"]
    plans = [row[-1] for statement, values in selects for row in host.rows(f"explain query plan {statement}", *values)]
    on_tables = [plan.split(" (")[0] for plan in plans if not plan.startswith(("SCAN CONSTANT ROW", "SCALAR SUBQUERY"))]
    assert on_tables == [
        "SEARCH phases USING INDEX ix_phases_unresolved",
        "SEARCH games USING COVERING INDEX ix_games_mail_at",
        "SEARCH seats USING COVERING INDEX ix_seats_press_at",
        "SEARCH seats USING COVERING INDEX ix_seats_digest_at",
        "SEARCH phases USING INDEX ix_phases_unresolved",
    ]
