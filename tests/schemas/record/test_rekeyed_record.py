"""Records of games in which keys were replaced: the verifier follows them, and finds those that nobody signed for."""

import msgspec
import pytest

from adjudicator import registry
from schemas.documents.successions import newest
from schemas.keys.identities import Identity
from schemas.log.chain import substance
from schemas.log.entries import Rekeyed
from schemas.record import verify_record
from schemas.statements.payloads import Pause, Player, Rekey, Resume, Rotation, Vacate, Vote
from schemas.statements.statements import sign_payload
from tests.titles import ballot
from tools.generate.playing import Playing

NOWHERE = "ed25519:" + 32 * "0"
SEATS = ("alpha", "beta", "gamma")


@pytest.fixture(autouse=True)
def _ballot_is_known():
    registry.register(ballot.TITLE)


@pytest.fixture
def game(host):
    players = {seat: Identity.generate() for seat in SEATS}
    return Playing(title=ballot.TITLE, scenario="assembly", seats=list(SEATS), host=host, players=players)


def on(game, position):
    """To the end by the rules."""
    while position.phase is not None:
        position = game.phase(position).position
    return game.finish(position)


def findings(record):
    return [(found.code, found.phase, found.message) for found in verify_record(record)]


def confirm(game, old, new, number=1):
    """The organiser confirms a new key."""
    act = Rekey(player=old.key_id, key=new.key_id)
    game.act(number, act)
    game.succeed(old, new)


def test_a_seat_whose_player_replaces_his_key_plays_on(game):
    position = game.phase(game.begin().position).position
    game.rotate(game.players["beta"], Identity.generate())
    position = game.phase(position).position
    game.rotate(game.players["beta"], Identity.generate())
    game.seat_act(1, "beta", Vote(on="pause", yes=True))
    record = on(game, position)
    assert findings(record) == []
    assert len(record.players) == 5


def test_an_envelope_under_the_old_key_counts_until_it_is_replaced(game):
    first, old = game.begin().position, game.players["beta"]
    game.rotate(old, Identity.generate())
    new, game.players = game.players["beta"], {**game.players, "beta": old}
    position = game.phase(first).position
    game.players = {**game.players, "beta": new}
    assert findings(on(game, position)) == []


def test_an_envelope_under_the_new_key_before_it_spoke_is_found(game):
    first, old, new = game.begin().position, game.players["beta"], Identity.generate()
    game.players = {**game.players, "beta": new}
    position = game.phase(first).position
    game.players = {**game.players, "beta": old}
    game.rotate(old, new)
    assert findings(on(game, position))[0][:2] == ("unknown-signer", 1)


def test_an_organiser_who_replaces_his_key_before_and_after_the_start_acts_with_the_new_one(game):
    first, invite = game.organiser if game.everybody else None, game._invite

    def invited():
        invite()
        game.rotate(game.organiser, Identity.generate())

    game._invite = invited
    position = game.begin().position
    game.act(1, Pause())
    game.rotate(game.organiser, Identity.generate())
    game.act(1, Resume())
    assert first is None
    assert findings(on(game, position)) == []


def test_an_act_with_the_old_key_is_found(game):
    position, old = game.begin().position, game.organiser
    game.rotate(old, Identity.generate())
    game.act(1, Pause(), by=old)
    ((_, _, message),) = findings(on(game, position))
    assert "signed by" in message


def test_new_keys_key_no_dice(game):
    game.begin()
    before = substance(game.log)
    game.rotate(game.players["beta"], Identity.generate())
    assert substance(game.log) == before


def twice(game):
    """The same rotation, once more."""
    game.rotate(game.players["beta"], Identity.generate())
    game.write(game.log[-1].body)


def back(game):
    """To a key that was replaced."""
    old = game.players["beta"]
    game.rotate(old, Identity.generate())
    game.rotate(game.players["beta"], old)
    game.everybody.pop()


def replayed(game):
    """An old rotation, after a newer one."""
    game.rotate(game.players["beta"], Identity.generate())
    first = game.log[-1].body
    game.rotate(game.players["beta"], Identity.generate())
    game.write(first)


def of_another_name(game):
    """To a key under another handle."""
    new = Identity.generate()
    game.handles[new.key_id] = "somebody-else"
    said = Rotation(
        host=game.host.key_id,
        player=game.players["beta"].key_id,
        card=new.card("somebody-else").statement.to_form(),
    )
    game.everybody.append(new)
    game.write(Rekeyed(statement=sign_payload(said, game.players["beta"]).to_form()))


def of_a_stranger(game):
    """Of somebody who has no part in the game."""
    stranger = Identity.generate()
    game.everybody.append(stranger)
    game.rotate(stranger, Identity.generate())


def unsigned_card(game):
    """To a key that did not sign its card: the old key signed it."""
    old, new = game.players["beta"], Identity.generate()
    card = new.card(game.card(old).handle)
    forged = sign_payload(msgspec.convert(card.statement.body, type(card.statement.read(Player))), old)
    said = Rotation(host=game.host.key_id, player=old.key_id, card=forged.to_form())
    game.succeed(old, new)
    game.write(Rekeyed(statement=sign_payload(said, old).to_form()))


@pytest.mark.parametrize(
    ("does", "why"),
    [
        (lambda game: game.rotate(game.players["beta"], Identity.generate(), by=game.players["gamma"]), "signed by"),
        (lambda game: game.rotate(game.players["beta"], Identity.generate(), by=game.host), "signed by"),
        (
            lambda game: game.rotate(game.players["beta"], Identity.generate(), host="ed25519:" + 32 * "0"),
            "its host is",
        ),
        (lambda game: game.rotate(game.players["beta"], game.players["gamma"]), "has signed in this game before"),
        (of_another_name, "its handle is"),
        (of_a_stranger, "holds no seat and is not the organiser's"),
        (unsigned_card, "signed by"),
        (twice, "holds no seat and is not the organiser's"),
        (back, "has signed in this game before"),
        (replayed, "holds no seat and is not the organiser's"),
    ],
)
def test_a_forged_or_repeated_rotation_is_found(game, does, why):
    position = game.begin().position
    players = dict(game.players)
    does(game)
    game.players = {seat: game.players[seat] for seat in players}
    ((_, _, message),) = findings(on(game, position))
    assert why in message


def test_a_key_whose_card_the_record_leaves_out_is_found(game):
    position = game.begin().position
    game.rotate(game.players["beta"], Identity.generate())
    record = on(game, position)
    found = findings(msgspec.structs.replace(record, players=record.players[:-1]))
    assert "is missing" in found[0][2]


def test_a_lost_key_is_replaced_by_the_organiser(game):
    position = game.begin().position
    confirm(game, game.players["beta"], Identity.generate())
    game.seat_act(1, "beta", Vote(on="pause", yes=True))
    position = game.phase(position).position
    confirm(game, game.players["beta"], Identity.generate(), number=2)
    assert findings(on(game, position)) == []


def test_a_new_key_that_somebody_else_confirms_is_found(game):
    position = game.begin().position
    old, new = game.players["beta"], Identity.generate()
    game.succeed(old, new)
    game.act(1, Rekey(player=old.key_id, key=new.key_id), by=game.host)
    ((_, _, message),) = findings(on(game, position))
    assert "signed by" in message


def rivals_key(game):
    """The organiser gives the seat of one player to the key of another."""
    game.act(1, Rekey(player=game.players["beta"].key_id, key=game.players["gamma"].key_id))


def own_key(game):
    """The organiser confirms his own."""
    confirm(game, game.organiser, Identity.generate())


def nobodys(game):
    """A key that holds nothing any more."""
    game.act(1, Vacate(seat="beta"))
    old = game.players["beta"]
    game.join("beta", Identity.generate())
    confirm(game, old, Identity.generate(), number=2)


@pytest.mark.parametrize(
    ("does", "why"),
    [
        (rivals_key, "its handle is"),
        (own_key, "their own new key"),
        (nobodys, "holds no seat and is not the organiser's"),
    ],
)
def test_a_new_key_that_the_organiser_may_not_confirm_is_found(game, does, why):
    position = game.begin().position
    does(game)
    ((_, _, message),) = findings(on(game, position))
    assert why in message


def test_a_key_that_was_replaced_joins_no_seat(game):
    position, old = game.begin().position, game.players["beta"]
    game.rotate(old, Identity.generate())
    game.act(1, Vacate(seat="gamma"))
    game.join("gamma", old)
    ((_, _, message),) = findings(on(game, position))
    assert "a key that was replaced" in message


def test_the_newest_key_is_found_through_any_number_of_successions():
    assert newest("a", {"b": "c", "a": "b"}) == "c"
    assert newest("c", {"b": "c", "a": "b"}) == "c"
    assert newest("a", {"a": "b", "b": "a"}) in ("a", "b")
