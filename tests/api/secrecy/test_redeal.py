"""What a seat may not know changes nothing that reaches it by any road: answers, refusals, mails, sizes, order."""

from __future__ import annotations

import hashlib
import itertools
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
import structlog
from sqlmodel import Session, col, select
from werkzeug.test import TestResponse

from api.games.books import newest_sent
from api.http import answers
from api.mail_out.letters import Letters
from api.mail_out.outbox import Outbox
from api.openapi.game_answers import GameSummary
from api.pages import watch
from api.pages.boards import Viewpoint
from api.reports import game_summaries
from api.store.models import EnvelopeRow, Game, PhaseRow
from schemas.envelopes import Envelope
from schemas.statements import payloads
from tests.api.booked import send_book
from tests.api.hosts import HostUnderTest
from tests.api.secrecy.twins import (
    PAGES,
    READS,
    SAME_FOR_ALL,
    Twin,
    Twins,
    kept_headers,
    readable,
    same_by_nature,
    shown,
)

__all__ = ["same_by_nature"]
SEATS = ("alpha", "beta", "gamma", "delta")
VEILED = 2
VEILED_SOAKED = ((None, False), ("alpha", True))
"""For whom `make soak` looks at a veiled phase, and whether often."""
TERMS = {"grace_seconds": 3600, "reminders": [7200], "excused": 1}
Make = Callable[[str, str | None], Twins]


@pytest.fixture
def make(host: HostUnderTest, ballot: str, tmp_path: Path, same_by_nature: Callable[[Twins], None]) -> Iterator[Make]:
    """Two hosts, one redealt for a seat or a spectator: in a veiled phase of the ballot, in the opening of Perikles, or
    before the first move of Athens & Sparta.
    """
    made: list[Twins] = []

    def twins(title: str, seat: str | None) -> Twins:
        if title == ballot:
            game = host.started(SEATS, title=ballot, scenario="assembly", terms=TERMS)
            host.play_on(game, VEILED - 1)
            assert host.phase(game)["veiled"] is True
        elif title == "athens_sparta":
            game = host.started(("sparta", "athens"), title=title, scenario="war", terms=TERMS)
            while "D-7" not in asked(host, game):
                host.play_on(game, 1)
        else:
            game = host.started(terms=TERMS)
        pair = Twins(host, game, seat, tmp_path)
        same_by_nature(pair)
        made.append(pair)
        return pair

    yield twins
    structlog.reset_defaults()
    for pair in made:
        pair.close()


def asked(host: HostUnderTest, game: str) -> list[str]:
    """The questions of the open phase."""
    return [ask.question for ask in host.position(game).phase.asks]


def test_every_address_that_can_be_read_is_compared(host: HostUnderTest) -> None:
    assert readable(host) == set(READS)
    assert shown(host) == {*PAGES, *SAME_FOR_ALL}


def refused(twins: Twins) -> None:
    """Whatever a seat tries that is not its own is refused in the same words."""
    seat, game = twins.seat, twins.game
    if seat is None:
        return
    number, _ = twins.both(lambda host: int(host.phase(game)["phase"]))
    rivals = [each for each in twins.one.seats[game] if each != seat]
    for rival, sequence in itertools.product(rivals, (1, 9)):
        forged = sealed(twins, seat, [], seat=rival, sequence=sequence)
        assert alike(twins, lambda host, raw=forged, at=rival: host.put(raw, game, number, at)) == 403
    wrong = sealed(twins, seat, [{"question": "none"}], phase=number + 1)
    assert alike(twins, lambda host: host.put(wrong, game, number + 1, seat)) == 404
    for to in ([seat], ["nobody"]):
        assert alike(twins, lambda host, to=to: host.write_press(game, seat, to, "x")) == 422


def sealed(twins: Twins, by: str, orders: list[dict[str, Any]], /, **changed: Any) -> Envelope:
    """An envelope by a seat; made in both hosts, because they log that they were asked for the key."""
    return twins.both(lambda host: host.envelope(twins.game, by, orders, "draft", **changed))[0]


def alike(twins: Twins, do: Callable[[Twin], TestResponse]) -> int:
    """Do something in both hosts, which have to answer with the same bytes; gives the status."""
    one, other = twins.both(do)
    assert (one.status_code, one.data, kept_headers(one)) == (other.status_code, other.data, kept_headers(other))
    return int(one.status_code)


def send(host: Twin, seat: str, orders: list[dict[str, Any]], word: str) -> None:
    assert host.send(host.game, seat, orders, word).status_code == 201


def to_the_end(twins: Twins, *, often: bool = False) -> None:
    """Reminder, deadline, grace, cut, a day's digest, an act, press, and the end: all compared before the cut and after
    everything; `often` also on the way.
    """
    if often:
        twins.compare("orders are in")
    refused(twins)
    twins.pass_time(hours=22)
    twins.pass_time(hours=2)
    twins.compare("deadline")
    twins.pass_time(hours=1)
    if often:
        twins.compare("cut")
    twins.both(lambda host: host.act(twins.game, payloads.Extend(seconds=200_000)))
    twins.pass_time(hours=24)
    first, second, *_ = twins.one.seats[twins.game]
    twins.both(lambda host: host.write_press(twins.game, second, [first], "well?"))
    twins.pass_time(minutes=1)
    twins.compare("act, digest, press")
    twins.both(lambda host: host.act(twins.game, payloads.End()))
    for name in ("mails", "log lines"):
        one, other = twins.both(twins.looks()[name])
        assert one == other


def send_apart(twins: Twins) -> None:
    """Rivals send different words, orders, numbers of envelopes and books; nobody but the host may know."""
    others = [each for each in SEATS if each != twins.seat]
    no, note = [{"question": "B-2", "mercy": False}], [{"question": "B-N", "text": "remember"}]
    one = [(others[0], no, "final"), (others[1], no, "draft"), (others[1], [*no, *note], "draft")]
    other = [(others[2], no, "final"), (others[0], [*no, *note], "draft"), (others[0], [], "draft")]
    for host, script in ((twins.one, one), (twins.other, other)):
        twins.within(host, lambda host, script=script: [send(host, *each) for each in script])
    for host, to, word in ((twins.one, others[2], "draft"), (twins.other, others[1], "final")):
        book = twins.within(host, lambda host, to=to, word=word: send_book(host, twins.game, to, [], word))
        assert book.status_code == 201


@pytest.mark.parametrize(
    ("seat", "often"), [("alpha", False), *(pytest.param(*one, marks=pytest.mark.soak) for one in VEILED_SOAKED)]
)
def test_in_a_veiled_phase_neither_hidden_things_nor_who_is_in_or_final_reach_anybody(
    make: Make, ballot: str, seat: str | None, often: bool
) -> None:
    twins = make(ballot, seat)
    send_apart(twins)
    to_the_end(twins, often=often)


@pytest.mark.parametrize("seat", [pytest.param(None, marks=pytest.mark.soak), "red"])
def test_hidden_things_of_perikles_reach_nobody_who_may_not_know_them(make: Make, seat: str | None) -> None:
    twins = make("perikles", seat)
    ahead = next(each for each in reversed(twins.one.seats[twins.game]) if each != seat)
    for host, city in ((twins.one, "thebes"), (twins.other, "argos")):
        orders = [{"question": "D-S1B", "city": city}]
        twins.within(host, lambda host, orders=orders: send(host, ahead, orders, "draft"))
    to_the_end(twins)


@pytest.mark.soak
@pytest.mark.parametrize("seat", [None, "athens"])
def test_face_down_blocks_and_hands_of_athens_and_sparta_reach_nobody_who_may_not_know_them(
    make: Make, seat: str | None
) -> None:
    """2.2, 2.2-C: under the deadline nobody moves, and the contacts are told."""
    to_the_end(make("athens_sparta", seat))


def leak_in_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reminders tell by their ids who is missing."""
    honest = Outbox.reminder

    def leaky(self: Outbox, phase: PhaseRow, position: Any, missing: Sequence[str], part: str = "") -> None:
        honest(self, phase, position, missing, part + "".join(missing))

    monkeypatch.setattr(Outbox, "reminder", leaky)


def leak_by_number_of_mails(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a veiled phase only those from whom nothing is in are reminded."""

    def leaky(self: Outbox, phase: PhaseRow, position: Any, missing: Sequence[str], part: str = "") -> None:
        for seat in self._seats():
            if seat.name in missing:
                self._write(
                    seat, "reminder", phase.number, "due", part=part, veiled=True, deadline="soon", own=[seat.name]
                )

    monkeypatch.setattr(Outbox, "reminder", leaky)


def leak_in_etag(monkeypatch: pytest.MonkeyPatch) -> None:
    """ETags hash more than what is shown."""
    honest = answers.answer_bytes

    def leaky(body: bytes, status: int = 200, *, private: bool = False) -> Any:
        response = honest(body, status, private=private)
        response.set_etag(hashlib.sha256(body + b"and the hidden position").hexdigest())
        return response

    monkeypatch.setattr(answers, "answer_bytes", leaky)


def leak_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seats are listed in the order in which their envelopes came."""

    honest = game_summaries.summarize_game

    def leaky(session: Session, game: Game) -> GameSummary:
        came = [*session.exec(select(EnvelopeRow.seat).order_by(col(EnvelopeRow.id).desc())).all()]
        seats = honest(session, game).seats
        by_time = sorted(seats, key=lambda seat: came.index(seat.name) if seat.name in came else 99)
        return honest(session, game).model_copy(update={"seats": by_time})

    monkeypatch.setattr(sys.modules["api.views.games"], "summarize_game", leaky)


def leak_in_size(monkeypatch: pytest.MonkeyPatch) -> None:
    """Letters are as large as what rivals have sent."""
    honest = Letters._known

    def leaky(self: Letters, seat: str | None, since: int) -> dict[str, Any]:
        rows = self.phase.session.exec(select(EnvelopeRow).where(EnvelopeRow.word == "final")).all()
        more = ["." * 20_000] if seat and (VEILED, "delta") in {(row.phase, row.seat) for row in rows} else []
        known = honest(self, seat, since)
        return {**known, "news": known["news"] + more}

    monkeypatch.setattr(Letters, "_known", leaky)


def leak_in_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page of a game says of a veiled phase who has sent what."""

    def leaky(viewpoint: Viewpoint) -> list[str]:
        sent_in = newest_sent(viewpoint.session, viewpoint.game.id, VEILED)[VEILED]
        words = {seat: sent.word for seat, sent in sent_in.items()}
        return [f"{seat}: {words[seat]}." for seat in sorted(words)]

    monkeypatch.setattr(watch, "waiting", leaky)


LEAKS = [
    (leak_in_page, "pages"),
    (leak_in_mail, "mails"),
    (leak_in_etag, "answers"),
    pytest.param(leak_by_number_of_mails, "mails", marks=pytest.mark.soak),
    pytest.param(leak_in_order, "answers", marks=pytest.mark.soak),
    pytest.param(leak_in_size, "mails", marks=pytest.mark.soak),
]


@pytest.mark.parametrize(("leak", "where"), LEAKS)
def test_a_leak_that_was_planted_is_found(
    make: Make, ballot: str, leak: Callable[[pytest.MonkeyPatch], None], where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    twins = make(ballot, "alpha")
    send_apart(twins)
    leak(monkeypatch)
    for hours in (22, 2, 1):
        twins.pass_time(hours=hours)
    with pytest.raises(AssertionError):
        twins.compare("leak", where)
