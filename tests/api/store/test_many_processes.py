"""What several processes of one host owe each other on one PostgreSQL: two services in this process stand for them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from api.http.problems import ConfigurationError, Problem
from api.http.rate_limits import OFF
from api.mail_out.postman import LEASE, Postman
from api.server import worker
from api.server.worker import AFTER_ANOTHER, Worker
from api.server.working_loops import Notices
from api.store.database import PHASE_WORK, one_of_many, sole_host
from api.store.postgresql import CHANNEL, ROWS
from tests.api.hosts import PostgresHost
from tests.patience import PATIENCE, wait_until

SEATS = ("alpha", "beta", "gamma")
TITLE = {"title": "ballot", "scenario": "assembly"}


@pytest.fixture
def host(tmp_path: Path) -> Iterator[PostgresHost]:
    """A host on PostgreSQL."""
    (tmp_path / "keys").mkdir()
    host = PostgresHost(tmp_path / "keys")
    yield host
    host.drop()


@pytest.fixture
def second(host: PostgresHost) -> Iterator[PostgresHost]:
    """A second process of it."""
    second = PostgresHost.beside(host)
    yield second
    second.close()


@pytest.fixture
def notices(second: PostgresHost) -> Iterator[Notices]:
    """The second one listens."""
    notices = Notices(second.host)
    notices.start()
    assert notices.is_up.wait(PATIENCE)
    yield notices
    notices.stop()


class Heard:
    """What a process was told."""

    def __init__(self, host: PostgresHost) -> None:
        self.news: list[str | None] = []
        self.rung = threading.Semaphore(0)
        host.host.database.listeners.append(self.news.append)
        host.host.database.rings[PHASE_WORK].append(self.rung.release)


def test_news_and_work_of_one_process_are_heard_by_the_other_and_name_nothing_but_the_game(
    host: PostgresHost, second: PostgresHost, notices: Notices, ballot: str
) -> None:
    heard, payloads = Heard(second), []
    hear = notices.hear
    notices.hear = lambda payload: (payloads.append(payload), hear(payload))  # type: ignore[method-assign]
    game = host.started(SEATS, **TITLE)
    assert heard.rung.acquire(timeout=PATIENCE)
    wait_until("the news are heard", lambda: game in heard.news)
    for seat in SEATS:
        host.send(game, seat, host.default(game, seat))
    assert heard.rung.acquire(timeout=PATIENCE), "the last envelope leaves work for all workers"
    assert {payload.partition(" ")[2] for payload in payloads} == {"+phases", "+mails", game}


def test_who_lost_the_connection_looks_at_everything_when_it_is_back(
    host: PostgresHost, second: PostgresHost, notices: Notices
) -> None:
    heard = Heard(second)
    host.administer(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN {CHANNEL}'")
    assert heard.rung.acquire(timeout=PATIENCE)
    assert heard.news == [None]


def test_a_command_has_the_database_to_itself_or_any_number_serve(host: PostgresHost, notices: Notices) -> None:
    url = host.config.database
    with one_of_many(url), one_of_many(url), pytest.raises(ConfigurationError, match="another process serves"):
        sole_host(url).__enter__()
    notices.stop()
    with sole_host(url), pytest.raises(ConfigurationError, match="to itself"):
        one_of_many(url).__enter__()


def test_a_game_that_one_worker_is_at_is_left_to_it_and_others_go_on(
    host: PostgresHost, second: PostgresHost, ballot: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow, quick = host.started(SEATS, **TITLE), host.started(SEATS, **TITLE)
    for game in (slow, quick):
        for seat in SEATS:
            host.send(game, seat, host.default(game, seat))
    advanced: list[str] = []
    advance = worker.advance
    at_it, go_on = threading.Event(), threading.Event()

    def advancing(under: Any, game: str) -> None:
        advanced.append(game)
        if game == slow:
            at_it.set()
            go_on.wait(PATIENCE)
        advance(under, game)

    monkeypatch.setattr(worker, "advance", advancing)
    first = threading.Thread(target=Worker(host.host).run_once)
    first.start()
    assert at_it.wait(PATIENCE)
    again = Worker(second.host).run_once()
    assert again == second.clock.moment + AFTER_ANOTHER
    assert host.json(f"/games/{quick}")["phase"] == 2
    go_on.set()
    first.join()
    assert sorted(advanced) == sorted([slow, quick])
    assert host.json(f"/games/{slow}")["phase"] == 2


def test_a_start_leaves_others_the_mails_that_they_are_sending_until_their_time_is_over(
    host: PostgresHost, second: PostgresHost
) -> None:
    host.started()
    box: list[Any] = []
    killed = Postman(host.host, box.append)
    assert killed._take() is not None
    other = Postman(second.host, box.append)
    other.release()
    other.run_once()
    [(mails,)] = host.rows("select count(*) from mails")
    assert len(box) == mails - 1
    host.clock.forward(seconds=LEASE.total_seconds() + 1)
    other.run_once()
    assert len(box) == mails


def test_a_sender_passes_over_what_another_is_taking_and_takes_the_rest(
    host: PostgresHost, second: PostgresHost
) -> None:
    host.started()
    box: list[Any] = []
    first = "select id from mails where status = 'due' order by rank, next_try, id limit 1 for update"
    with host.host.database.write(ROWS) as session:
        taken = session.connection().exec_driver_sql(first).scalar_one()
        again = Postman(second.host, box.append).run_once()
        assert second.rows("select id from mails where status = 'due'") == [(taken,)]
        assert again == host.clock.moment
    Postman(second.host, box.append).run_once()
    assert len(box) == len({mail["Message-ID"] for mail in box}) == 5


def test_mails_a_minute_are_counted_for_all_senders_together(host: PostgresHost, second: PostgresHost) -> None:
    host.started()
    host.config = replace(host.config, limits=replace(OFF, mails=12))
    for one in (host, second):
        one.config = host.config
        one.open()
    box: list[Any] = []
    for one in (host, second, host):
        Postman(one.host, box.append).run_once()
    assert len(box) == 2


def test_limits_hold_for_all_processes_together_and_name_nobody(host: PostgresHost) -> None:
    host.config = replace(host.config, limits=replace(OFF, requests=5, players=3))
    host.open()
    second = PostgresHost.beside(host)
    second.config = host.config
    second.open()
    counts = dict.fromkeys((host, second), 0)
    for place in (host, second) * 40:
        counts[place] += place.get("/").status_code == 200
    assert sum(counts.values()) == 50
    assert min(counts.values()) > 10
    assert host.get("/").headers["Retry-After"] == "1"
    for number in range(3):
        (host, second)[number % 2].host.meters.player("10.0.0.1")
    with pytest.raises(Problem, match="too-many-players"):
        second.host.meters.player("10.0.0.1")
    names = [who for (who,) in host.rows("select who from buckets")]
    assert len(names) == 2
    assert all(len(name) == 32 and set(name) <= set("0123456789abcdef") for name in names)
    host.clock.forward(seconds=1)
    assert sum(place.get("/").status_code == 200 for place in (host, second) * 5) == 5
    second.close()


def test_a_process_is_ready_while_its_database_answers_and_until_it_is_told_to_stop(host: PostgresHost) -> None:
    assert [host.client.get(path).get_json()["status"] for path in ("/healthz", "/readyz")] == ["alive", "ready"]
    host.administer("ALTER TABLE alembic_version RENAME TO gone")
    host.host.readiness._asked = float("-inf")
    refused = host.client.get("/readyz")
    assert (refused.status_code, refused.get_json()["code"], refused.mimetype) == (
        503,
        "not-ready",
        "application/problem+json",
    )
    assert host.client.get("/healthz").status_code == 200
    host.administer("ALTER TABLE gone RENAME TO alembic_version")
    host.host.readiness._asked = float("-inf")
    assert host.client.get("/readyz").status_code == 200
    host.host.long_polls.close()
    assert host.client.get("/readyz").status_code == 503
