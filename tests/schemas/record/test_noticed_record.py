"""Records of games in which players were missing: whom the host's notices name is whom the record shows."""

import pytest

from adjudicator import registry
from adjudicator.registry import title
from schemas.keys.identities import Identity
from schemas.log.entries import Notice
from schemas.record import verify_record
from schemas.statements.payloads import Resign
from tests.titles import ballot
from tools.generate.playing import Playing

VOTE = ("alpha", "beta", "gamma", "delta")


def playing(host, rules, scenario, seats):
    players = {seat: Identity.generate() for seat in seats}
    return Playing(title=rules, scenario=scenario, seats=list(seats), host=host, players=players)


@pytest.fixture
def game(host):
    """Everybody votes openly in phase 1, and answers a veiled question in phase 2."""
    registry.register(ballot.TITLE)
    return playing(host, ballot.TITLE, "assembly", VOTE)


@pytest.fixture
def opening(host):
    """One seat is asked after the other, each more than once."""
    perikles = title("perikles")
    return playing(host, perikles, "opening", perikles.seats("opening", 3))


def findings(record):
    return [(found.code, found.phase, found.message) for found in verify_record(record)]


def on(game, position, silent=""):
    """To the end by the rules."""
    while position.phase is not None:
        position = game.phase(position, silent=silent).position
    return game.finish(position)


def notices(game):
    return [(body.what, body.seats) for body in (entry.body for entry in game.log) if isinstance(body, Notice)]


def test_misses_verify_and_those_of_a_veiled_phase_are_not_told(game):
    record = on(game, game.phase(game.begin().position, silent="gamma").position, silent="gamma")
    assert notices(game)[0] == ("missed", ["gamma"])
    veiled = [phase for phase in record.phases if phase.orders[0].question == "B-2"]
    assert all("gamma" not in {envelope.seat for envelope in phase.envelopes} for phase in veiled)
    assert findings(record) == []


def test_a_seat_that_falls_vacant_by_its_misses_and_its_substitute_verify(opening):
    position, seat = opening.begin().position, opening.seats[0]
    while ("vacated", [seat]) not in notices(opening):
        position = opening.phase(position, silent=seat).position
    opening.join(seat, Identity.generate())
    assert findings(on(opening, position)) == []
    assert notices(opening) == [("missed", [seat]), ("missed", [seat]), ("vacated", [seat])]


@pytest.mark.parametrize("what", ["missed", "vacated"])
def test_a_miss_or_a_vacancy_of_a_seat_that_had_an_envelope_is_found(game, what):
    game.lies = {what: ["beta"]}
    message = f"the {what} notice names beta, but the record shows nobody"
    position = game.phase(game.begin().position).position
    if what == "vacated":
        game.join("beta", Identity.generate())
    assert findings(on(game, position)) == [("false-record", 1, message)]


def test_a_miss_of_a_seat_whose_book_answered_is_found(game):
    position = game.begin().position
    game.file_book("beta", [{"question": "B-1", "choose": [{"against": "alpha"}]}])
    game.lies = {"missed": ["beta"]}
    message = "the missed notice names beta, but the record shows nobody"
    assert findings(on(game, game.phase(position, silent="beta").position)) == [("false-record", 1, message)]


def test_a_miss_of_a_seat_that_nobody_held_is_found(game):
    position = game.begin().position
    game.seat_act(1, "beta", Resign())
    del game.misses["beta"]
    game.lies = {"missed": ["beta"]}
    ((_, phase, message),) = findings(on(game, game.phase(position, silent="beta").position, silent="beta"))
    assert (phase, message) == (1, "the missed notice names beta, but the record shows nobody")


def test_a_miss_that_is_kept_quiet_is_found(game):
    game.lies = {"missed": []}
    position = game.phase(game.begin().position, silent="beta").position
    assert findings(on(game, position)) == [
        ("false-record", 1, "no missed notice names beta, though the record shows them"),
    ]


def test_a_miss_told_of_a_veiled_phase_is_found(game):
    position = game.phase(game.begin().position).position
    game.lies = {"missed": ["beta"]}
    message = "the missed notice names beta, but the record shows nobody"
    assert findings(on(game, game.phase(position, silent="beta").position)) == [("false-record", 2, message)]


def test_a_seat_that_fell_vacant_with_a_miss_still_excused_is_found(opening):
    position, seat = opening.begin().position, opening.seats[0]
    opening.lies = {"vacated": [seat]}
    while not position.phase.asked_of(seat):
        opening.lies = {}
        position = opening.phase(position).position
    opening.lies = {"vacated": [seat]}
    number = position.phase.number
    position = opening.phase(position, silent=seat).position
    opening.join(seat, Identity.generate())
    message = f"the vacated notice names {seat}, but the record shows nobody"
    assert ("false-record", number, message) in findings(on(opening, position))


@pytest.mark.parametrize(
    ("after", "seats", "phase", "why"),
    [
        (0, ["omega"], 1, "names omega, but the phase asks alpha, beta, gamma, delta"),
        (0, [], 1, "names nobody, but the phase asks alpha, beta, gamma, delta"),
        (1, ["beta"], 2, "names beta, but the phase is veiled"),
        (1, ["beta"], 1, "the overdue notice names beta for phase 1, but phase 2 is open"),
    ],
)
def test_a_false_word_that_grace_began_is_found(game, after, seats, phase, why):
    position = game.begin().position
    for _ in range(after):
        position = game.phase(position).position
    game.write(Notice(what="overdue", phase=phase, seats=seats, until="2026-12-03T10:00:00Z"))
    ((code, found, message),) = findings(on(game, position))
    assert (code, found, why in message) == ("false-record", after + 1, True)


def test_a_pause_for_want_of_players_while_somebody_held_a_seat_is_found(game):
    position = game.begin().position
    game.write(Notice(what="paused", phase=1, seats=[]))
    ((code, _, message),) = findings(on(game, position))
    assert (code, "held a seat" in message) == ("false-record", True)


def test_a_true_word_that_grace_began_verifies(game):
    position = game.begin().position
    game.write(Notice(what="overdue", phase=1, seats=["beta"], until="2026-12-03T10:00:00Z"))
    position = game.phase(position).position
    game.write(Notice(what="overdue", phase=2, seats=[], until="2026-12-03T10:00:00Z"))
    assert findings(on(game, position)) == []
