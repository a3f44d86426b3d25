"""Records of games in which something happened: books, substitutes, acts, rollbacks, amendments, early ends."""

import msgspec
import pytest

from adjudicator import registry
from schemas.keys.identities import Identity
from schemas.keys.sealing import LIGHT, PhaseKey
from schemas.log.entries import Notice
from schemas.record import verify_record
from schemas.statements.payloads import Absence, Amend, Annul, End, Pause, Resign, Resume, Rollback, Vacate, Vote
from tests.titles import ballot
from tools.generate.playing import Playing

SEATS = ("alpha", "beta", "gamma")


@pytest.fixture(autouse=True)
def _ballot_is_known():
    registry.register(ballot.TITLE)


@pytest.fixture
def game(host):
    players = {seat: Identity.generate() for seat in SEATS}
    return Playing(title=ballot.TITLE, scenario="assembly", seats=list(SEATS), host=host, players=players)


def against(seat):
    return [{"question": "B-1", "choose": [{"against": seat}]}]


def on(game, position):
    """To the end by the rules."""
    while position.phase is not None:
        position = game.phase(position).position
    return game.finish(position)


def findings(record):
    return [(found.code, found.phase, found.message) for found in verify_record(record)]


def with_books(game):
    position = game.begin().position
    game.file_book("alpha", against("gamma"))
    game.file_book("beta", against("alpha"), key=PhaseKey.generate(LIGHT))
    game.file_book("gamma", against("beta"))
    position = game.phase(position, silent="alpha").position
    game.file_book("alpha", against("beta"))
    game.file_book("gamma", [], word="withdrawn")
    return on(game, position)


def test_books_that_answer_are_replaced_withdrawn_or_do_not_open_verify(game):
    record = with_books(game)
    assert findings(record) == []
    assert "book" in {order.source for phase in record.phases for order in phase.orders}
    assert [[book.leaves and len(book.leaves) for book in phase.books] for phase in record.phases[:2]] == [
        [1, None, 1],
        [1, []],
    ]


def with_first(record, books):
    phases = [msgspec.structs.replace(record.phases[0], books=books), *record.phases[1:]]
    return msgspec.structs.replace(record, phases=phases)


def test_a_book_withheld_changed_or_said_not_to_have_opened_is_found(game):
    record = with_books(game)
    first, *rest = record.phases[0].books
    code, phase, message = findings(with_first(record, rest))[0]
    assert (code, phase, "the cut's leaf of seat 'alpha'" in message) == ("false-record", 1, True)
    order = {**first.leaves[0].order, "choose": [{"against": "beta"}]}
    turned = msgspec.structs.replace(first, leaves=[msgspec.structs.replace(first.leaves[0], order=order)])
    assert findings(with_first(record, [turned, *rest]))[0][:2] == ("false-record", 1)
    shut = msgspec.structs.replace(first, leaves=None)
    assert [found[:2] for found in findings(with_first(record, [shut, *rest]))] == [("diverged", 1)]


def test_a_substitute_plays_on_after_a_vacancy(game):
    position = game.phase(game.begin().position).position
    game.act(1, Vacate(seat="gamma"))
    game.join("gamma", Identity.generate())
    assert findings(on(game, position)) == []


def test_a_substitute_in_a_seat_that_is_held_is_found(game):
    position = game.phase(game.begin().position).position
    game.join("gamma", Identity.generate())
    assert findings(on(game, position)) == [("false-record", None, "seat 'gamma' is taken twice")]


def test_a_substitute_who_signs_for_a_phase_before_he_came_is_found(game):
    first = game.begin().position
    old, new = game.players["gamma"], Identity.generate()
    game.players = {**game.players, "gamma": new}
    position = game.phase(first).position
    game.players = {**game.players, "gamma": old}
    game.act(1, Vacate(seat="gamma"))
    game.join("gamma", new)
    assert findings(on(game, position))[0][:2] == ("unknown-signer", 1)


def test_acts_of_organiser_and_holders_verify_and_key_nothing(game):
    position = game.begin().position
    game.act(1, Pause())
    game.seat_act(1, "beta", Absence(first="2026-12-01", last="2026-12-03"))
    game.write(Notice(what="overdue", phase=1, seats=["beta"], until="2026-12-03T10:00:00Z"))
    game.act(5, Resume())
    game.seat_act(2, "beta", Resign())
    game.join("beta", Identity.generate())
    assert findings(on(game, position)) == []


@pytest.mark.parametrize(
    ("does", "why"),
    [
        (lambda game: game.act(1, Pause(), by=game.players["beta"]), "signed by"),
        (lambda game: [game.act(2, Pause()), game.act(2, Resume())], "act 2: its number is not above 2"),
        (lambda game: game.seat_act(1, "beta", Resign(), by=game.players["gamma"]), "seat-act 1: its signer is"),
        (lambda game: [game.seat_act(n, "beta", Resign()) for n in (1, 2)], "expected None"),
    ],
)
def test_an_act_by_another_or_out_of_order_is_found(game, does, why):
    position = game.begin().position
    does(game)
    ((_, _, message),) = findings(on(game, position))
    assert why in message


def rolled_back(game, since=1, **how):
    first = game.begin().position
    second = game.phase(first).position
    game.act(1, Rollback(phase=1, reason="a fault of the rules"))
    return game.reopen(first, second, since, **how)


def test_a_rollback_and_an_amendment_verify(game):
    again = rolled_back(game)
    game.file_book("beta", against("alpha"))
    position = game.phase(again).position
    game.act(2, Amend(reason="a slip", changes={"round": 2}))
    position = game.reopen(position, position, position.phase.number, dealt=False, changes={"round": 2})
    game.act(3, Amend(reason="dice seen", redeal=True))
    position = game.reopen(position, position, position.phase.number, redeal=True)
    record = on(game, position)
    assert findings(record) == []
    assert [phase.phase for phase in record.phases] == list(range(1, len(record.phases) + 1))


def test_a_phase_opened_anew_otherwise_than_the_act_says_is_found(game):
    again = rolled_back(game, changes={"round": 2})
    ((code, phase, message),) = findings(on(game, again))
    assert (code, phase, message.startswith("the replay leads to position")) == ("diverged", 2, True)


def test_a_phase_opened_anew_since_another_phase_or_without_an_act_is_found(game, host):
    ((code, phase, message),) = findings(on(game, rolled_back(game, since=2)))
    assert (code, phase, "as 3 since 2; expected 3 since 1" in message) == ("diverged", 2, True)


def test_a_phase_made_void_without_an_act_is_found(game):
    first = game.begin().position
    ((code, phase, message),) = findings(on(game, game.reopen(first, first, 1, dealt=False)))
    assert (code, phase, "without a rollback or an amendment" in message) == ("diverged", 1, True)


def ended(game, places=None, reason="ended by the organiser"):
    position = game.phase(game.begin().position).position
    game.act(1, End(reason="we are tired"))
    return game.over(places or dict.fromkeys(SEATS, 1), game.title.scores(position), reason)


def test_a_game_ended_by_the_organiser_has_places_by_its_scores(game):
    assert findings(ended(game)) == []


def test_other_places_than_the_scores_of_an_ended_game_give_are_found(game):
    ((code, phase, message),) = findings(ended(game, {"alpha": 1, "beta": 2, "gamma": 2}))
    assert (code, phase, message.startswith("the places of the replay")) == ("diverged", None, True)


def test_another_reason_than_the_act_is_found(game):
    ((_, _, message),) = findings(ended(game, reason="ended by the players"))
    assert message.startswith("the reason of the replay is 'ended by the organiser'")


def test_an_annulled_game_has_neither_places_nor_scores(game):
    game.phase(game.begin().position)
    game.act(1, Annul())
    assert findings(game.over({}, {}, "annulled by the organiser")) == []


def voted(game, seats):
    position = game.begin().position
    for seat in seats:
        game.seat_act(1, seat, Vote(on="end", yes=True))
    game.write(Notice(what="voted", phase=1, seats=list(seats), vote="end"))
    return game.over(dict.fromkeys(SEATS, 1), game.title.scores(position), "ended by the players")


def test_a_game_that_the_players_voted_to_end_verifies(game):
    assert findings(voted(game, SEATS)) == []


def test_a_vote_to_end_that_did_not_carry_is_found(game):
    message = "the log says the vote to end the game carries, but these are not in favour: gamma"
    assert findings(voted(game, SEATS[:2])) == [("false-record", None, message)]
