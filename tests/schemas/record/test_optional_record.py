"""Records of games with options: seats that nobody plays or that sleep, and a file laid over the title's numbers."""

import msgspec
import pytest

from adjudicator import registry
from schemas.documents.components_files import digest_of
from schemas.keys.identities import Identity
from schemas.log.entries import Notice
from schemas.record import verify_record
from tests.titles import ballot
from tools.generate.playing import Playing

SEATS = ("alpha", "beta", "gamma", "delta")
FILE = "rounds: 3\n"


@pytest.fixture
def playing(host):
    registry.register(ballot.TITLE)

    def make(**options):
        players = {seat: Identity.generate() for seat in SEATS if options.get(seat) != "bot"}
        return Playing(ballot.TITLE, "assembly", list(SEATS), host, players, options=options)

    yield make
    registry._registered.pop(ballot.TITLE.id)


def findings(record):
    return [(found.code, found.phase, found.message) for found in verify_record(record)]


def notices(game):
    return [(body.what, body.seats) for body in (entry.body for entry in game.log) if isinstance(body, Notice)]


def test_a_record_in_which_nobody_plays_a_seat_verifies(playing):
    game = playing(delta="bot")
    record = game.play(silent="", clumsy="")
    assert {order.source for phase in record.phases for order in phase.orders if order.seat == "delta"} == {"bot"}
    assert findings(record) == []


def test_a_seat_that_the_bot_plays_for_now_misses_nothing(playing):
    game = playing(asleep="beta")
    position = game.phase(game.phase(game.begin().position).position).position
    assert position.round == 2
    while position.phase is not None:
        position = game.phase(position, silent="beta").position
    assert notices(game) == []
    assert findings(game.finish(position)) == []


def test_a_miss_of_a_seat_that_the_bot_played_is_found(playing):
    game = playing(asleep="beta")
    position = game.phase(game.phase(game.begin().position).position).position
    game.lies = {"missed": ["beta"]}
    while position.phase is not None:
        position = game.phase(position, silent="beta").position
    assert [code for code, _, _ in findings(game.finish(position))] == ["false-record"]


def test_a_join_in_a_seat_that_nobody_plays_is_found(playing):
    game = playing(delta="bot")
    game.players["delta"] = Identity.generate()
    record = game.play(silent="delta", clumsy="")
    assert "players took the seats" in findings(record)[0][2]


def test_who_joins_a_seat_that_he_may_not_hold_beside_his_other_is_found(playing):
    game = playing()
    game.players["gamma"] = game.players["alpha"]
    (found,) = findings(game.play(silent="", clumsy=""))
    assert found[:2] == ("false-record", None)
    assert "the join of seat 'gamma' is not allowed: without the option shared one player holds one seat" in found[2]


def test_seats_that_the_options_let_one_player_hold_verify(playing):
    game = playing(shared=True)
    game.players["gamma"] = game.players["alpha"]
    assert findings(game.play(silent="", clumsy="")) == []


def test_options_other_than_the_organiser_signed_are_found(playing):
    record = playing(delta="bot").play(silent="", clumsy="")
    (found,) = findings(msgspec.structs.replace(record, options={}))
    assert "its options is" in found[2]


def test_a_record_carries_the_file_that_was_laid_over_the_components(playing):
    game = playing(components=digest_of(FILE))
    ballot.add_components(FILE)
    game.components = FILE
    record = game.play(silent="", clumsy="")
    assert findings(record) == []
    for file, says in ((None, "is missing"), ("rounds: 2\n", "but the options name")):
        (found,) = findings(msgspec.structs.replace(record, components=file))
        assert found[0] == "wrong-components"
        assert says in found[2]
