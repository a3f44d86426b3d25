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
from tests.api.hosts import HostUnderTest, Player

SEATS = ("red", "green", "black")


def refusal(response: Any) -> tuple[int, str]:
    assert response.mimetype == "application/problem+json"
    return response.status_code, response.get_json()["code"]


def test_the_same_card_again_changes_nothing(host: HostUnderTest) -> None:
    ann = host.register("ann", "ann@players.test")
    before = host.dump()
    again = host.post(
        "/players", {"card": ann.identity.card("ann").statement.to_json_value(), "email": "eve@players.test"}
    )
    assert again.status_code == 200
    assert again.get_json() == {"handle": "ann", "key_id": ann.identity.key_id}
    assert host.dump() == before


def test_a_handle_belongs_to_its_first_key(host: HostUnderTest) -> None:
    host.register("ann")
    before = host.dump()
    card = Identity.generate().card("ann").statement.to_json_value()
    assert refusal(host.post("/players", {"card": card})) == (409, "handle-taken")
    assert host.dump() == before


def test_a_key_has_one_handle(host: HostUnderTest) -> None:
    ann = host.register("ann")
    card = ann.identity.card("anna").statement.to_json_value()
    assert refusal(host.post("/players", {"card": card})) == (409, "key-taken")


def test_a_card_signed_by_another_key_is_refused(host: HostUnderTest) -> None:
    own, other = Identity.generate().card("ann").statement, Identity.generate()
    forged = Statement(own.kind, own.payload, own.key_id, other.sign(b"something"))
    before = host.dump()
    assert refusal(host.post("/players", {"card": forged.to_json_value()})) == (403, "bad-signature")
    assert host.dump() == before


@pytest.mark.parametrize("email", ["no address", "a@b@c", "a\n@b.test", "@b.test", "x" * 300 + "@b.test"])
def test_what_is_no_address_is_refused(host: HostUnderTest, email: str) -> None:
    card = Identity.generate().card("ann").statement.to_json_value()
    assert refusal(host.post("/players", {"card": card, "email": email})) == (422, "invalid-request")


def test_a_players_address_is_told_to_nobody(host: HostUnderTest) -> None:
    host.register("ann", "ann@players.test")
    shown = host.get("/players/ann")
    assert sorted(shown.get_json()) == ["card", "handle", "holder", "key_id", "others"]
    assert "players.test" not in shown.text


def test_the_same_game_again_changes_nothing(host: HostUnderTest) -> None:
    ann = host.register("ann")
    statement = host.game_statement(ann, SEATS)
    first = host.post("/games", statement)
    before = host.dump()
    again = host.post("/games", statement)
    assert (first.status_code, again.status_code) == (201, 200)
    assert first.get_json() == again.get_json()
    assert host.dump() == before


def test_a_new_game_shows_its_commitment_and_empty_seats(host: HostUnderTest) -> None:
    game = host.open_game(host.register("ann"), SEATS)
    assert game["status"] == "inviting"
    nobody = dict.fromkeys(("player", "holder", "vacant_since", "kept_for"))
    empty = {**nobody, "unmanned": False, "excused": 0, "bank_seconds": 0}
    assert game["seats"] == [{"seat": seat, **empty} for seat in SEATS]
    assert len(game["commitment"]) == 43
    assert host.json("/games")["games"] == [game]


@pytest.mark.parametrize(
    ("changed", "expect"),
    [
        ({"title": "chess"}, (404, "unknown-title")),
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
    host: HostUnderTest, changed: dict[str, Any], expect: tuple[int, str]
) -> None:
    ann = host.register("ann")
    fields = host.game_statement(ann, SEATS).body | {"nonce": to_base64url(os.urandom(32))} | changed
    before = host.dump()
    assert refusal(host.post("/games", sign_payload(Game(**fields), ann.identity))) == expect
    assert host.dump() == before


def test_a_game_signed_by_another_than_its_organiser_is_refused(host: HostUnderTest) -> None:
    ann, eve = host.register("ann"), host.register("eve")
    payload = host.game_statement(ann, SEATS).read(Game)
    assert refusal(host.post("/games", sign_payload(payload, eve.identity))) == (403, "unknown-signer")


def test_a_join_again_changes_nothing(host: HostUnderTest) -> None:
    ann = host.register("ann")
    game = host.open_game(ann, SEATS)
    path = f"/games/{game['game']}/joins"
    first = host.post(path, host.join_statement(ann, game, "red"))
    before = host.dump()
    again = host.post(path, host.join_statement(ann, game, "red"))
    assert (first.status_code, again.status_code) == (201, 200)
    assert host.dump() == before


def test_a_seat_is_taken_once(host: HostUnderTest) -> None:
    ann, bob = host.register("ann"), host.register("bob")
    game = host.open_game(ann, SEATS)
    path = f"/games/{game['game']}/joins"
    host.post(path, host.join_statement(ann, game, "red"))
    before = host.dump()
    assert refusal(host.post(path, host.join_statement(bob, game, "red"))) == (409, "seat-taken")
    assert host.dump() == before


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
    host: HostUnderTest, changed: dict[str, str], expect: tuple[int, str]
) -> None:
    ann = host.register("ann")
    game = host.open_game(ann, SEATS)
    before = host.dump()
    statement = host.join_statement(ann, game, "red", **changed)
    assert refusal(host.post(f"/games/{game['game']}/joins", statement)) == expect
    assert host.dump() == before


def test_nobody_can_seat_another(host: HostUnderTest) -> None:
    ann, eve = host.register("ann"), host.register("eve")
    game = host.open_game(ann, SEATS)
    claimed = host.join_statement(eve, game, "red", player=ann.identity.key_id)
    before = host.dump()
    assert refusal(host.post(f"/games/{game['game']}/joins", claimed)) == (403, "unknown-signer")
    assert host.dump() == before


def test_a_game_with_empty_seats_does_not_start(host: HostUnderTest) -> None:
    ann = host.register("ann")
    game = host.open_game(ann, SEATS)
    host.post(f"/games/{game['game']}/joins", host.join_statement(ann, game, "green"))
    before = host.dump()
    response = host.post(f"/games/{game['game']}/start", host.start_statement(ann, game["game"]))
    assert refusal(response) == (409, "seats-empty")
    assert "red, black" in response.get_json()["detail"]
    assert host.dump() == before


def filled(host: HostUnderTest) -> tuple[Player, str]:
    ann, bob = host.register("ann"), host.register("bob")
    game = host.open_game(ann, SEATS, seats_a_player=len(SEATS))
    for seat in SEATS:
        host.post(f"/games/{game['game']}/joins", host.join_statement(bob, game, seat))
    return ann, game["game"]


def test_only_the_organiser_starts(host: HostUnderTest) -> None:
    _, game = filled(host)
    before = host.dump()
    response = host.post(f"/games/{game}/start", host.start_statement(host.players["bob"], game))
    assert refusal(response) == (403, "not-organiser")
    assert host.dump() == before


def test_a_start_in_the_organisers_name_is_refused(host: HostUnderTest) -> None:
    ann, game = filled(host)
    forged = sign_payload(Start(game=game, organiser=ann.identity.key_id), host.players["bob"].identity)
    assert refusal(host.post(f"/games/{game}/start", forged)) == (403, "unknown-signer")


def test_a_second_start_deals_nothing_new(host: HostUnderTest) -> None:
    ann, game = filled(host)
    first = host.post(f"/games/{game}/start", host.start_statement(ann, game))
    before = host.dump()
    again = host.post(f"/games/{game}/start", host.start_statement(ann, game))
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.get_json() == again.get_json()
    assert host.dump() == before


def test_nobody_joins_a_game_that_runs(host: HostUnderTest) -> None:
    game = host.started(SEATS)
    late = host.register("late")
    statement = host.join_statement(late, host.json(f"/games/{game}"), "red")
    assert refusal(host.post(f"/games/{game}/joins", statement)) == (409, "seat-taken")


def test_the_log_holds_every_statement_and_the_deal_is_keyed_by_it(host: HostUnderTest) -> None:
    game = host.started(SEATS)
    statements = [Statement.from_json(value) for value in host.json(f"/games/{game}/log")["log"]]
    log = verify_chain(statements, host.host.identity.signing_key, game)
    assert [entry.kind for entry in log] == ["created", "joined", "joined", "joined", "started", "dealt"]
    created = log[0].entry.body
    assert created["commitment"] == host.json(f"/games/{game}")["commitment"]
    joins = [Statement.from_json(entry.entry.body["statement"]).body for entry in log[1:4]]
    assert len({join["contribution"] for join in joins}) == len(SEATS)
    secret = host.chance_secret(game)
    assert to_base64url(commitment(secret)) == created["commitment"]
    dice = Chance(phase_key(secret, substance(log[:5]), game, 0))
    again = host.title(game).begin(scenario="opening", seats=SEATS, chance=dice)
    assert again.position == host.position(game)


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        ({"time_zone": "America/Argentina"}, "There is no time zone 'America/Argentina'; write"),
        ({"bank_seconds": 366 * 86_400, "days_off": [0, 1, 2, 3, 4, 5]}, "a phase with its bank would last more than"),
        ({"grace_seconds": 366 * 86_400, "days_off": [0, 1, 2, 3, 4, 5]}, "grace would last more than"),
    ],
)
def test_terms_that_no_calendar_holds_are_refused(host: HostUnderTest, terms: dict[str, Any], said: str) -> None:
    answer = host.post("/games", host.game_statement(host.register("ann"), SEATS, terms=terms))
    assert refusal(answer) == (422, "wrong-terms")
    assert said in answer.get_json()["detail"]


@pytest.mark.parametrize("handle", ["abuse", "host", "admin", "ostraka", "postmaster"])
def test_a_handle_that_could_be_mistaken_for_the_hosts_own_is_refused(host: HostUnderTest, handle: str) -> None:
    card = Identity.generate().card(handle).statement.to_json_value()
    assert refusal(host.post("/players", {"card": card})) == (409, "handle-taken")
