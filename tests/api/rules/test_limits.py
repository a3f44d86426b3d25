"""What overruns is ended where it is, and nothing else is."""

from __future__ import annotations

import threading
import time
import traceback

import pytest

from api.rules.limits import GuardedTitle, Limit, RulesTooLong, guarded
from tests.adjudicator.players import begin
from tests.titles.ballot import TITLE as BALLOT


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Limit, "seconds", 0.3)


def for_good() -> None:
    while True:
        sum(range(10))


def deaf() -> None:
    """It takes every exception that the rules could raise for its own."""
    while True:
        try:
            for_good()
        except Exception:
            continue


@pytest.mark.parametrize("work", [for_good, deaf])
def test_what_takes_too_long_is_ended(short: None, work) -> None:
    begun = time.monotonic()
    with pytest.raises(RulesTooLong, match=r"longer than 0\.3 s") as told:
        Limit.run(work)
    assert time.monotonic() - begun < 20
    assert told.value.__cause__ is not None
    assert "for_good" in [frame.name for frame in traceback.extract_tb(told.value.__cause__.__traceback__)]


def test_the_thread_goes_on_and_is_not_ended_later(short: None) -> None:
    for _ in range(3):
        with pytest.raises(RulesTooLong):
            Limit.run(for_good)
        time.sleep(0.5)
    assert Limit.run(sum, [1, 2]) == 3


def test_others_go_on_meanwhile_and_each_has_its_own_limit(short: None) -> None:
    answers: list[object] = []

    def ask() -> None:
        try:
            Limit.run(for_good)
        except RulesTooLong as error:
            answers.append(error)

    threads = [threading.Thread(target=ask) for _ in range(3)]
    for thread in threads:
        thread.start()
    assert Limit.run(sum, [1, 2]) == 3
    for thread in threads:
        thread.join(60)
    assert len(answers) == 3


def test_what_is_found_one_by_one_is_ended_too(short: None) -> None:
    def found():
        yield 1
        for_good()

    seen = []
    with pytest.raises(RulesTooLong):
        seen.extend(iter(lambda each=Limit.each(found()): next(each), None))
    assert list(Limit.each(iter([1, 2]))) == [1, 2]


def test_what_is_just_in_time_stays_what_it_answered(short: None) -> None:
    def nearly() -> str:
        time.sleep(0.29)
        return "answer"

    told = []
    for _ in range(5):
        try:
            told.append(Limit.run(nearly))
        except RulesTooLong:
            told.append("ended")
        assert sum(range(100_000)) == 4_999_950_000
    assert set(told) <= {"answer", "ended"}


def test_a_guarded_title_answers_like_the_title(short: None) -> None:
    title = guarded(BALLOT)
    assert isinstance(title, GuardedTitle)
    assert guarded(title) is title
    assert guarded(BALLOT) is title
    position = begin(BALLOT, 3, "guarded").position
    seat = position.phase.asks[0].seat
    view = title.view(position, seat)
    assert title.encode(view) == BALLOT.encode(BALLOT.view(position, seat))
    assert list(title.options(view, seat, "B-1")) == list(BALLOT.options(view, seat, "B-1"))


def test_it_ends_whatever_the_rules_are_asked(short: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adjudicator.kernel.title.knowing._seen", lambda *_: for_good())
    position = begin(BALLOT, 3, "guarded").position
    with pytest.raises(RulesTooLong):
        guarded(BALLOT).view(position, "alpha")
