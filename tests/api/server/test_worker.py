"""The loops that run the worker and the postman: rung for or by the clock, and never stopped by a fault."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from api.host.loops import Loop
from api.server.gunicorn_app import start_loops
from tests.api.hosts import HostUnderTest


def now() -> datetime:
    return datetime.now(UTC)


def soon(condition: Callable[[], bool], seconds: float = 10) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end and not condition():
        time.sleep(0.01)
    return condition()


class Work:
    """Counts its rounds."""

    def __init__(self, until: Callable[[], datetime | None] = lambda: None) -> None:
        self.rounds = 0
        self.until = until

    def __call__(self) -> datetime | None:
        self.rounds += 1
        return self.until()


def test_a_loop_works_at_once_then_when_it_is_rung_for() -> None:
    work = Work()
    loop = Loop("test", work, now)
    loop.start()
    assert soon(lambda: work.rounds == 1)
    loop.ring()
    assert soon(lambda: work.rounds == 2)
    loop.stop()
    assert not loop.is_alive()


def test_a_loop_works_when_its_time_has_come() -> None:
    work = Work(lambda: now() + timedelta(milliseconds=30))
    loop = Loop("test", work, now)
    loop.start()
    assert soon(lambda: work.rounds >= 4)
    loop.stop()


def test_a_ring_during_the_work_is_not_lost() -> None:
    begun, go_on = threading.Event(), threading.Event()
    rounds = []

    def work() -> None:
        rounds.append(1)
        begun.set()
        go_on.wait(10)

    loop = Loop("test", work, now)
    loop.start()
    assert begun.wait(10)
    loop.ring()
    go_on.set()
    assert soon(lambda: len(rounds) == 2)
    loop.stop()


def test_a_fault_does_not_end_a_loop() -> None:
    rounds = []

    def work() -> None:
        rounds.append(1)
        if len(rounds) == 1:
            raise RuntimeError

    loop = Loop("test", work, now)
    loop.start()
    assert soon(lambda: len(rounds) == 1)
    loop.ring()
    assert soon(lambda: len(rounds) == 2)
    loop.stop()


def test_orders_that_complete_a_phase_are_resolved_and_mailed_without_anybody_asking(
    host: HostUnderTest, tmp_path: Path
) -> None:
    mails = tmp_path / "mails"
    object.__setattr__(host.host.config, "mail", f"file://{mails}")
    loops = start_loops(host.host, host.app.extensions["ostraka-calls"])
    game = host.started()
    assert soon(lambda: len(list(mails.glob("*.eml"))) == 5)
    for number in range(2, 4):
        seat = host.phase(game)["asked"][0]["seat"]
        host.send(game, seat, host.default(game, seat))
        assert soon(lambda number=number: host.json(f"/games/{game}")["phase"] == number)  # type: ignore[misc]
    assert soon(lambda: len(list(mails.glob("*.eml"))) == 7)
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
