"""Records of what was done before the deal: seats left and taken again, games that begin full, seats of one player."""

import pytest

from adjudicator import registry
from schemas.keys.identities import Identity
from schemas.log.entries import Joined
from schemas.record import verify_record
from schemas.statements.payloads import Leave, Vacate
from tests.titles import ballot
from tools.generate.playing import Playing

SEATS = ("alpha", "beta", "gamma")


class Undecided(Playing):
    """A game in which something is done between the joins and the deal."""

    meanwhile = staticmethod(lambda game: None)

    def _start(self):
        self.meanwhile(self)
        return super()._start()


@pytest.fixture
def found(host):
    """What is found in the record of a game that is played after `meanwhile`."""
    registry.register(ballot.TITLE)

    def play(meanwhile=lambda game: None, people=None, options=None, **said):
        players = people or {seat: Identity.generate() for seat in SEATS}
        game = Undecided(ballot.TITLE, "assembly", list(SEATS), host, players, options=options or {}, said=said)
        game.meanwhile = meanwhile
        return [one.message for one in verify_record(game.play(silent="", clumsy=""))]

    yield play
    registry._registered.pop(ballot.TITLE.id)


def taken_back_and_given(game):
    game.seat_act(1, "alpha", Leave())
    game.act(2, Vacate(seat="beta"))
    game.join("beta", Identity.generate())
    game.join("alpha", Identity.generate())


def test_seats_that_were_left_and_taken_again_verify(found):
    assert found(taken_back_and_given) == found(taken_back_and_given, start="full") == []


def test_a_seat_that_is_empty_at_the_deal_is_found(found):
    message = "players took the seats ['beta', 'gamma'], but the game has ['alpha', 'beta', 'gamma']"
    assert found(lambda game: game.seat_act(1, "alpha", Leave())) == [message]


def test_a_join_that_is_used_again_after_its_player_left_is_found(found):
    def again(game):
        body = next(entry.body for entry in game.log if isinstance(entry.body, Joined))
        game.seat_act(1, "alpha", Leave())
        game.write(body)

    assert found(again) == ["seat 'alpha' is taken again with a statement that was used before"]


def test_more_seats_than_one_player_may_hold_are_found(found):
    one, other = Identity.generate(), Identity.generate()
    people, shared = {"alpha": one, "beta": one, "gamma": other}, {"shared": True}
    assert found(people=people, options=shared, seats_a_player=2) == found(people=people, options=shared) == []
    message = "with seat 'beta' one player holds 2 seats, but 1 are allowed"
    assert found(people=people, options=shared, seats_a_player=1) == [message]


def test_a_start_that_nobody_was_to_give_is_found(found):
    def started(game):
        game.said = {}

    assert found(started, start="full") == ["log entry 4 is 'started'; expected 'dealt'"]
