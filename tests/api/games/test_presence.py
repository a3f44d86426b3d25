"""Being there: a player who is at work at their page is not mailed what they see, and nobody learns that they are."""

from __future__ import annotations

from datetime import UTC, datetime
from io import StringIO
from typing import Any

import pytest
import structlog

from api.host import json_logs
from api.referee.resolution import advance
from api.store.lookups import load_game
from api.transfer.archives import gather
from schemas.statements.payloads import Extend
from tests.api.hosts import HostUnderTest, Player
from tests.api.secrecy.test_alike import MERCY_PHASE

FOUR = ("AF", "DF", "EK", "AK")
PERICLES: dict[str, Any] = {"title": "pericles", "scenario": "14.2"}


def say(host: HostUnderTest, game: str, seat: str, by: Player | None = None) -> int:
    """A seat's player says that they are at work there."""
    player = by or host.seats[game][seat]
    return host.ask("POST", f"/games/{game}/seats/{seat}/presence", player).status_code


def due(host: HostUnderTest, kind: str, phase: int) -> dict[str, float]:
    """The minutes until the mails of a kind go, by seat."""
    rows = host.rows("select seat, next_try from mails where kind = ? and phase = ?", kind, phase)

    def minutes(moment: str) -> float:
        return (datetime.fromisoformat(moment).replace(tzinfo=UTC) - host.clock.moment).total_seconds() / 60

    return {seat: minutes(moment) for seat, moment in rows}


def answer(host: HostUnderTest, game: str) -> None:
    for seat in host.asked(game):
        assert host.send(game, seat, host.default(game, seat)).status_code == 201
    host.clock.forward(minutes=6)


@pytest.fixture
def game(host: HostUnderTest) -> str:
    """A game whose phases ask several players."""
    return host.started(FOUR, **PERICLES)


def test_the_mail_to_a_player_who_is_there_waits_ten_minutes_and_to_others_goes_at_once(
    host: HostUnderTest, game: str
) -> None:
    answer(host, game)
    advance(host.host, game)
    there, *_ = asked = host.asked(game)
    assert say(host, game, there) == 204
    host.work()
    assert due(host, "orders-wanted", 2) == {seat: 10.0 if seat == there else 0.0 for seat in asked}


def test_where_all_who_are_asked_are_there_nothing_is_written_before_its_time(host: HostUnderTest, game: str) -> None:
    answer(host, game)
    for seat in FOUR:
        say(host, game, seat)
    host.work()
    assert due(host, "orders-wanted", 2) == {}
    host.clock.forward(minutes=9)
    say(host, game, "AF")
    host.clock.forward(minutes=1)
    host.work()
    assert {*due(host, "orders-wanted", 2).values()} == {0.0}


def test_a_player_who_was_there_more_than_five_minutes_ago_is_written_to_at_once(
    host: HostUnderTest, game: str
) -> None:
    say(host, game, "AF")
    answer(host, game)
    host.work()
    assert {*due(host, "orders-wanted", 2).values()} == {0.0}


def test_no_mail_waits_longer_than_half_of_the_time_until_the_deadline(host: HostUnderTest) -> None:
    game = host.started(FOUR, **PERICLES, terms={"phase_seconds": 600, "reminders": [240]})
    for seat in host.asked(game):
        assert host.send(game, seat, host.default(game, seat)).status_code == 201
    advance(host.host, game)
    there = host.asked(game)[0]
    say(host, game, there)
    host.work()
    assert due(host, "orders-wanted", 2)[there] == 5.0
    host.rows("update mails set status = 'sent'")
    host.clock.forward(minutes=6)
    say(host, game, there)
    host.work()
    assert due(host, "reminder", 2)[there] == 2.0


def test_of_a_veiled_phase_no_word_is_kept_and_no_mail_waits(host: HostUnderTest, ballot: str) -> None:
    seats = ("alpha", "beta", "gamma", "delta")
    game = host.started(seats, title=ballot, scenario="assembly")
    host.play_on(game, MERCY_PHASE - 2)
    for seat in seats:
        assert say(host, game, seat) == 204
    assert len(host.rows("select 1 from presences")) == 4
    host.play_on(game, 1)
    assert host.phase(game)["veiled"] is True
    assert due(host, "orders-wanted", MERCY_PHASE) == dict.fromkeys(seats, 0.0)
    known = host.rows("select seat, at from presences")
    host.clock.forward(minutes=2)
    assert {say(host, game, seat) for seat in seats} == {204}
    assert host.rows("select seat, at from presences") == known


def test_only_the_player_of_the_seat_says_it_and_is_heard_once_a_minute(host: HostUnderTest, game: str) -> None:
    assert say(host, game, "AF", host.seats[game]["DF"]) == 403
    assert host.rows("select 1 from presences") == []
    written = "select at from presences where seat = 'AF'"
    say(host, game, "AF")
    first = host.rows(written)
    host.clock.forward(seconds=30)
    assert say(host, game, "AF") == 204
    assert host.rows(written) == first
    host.clock.forward(seconds=31)
    say(host, game, "AF")
    assert host.rows(written) != first
    assert len(host.rows(written)) == 1


def test_nobody_is_shown_who_is_there(host: HostUnderTest, game: str) -> None:
    stream = StringIO()
    json_logs.configure(stream)
    reader = host.seats[game]["DF"]
    own = [f"/games/{game}/seats/DF/{what}" for what in ("questions", "view", "report", "feed", "press")]
    addresses = [f"/games/{game}", f"/games/{game}/phase", f"/games/{game}/view", f"/games/{game}/log", *own]

    def seen() -> list[tuple[bytes, str | None]]:
        answers = [host.get(address, reader) for address in [*addresses, f"/games/{game}/feed"]]
        return [(one.data, one.headers.get("ETag")) for one in answers]

    def exported() -> str:
        with host.host.database.read() as session:
            return repr(gather(host.host, session, load_game(session, game)))

    before, archive = seen(), exported()
    stream.truncate(0)
    assert say(host, game, "AF") == 204
    assert "presence" not in stream.getvalue()
    assert seen() == before
    assert exported() == archive
    structlog.reset_defaults()
    assert host.act(game, Extend(seconds=60)).status_code == 201


def test_when_the_game_is_over_it_is_forgotten_who_was_there(host: HostUnderTest) -> None:
    game = host.started()
    say(host, game, "red")
    assert host.rows("select 1 from presences") == [(1,)]
    host.play_on(game)
    assert host.rows("select 1 from presences") == []
