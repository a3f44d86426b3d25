"""Feeds: every item once and in order, numbered for each viewer alone; readers wait and are woken."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import ExitStack
from datetime import timedelta
from types import SimpleNamespace
from typing import Any, TypeVar

import pytest

from api.host import long_polls
from api.host.long_polls import LongPolls
from api.http.problems import Problem
from schemas.statements import payloads
from tests.api.hosts import HostUnderTest
from tests.patience import PATIENCE

T = TypeVar("T")


def feed(host: HostUnderTest, game: str, seat: str | None = None, query: str = "?limit=100") -> dict[str, Any]:
    path = f"/games/{game}/seats/{seat}/feed" if seat else f"/games/{game}/feed"
    told: dict[str, Any] = host.json(path + query, host.seats[game][seat] if seat else None)
    return told


def kinds(host: HostUnderTest, game: str, seat: str | None = None) -> list[tuple[str, int | None]]:
    return [(item["kind"], item["phase"]) for item in feed(host, game, seat)["items"]]


def test_a_feed_tells_everything_from_the_opening_to_the_end(host: HostUnderTest) -> None:
    game = host.started(("red", "green", "black"))
    host.play_on(game)
    told = kinds(host, game)
    phases = host.json(f"/games/{game}/report?after=0")["phases"][-1]["phase"]
    played = [each for number in range(1, phases + 1) for each in (("phase", number), ("resolved", number))]
    assert told == [("created", None), *[("joined", None)] * 3, ("started", None), *played, ("over", None)][:100]
    assert [item["number"] for item in feed(host, game)["items"]] == [*range(1, len(told) + 1)]


def test_a_seat_is_told_what_each_phase_asks_of_it_and_of_nobody_else(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game, 3)
    asked = {seat: [item["asked"] for item in feed(host, game, seat)["items"]][-1] for seat in host.seats[game]}
    assert [seat for seat, questions in asked.items() if questions] == host.asked(game)
    assert all("asked" not in item for item in feed(host, game)["items"])


def test_press_shows_in_the_feeds_of_those_whom_it_concerns_and_shifts_no_other(host: HostUnderTest) -> None:
    game = host.started()
    before = {seat: feed(host, game, seat) for seat in host.seats[game]}
    host.write_press(game, "red", ["green"], "peace?")
    host.act(game, payloads.Remind())
    for seat in ("black", "orange"):
        assert feed(host, game, seat)["items"][: len(before[seat]["items"])] == before[seat]["items"]
        assert [item["kind"] for item in feed(host, game, seat)["items"]][-1:] == ["act"]
        assert feed(host, game, seat)["next"] == before[seat]["next"] + 1
    for seat in ("red", "green"):
        newest = feed(host, game, seat)["items"][-2:]
        assert [(item["kind"], item["press"]) for item in newest] == [("press", 1), ("act", None)]


def test_a_number_once_given_stands_whatever_the_clock_says(host: HostUnderTest) -> None:
    game = host.started()
    seen: list[dict[str, Any]] = []
    for step in range(4):
        host.write_press(game, "red", ["green"], f"letter {step}")
        host.clock.forward(seconds=-3600)
        host.act(game, payloads.Remind())
        now = feed(host, game, "green")["items"]
        assert now[: len(seen)] == seen
        seen = now


def test_pages_follow_each_other_without_a_gap(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game, 4)
    whole, paged, since = feed(host, game)["items"], [], 0
    while (page := feed(host, game, None, f"?after={since}&limit=3"))["items"]:
        assert page["more"] == (page["next"] < whole[-1]["number"])
        paged, since = paged + page["items"], page["next"]
    assert paged == whole


def test_muted_press_keeps_its_number_and_is_left_out(host: HostUnderTest) -> None:
    game = host.started()
    host.write_press(game, "red", ["green"], "one")
    newest = feed(host, game, "green")["next"]
    mine = host.seats[game]["green"]
    assert host.prefer(mine, 1, muted_press=["p-red"]).status_code == 200
    host.act(game, payloads.Remind())
    numbers = [item["number"] for item in feed(host, game, "green")["items"]]
    assert newest not in numbers
    assert numbers[-1] == newest + 1


def test_a_deadline_that_passed_is_told(host: HostUnderTest) -> None:
    game = host.started(terms={"grace_seconds": 3600})
    host.clock.forward(hours=24)
    host.work()
    newest = feed(host, game)["items"][-1]
    assert (newest["kind"], newest["phase"], newest["what"]) == ("deadline", 1, "overdue")
    assert "deadline passed" in newest["sentence"]


def test_after_a_rollback_the_feed_tells_which_phase_is_open_in_place_of_which(host: HostUnderTest) -> None:
    game = host.started()
    host.play_on(game, 2)
    host.act(game, payloads.Rollback(phase=1))
    newest = [(item["kind"], item["phase"]) for item in feed(host, game)["items"]][-3:]
    assert newest == [("act", None), ("reopened", 3), ("phase", 4)]


def test_an_unchanged_feed_is_not_sent_again(host: HostUnderTest) -> None:
    game = host.started()
    path, own = f"/games/{game}/seats/red/feed", host.seats[game]["red"]
    tag = host.get(path, own).headers["ETag"]
    assert host.get(path, own, **{"If-None-Match": tag}).status_code == 304
    host.act(game, payloads.Remind())
    assert host.get(path, own, **{"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("query", ["?after=-1", "?limit=0", "?limit=101", "?wait=31", "?wait=x", "?what=1"])
def test_a_query_that_cannot_be_is_refused(host: HostUnderTest, query: str) -> None:
    game = host.started()
    assert host.get(f"/games/{game}/feed{query}").status_code == 422


# --- waiting -----------------------------------------------------------------------------------------------------


class Watched(LongPolls):
    """Says whenever somebody who waits has looked for news."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.looked = threading.Semaphore(0)

    def until(self, look: Callable[[], T], *rest: Any) -> T:
        def watched() -> T:
            seen = look()
            self.looked.release()
            return seen

        return super().until(watched, *rest)

    def saw_a_look(self) -> bool:
        return self.looked.acquire(timeout=PATIENCE)


@pytest.fixture
def polls(host: HostUnderTest) -> Watched:
    watched = Watched(host.host.long_polls.most)
    object.__setattr__(host.host, "long_polls", watched)
    host.host.database.listeners.append(watched.tell)
    return watched


class Reader(threading.Thread):
    """Somebody who waits for news."""

    def __init__(self, host: HostUnderTest, polls: Watched, game: str, seat: str | None = None) -> None:
        super().__init__()
        since = feed(host, game, seat)["next"]
        path = f"/games/{game}/seats/{seat}/feed" if seat else f"/games/{game}/feed"
        self.path, self.host = f"/api/v1{path}?after={since}&wait=30", host
        self.headers = host.seats[game][seat].headers(self.path, host.clock) if seat else {}
        self.start()
        assert polls.saw_a_look()

    def run(self) -> None:
        self.answer = self.host.app.test_client().get(self.path, headers=self.headers)

    def received(self) -> Any:
        self.join(PATIENCE)
        return self.answer.get_json()


def test_who_waits_is_woken_by_what_he_may_know_and_by_nothing_else(host: HostUnderTest, polls: Watched) -> None:
    game = host.started()
    green, black, public = (Reader(host, polls, game, seat) for seat in ("green", "black", None))
    host.write_press(game, "red", ["green"], "between us")
    assert [polls.saw_a_look() for _ in (green, black, public)] == [True] * 3
    assert [item["kind"] for item in green.received()["items"]] == ["press"]
    host.act(game, payloads.Remind())
    for reader in (black, public):
        assert [item["kind"] for item in reader.received()["items"]] == ["act"]


def test_a_wait_that_brings_nothing_ends_in_time(host: HostUnderTest, monkeypatch: pytest.MonkeyPatch) -> None:
    game = host.started()
    since = feed(host, game)["next"]
    moments = iter(range(0, 100, 10))
    monkeypatch.setattr(long_polls, "LOOK_SECONDS", 0.001)
    monkeypatch.setattr(long_polls, "time", SimpleNamespace(monotonic=lambda: next(moments)))
    assert feed(host, game, query=f"?after={since}&wait=30")["items"] == []
    assert next(moments) == 40


def test_who_loses_his_seat_while_he_waits_is_told_nothing(host: HostUnderTest, polls: Watched) -> None:
    game = host.started()
    reader = Reader(host, polls, game, "green")
    host.act(game, payloads.Vacate(seat="green"))
    assert reader.received()["code"] == "not-your-seat"


def test_a_signature_that_grows_too_old_while_it_waits_opens_nothing(host: HostUnderTest, polls: Watched) -> None:
    game = host.started()
    reader = Reader(host, polls, game, "green")
    host.clock.moment += timedelta(minutes=6)
    host.act(game, payloads.Remind())
    assert reader.received()["code"] == "signature-refused"


def test_no_more_requests_wait_than_may(host: HostUnderTest, polls: Watched) -> None:
    game = host.started()
    assert (polls.most, polls.most_of("p-red"), polls.most_of(None)) == (8, 3, 4)
    readers = [Reader(host, polls, game, "red") for _ in range(3)]
    own = host.seats[game]["red"]
    path = f"/games/{game}/seats/red/feed"
    refused = host.get(f"{path}?after={feed(host, game, 'red')['next']}&wait=5", own)
    assert (refused.status_code, refused.get_json()["code"]) == (429, "too-many-waiting")
    assert int(refused.headers["Retry-After"]) > 0
    assert host.get(path, own).status_code == 200
    polls.close()
    assert [reader.received()["items"] for reader in readers] == [[], [], []]
    assert polls._who.total() == 0
    assert not polls._bells


def test_all_who_wait_together_are_no_more_than_may() -> None:
    polls = LongPolls(4)
    waiting = [("g", "a"), ("g", "a"), ("g", "b"), ("gh", "b")]
    with ExitStack() as stack:
        for game, who in waiting:
            stack.enter_context(polls._waiting(game, who))
        with pytest.raises(Problem, match="too-many-waiting"):
            stack.enter_context(polls._waiting("g", "c"))
    with polls._waiting("g", "c"):
        polls.tell("g")
