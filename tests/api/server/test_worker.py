"""The loops that run the worker and the postman: rung for or by the clock, and never stopped by a fault."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from api.host.loops import Loop
from api.server.gunicorn_app import start_loops
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
    loops = start_loops(host.host, host.app.extensions["ostraka-calls"])
    game = host.started()
    wait_until("all are told that it begins", lambda: len(list(mails.glob("*.eml"))) == 5)
    for number in range(2, 4):
        seat = host.phase(game)["asked"][0]["seat"]
        host.send(game, seat, host.default(game, seat))
        wait_until("it is resolved", lambda number=number: host.json(f"/games/{game}")["phase"] == number)
    wait_until("the next are asked", lambda: len(list(mails.glob("*.eml"))) == 7)
    for loop in loops:
        loop.stop()


@pytest.mark.parametrize("word", ["draft", "withdrawn"])
def test_what_is_not_final_does_not_resolve_a_phase(host: HostUnderTest, word: str) -> None:
    game = host.started()
    seat = host.asked(game)[0]
    host.send(game, seat, host.default(game, seat) if word == "draft" else [], word)
    host.app.extensions["ostraka-calls"].wake(game)
    host.work()
    assert host.json(f"/games/{game}")["phase"] == 1
