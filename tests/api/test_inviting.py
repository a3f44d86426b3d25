"""From a card to a dealt game: every act is a signed statement, and none takes effect twice."""

from __future__ import annotations

import os
from typing import Any

import pytest

from adjudicator.kernel import Chance
from schemas.keys.chance import commitment, phase_key
from schemas.keys.identities import Identity
from schemas.log.chain import substance, verify_chain
from schemas.statements.canonical import to_base64url
from schemas.statements.payloads import Game, Start, Terms
from schemas.statements.statements import Statement, sign_payload
from tests.api.houses import HouseUnderTest, Player

SEATS = ("red", "green", "black")


def refusal(response: Any) -> tuple[int, str]:
    assert response.mimetype == "application/problem+json"
    return response.status_code, response.get_json()["code"]


def test_the_same_card_again_changes_nothing(house: HouseUnderTest) -> None:
    ann = house.register("ann", "ann@players.test")
    before = house.dump()
    again = house.post(
        "/players", {"card": ann.identity.card("ann").statement.to_json_value(), "email": "eve@players.test"}
    )
    assert again.status_code == 200
    assert again.get_json() == {"handle": "ann", "key_id": ann.identity.key_id}
    assert house.dump() == before


def test_a_handle_belongs_to_its_first_key(house: HouseUnderTest) -> None:
    house.register("ann")
    before = house.dump()
    card = Identity.generate().card("ann").statement.to_json_value()
    assert refusal(house.post("/players", {"card": card})) == (409, "handle-taken")
    assert house.dump() == before


def test_a_key_has_one_handle(house: HouseUnderTest) -> None:
    ann = house.register("ann")
    card = ann.identity.card("anna").statement.to_json_value()
    assert refusal(house.post("/players", {"card": card})) == (409, "key-taken")


def test_a_card_signed_by_another_key_is_refused(house: HouseUnderTest) -> None:
    own, other = Identity.generate().card("ann").statement, Identity.generate()
    forged = Statement(own.kind, own.payload, own.key_id, other.sign(b"something"))
    before = house.dump()
    assert refusal(house.post("/players", {"card": forged.to_json_value()})) == (403, "bad-signature")
    assert house.dump() == before


@pytest.mark.parametrize("email", ["no address", "a@b@c", "a\n@b.test", "@b.test", "x" * 300 + "@b.test"])
def test_what_is_no_address_is_refused(house: HouseUnderTest, email: str) -> None:
    card = Identity.generate().card("ann").statement.to_json_value()
    assert refusal(house.post("/players", {"card": card, "email": email})) == (422, "invalid-request")


def test_a_players_address_is_told_to_nobody(house: HouseUnderTest) -> None:
    house.register("ann", "ann@players.test")
    shown = house.get("/players/ann")
    assert sorted(shown.get_json()) == ["card", "handle", "key_id", "others"]
    assert "players.test" not in shown.text


def test_the_same_game_again_changes_nothing(house: HouseUnderTest) -> None:
    ann = house.register("ann")
    statement = house.game_statement(ann, SEATS)
    first = house.post("/games", statement)
    before = house.dump()
    again = house.post("/games", statement)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.get_json() == again.get_json()
    assert house.dump() == before


def test_a_new_game_shows_its_commitment_and_empty_seats(house: HouseUnderTest) -> None:
    game = house.open_game(house.register("ann"), SEATS)
    assert game["status"] == "inviting"
    empty = {"player": None, "unmanned": False, "vacant_since": None, "kept_for": None, "excused": 0, "bank_seconds": 0}
    assert game["seats"] == [{"seat": seat, **empty} for seat in SEATS]
    assert len(game["commitment"]) == 43
    assert house.json("/games")["games"] == [game]


@pytest.mark.parametrize(
    ("changed", "expect"),
    [
        ({"title": "polis"}, (404, "unknown-title")),
        ({"scenario": "everything"}, (422, "unknown-scenario")),
        ({"seats": ["red", "green"]}, (422, "wrong-seats")),
        ({"seats": ["red", "green", "purple"]}, (422, "wrong-seats")),
        ({"seats": ["red", "red", "green"]}, (422, "wrong-seats")),
        ({"terms": Terms(phase_seconds=1)}, (422, "wrong-deadline")),
        ({"host": "ed25519:" + "0" * 32}, (409, "wrong-host")),
        ({"organiser": "ed25519:" + "0" * 32}, (403, "unknown-signer")),
    ],
)
def test_a_game_that_cannot_be_played_is_refused(
    house: HouseUnderTest, changed: dict[str, Any], expect: tuple[int, str]
) -> None:
    ann = house.register("ann")
    fields = house.game_statement(ann, SEATS).body | {"nonce": to_base64url(os.urandom(32))} | changed
    before = house.dump()
    assert refusal(house.post("/games", sign_payload(Game(**fields), ann.identity))) == expect
    assert house.dump() == before


def test_a_game_signed_by_another_than_its_organiser_is_refused(house: HouseUnderTest) -> None:
    ann, eve = house.register("ann"), house.register("eve")
    payload = house.game_statement(ann, SEATS).read(Game)
    assert refusal(house.post("/games", sign_payload(payload, eve.identity))) == (403, "unknown-signer")


def test_a_join_again_changes_nothing(house: HouseUnderTest) -> None:
    ann = house.register("ann")
    game = house.open_game(ann, SEATS)
    path = f"/games/{game['game']}/joins"
    first = house.post(path, house.join_statement(ann, game, "red"))
    before = house.dump()
    again = house.post(path, house.join_statement(ann, game, "red"))
    assert (first.status_code, again.status_code) == (201, 200)
    assert house.dump() == before


def test_a_seat_is_taken_once(house: HouseUnderTest) -> None:
    ann, bob = house.register("ann"), house.register("bob")
    game = house.open_game(ann, SEATS)
    path = f"/games/{game['game']}/joins"
    house.post(path, house.join_statement(ann, game, "red"))
    before = house.dump()
    assert refusal(house.post(path, house.join_statement(bob, game, "red"))) == (409, "seat-taken")
    assert house.dump() == before


@pytest.mark.parametrize(
    ("changed", "expect"),
    [
        ({"commitment": "A" * 43}, (409, "wrong-commitment")),
        ({"game": "another"}, (422, "wrong-game")),
        ({"host": "ed25519:" + "0" * 32}, (409, "wrong-host")),
        ({"seat": "purple"}, (404, "unknown-seat")),
        ({"player": "ed25519:" + "0" * 32}, (403, "unknown-signer")),
    ],
)
def test_a_join_for_something_else_is_refused(
    house: HouseUnderTest, changed: dict[str, str], expect: tuple[int, str]
) -> None:
    ann = house.register("ann")
    game = house.open_game(ann, SEATS)
    before = house.dump()
    statement = house.join_statement(ann, game, "red", **changed)
    assert refusal(house.post(f"/games/{game['game']}/joins", statement)) == expect
    assert house.dump() == before


def test_nobody_can_seat_another(house: HouseUnderTest) -> None:
    ann, eve = house.register("ann"), house.register("eve")
    game = house.open_game(ann, SEATS)
    claimed = house.join_statement(eve, game, "red", player=ann.identity.key_id)
    before = house.dump()
    assert refusal(house.post(f"/games/{game['game']}/joins", claimed)) == (403, "unknown-signer")
    assert house.dump() == before


def test_a_game_with_empty_seats_does_not_start(house: HouseUnderTest) -> None:
    ann = house.register("ann")
    game = house.open_game(ann, SEATS)
    house.post(f"/games/{game['game']}/joins", house.join_statement(ann, game, "green"))
    before = house.dump()
    response = house.post(f"/games/{game['game']}/start", house.start_statement(ann, game["game"]))
    assert refusal(response) == (409, "seats-empty")
    assert "red, black" in response.get_json()["detail"]
    assert house.dump() == before


def filled(house: HouseUnderTest) -> tuple[Player, str]:
    ann, bob = house.register("ann"), house.register("bob")
    game = house.open_game(ann, SEATS)
    for seat in SEATS:
        house.post(f"/games/{game['game']}/joins", house.join_statement(bob, game, seat))
    return ann, game["game"]


def test_only_the_organiser_starts(house: HouseUnderTest) -> None:
    _, game = filled(house)
    before = house.dump()
    response = house.post(f"/games/{game}/start", house.start_statement(house.players["bob"], game))
    assert refusal(response) == (403, "not-organiser")
    assert house.dump() == before


def test_a_start_in_the_organisers_name_is_refused(house: HouseUnderTest) -> None:
    ann, game = filled(house)
    forged = sign_payload(Start(game=game, organiser=ann.identity.key_id), house.players["bob"].identity)
    assert refusal(house.post(f"/games/{game}/start", forged)) == (403, "unknown-signer")


def test_a_second_start_deals_nothing_new(house: HouseUnderTest) -> None:
    ann, game = filled(house)
    first = house.post(f"/games/{game}/start", house.start_statement(ann, game))
    before = house.dump()
    again = house.post(f"/games/{game}/start", house.start_statement(ann, game))
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.get_json() == again.get_json()
    assert house.dump() == before


def test_nobody_joins_a_game_that_runs(house: HouseUnderTest) -> None:
    game = house.started(SEATS)
    late = house.register("late")
    statement = house.join_statement(late, house.json(f"/games/{game}"), "red")
    assert refusal(house.post(f"/games/{game}/joins", statement)) == (409, "seat-taken")


def test_the_log_holds_every_statement_and_the_deal_is_keyed_by_it(house: HouseUnderTest) -> None:
    game = house.started(SEATS)
    statements = [Statement.from_json(value) for value in house.json(f"/games/{game}/log")["log"]]
    log = verify_chain(statements, house.house.identity.signing_key, game)
    assert [entry.kind for entry in log] == ["created", "joined", "joined", "joined", "started", "dealt"]
    created = log[0].entry.body
    assert created["commitment"] == house.json(f"/games/{game}")["commitment"]
    joins = [Statement.from_json(entry.entry.body["statement"]).body for entry in log[1:4]]
    assert len({join["contribution"] for join in joins}) == len(SEATS)
    secret = house.chance_secret(game)
    assert to_base64url(commitment(secret)) == created["commitment"]
    dice = Chance(phase_key(secret, substance(log[:5]), game, 0))
    again = house.title(game).begin(scenario="opening", seats=SEATS, chance=dice)
    assert again.position == house.position(game)
