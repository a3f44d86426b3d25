"""Preferences, invitations, and what waits for a player."""

from __future__ import annotations

from typing import Any

from werkzeug.test import TestResponse

from schemas.statements import payloads
from schemas.statements.statements import sign_payload
from tests.api.houses import HouseUnderTest, Player


def prefer(house: HouseUnderTest, player: Player, number: int, **wanted: Any) -> TestResponse:
    fields = {"address": player.email, "muted": [], "muted_press": [], "host": house.house.identity.key_id}
    payload = payloads.Preferences(**(fields | wanted), number=number, player=player.identity.key_id)
    return house.post(f"/players/{player.handle}/preferences", sign_payload(payload, player.identity))


def invite(house: HouseUnderTest, game: str, by: Player, number: int, **wanted: Any) -> TestResponse:
    fields = {"player": None, "address": None, "seat": None}
    key = by.identity.key_id
    payload = payloads.Invitation(**(fields | wanted), game=game, organiser=key, number=number)
    return house.post(f"/games/{game}/invitations", sign_payload(payload, by.identity))


def test_muted_mails_and_press_stay_away(house: HouseUnderTest) -> None:
    game = house.started()
    green = house.players["p-green"]
    assert prefer(house, green, 1, muted=["organiser"], muted_press=["p-red"]).status_code == 200
    house.act(game, payloads.Extend(seconds=60))
    house.write_press(game, "red", ["green"], "noise")
    house.write_press(game, "black", ["green"], "music")
    assert ("p-green",) not in house.rows("select player from mails where kind = 'organiser'")
    told = house.json(f"/games/{game}/seats/green/press", green)["press"]
    assert [(one["number"], one["text"]) for one in told] == [(2, "music")]


def test_preferences_are_replaced_by_newer_ones_only(house: HouseUnderTest) -> None:
    ann = house.register("ann", email="ann@players.test")
    assert prefer(house, ann, 3, address="new@players.test").get_json()["address"] == "new@players.test"
    assert prefer(house, ann, 3, address="new@players.test").status_code == 200
    refused = prefer(house, ann, 3)
    assert (refused.status_code, refused.get_json()["code"]) == (409, "number-not-newer")
    assert house.json("/players/ann/preferences", ann)["address"] == "new@players.test"


def test_an_invitation_is_mailed_and_keeps_its_seat(house: HouseUnderTest) -> None:
    ann, bob, eve = (house.register(name, email=f"{name}@players.test") for name in ("ann", "bob", "eve"))
    game = house.open_game(ann, ("red", "green", "black"))
    identity = game["game"]
    assert invite(house, identity, ann, 1, player="bob", seat="green").status_code == 201
    assert invite(house, identity, ann, 2, address="friend@elsewhere.test").status_code == 201
    rows = house.rows("select player, address, text from mails where kind = 'invited' order by id")
    assert [row[:2] for row in rows] == [("bob", None), (None, "friend@elsewhere.test")]
    assert all(identity in text for *_, text in rows)
    refused = house.post(f"/games/{identity}/joins", house.join_statement(eve, game, "green"))
    assert refused.get_json()["code"] == "seat-kept"
    assert house.post(f"/games/{identity}/joins", house.join_statement(bob, game, "green")).status_code == 201
    assert "friend@elsewhere.test" not in house.get(f"/games/{identity}/acts").text


def test_an_invitation_shows_a_stranger_the_whole_way_and_a_player_the_short_one(house: HouseUnderTest) -> None:
    ann, bob = (house.register(name, email=f"{name}@players.test") for name in ("ann", "bob"))
    game = house.open_game(ann, ("red", "green", "black"))
    identity = game["game"]
    house.post(f"/games/{identity}/joins", house.join_statement(ann, game, "red"))
    invite(house, identity, ann, 1, address="friend@elsewhere.test")
    invite(house, identity, ann, 2, address="Bob@Players.test")
    invite(house, identity, ann, 3, player="bob", seat="green")
    stranger, known, kept = (
        text for (text,) in house.rows("select text from mails where kind = 'invited' order by id")
    )
    commands = [line.strip() for line in stranger.splitlines() if line.startswith("    ostraka")]
    assert commands == [
        "ostraka key new NAME",
        "ostraka key register --url http://localhost --email ADDRESS",
        f"ostraka game show {identity} --url http://localhost",
        f"ostraka game join {identity} green --url http://localhost",
    ]
    assert "Free now: green, black." in stranger
    assert "ostraka key new" not in known
    assert "Seat green is kept for you." in kept
    invite(house, identity, ann, 4, player="bob", seat="black")
    invite(house, identity, ann, 5, address="late@elsewhere.test")
    [(late,)] = house.rows("select text from mails where address = 'late@elsewhere.test'")
    assert "Free now: none; every seat is kept for somebody." in late
    assert not any("players.test" in text or "elsewhere.test" in text for text in (stranger, known, kept))
    friend = house.register("friend", email="friend@elsewhere.test")
    assert house.post(f"/games/{identity}/joins", house.join_statement(friend, game, "black")).status_code == 409
    assert house.post(f"/games/{identity}/joins", house.join_statement(bob, game, "black")).status_code == 201


def test_whoever_mutes_invitations_gets_none_by_handle_or_address_and_the_organiser_is_not_told(
    house: HouseUnderTest,
) -> None:
    ann, bob, _ = (house.register(name, email=f"{name}@players.test") for name in ("ann", "bob", "eve"))
    prefer(house, bob, 1, muted=["invited"])
    game = house.open_game(ann, ("red", "green", "black"))["game"]
    answers = [invite(house, game, ann, 1, player="bob"), invite(house, game, ann, 2, player="eve")]
    answers += [
        invite(house, game, ann, 3, address="bob@players.test"),
        invite(house, game, ann, 4, address="x@y.test"),
    ]
    assert len({(answer.status_code, answer.data) for answer in answers}) == 1
    rows = house.rows("select player, address from mails where kind = 'invited' order by id")
    assert rows == [("eve", None), (None, "x@y.test")]
    for path in (f"/games/{game}", f"/games/{game}/acts", f"/games/{game}/log", "/games", "/players/eve"):
        assert "@" not in house.get(path).text


def test_a_game_has_no_more_than_twenty_invitations(house: HouseUnderTest) -> None:
    ann, bob = house.register("ann"), house.register("bob")
    game = house.open_game(ann, ("red", "green", "black"))["game"]
    assert invite(house, game, bob, 1, address="a@b.test").get_json()["code"] == "not-organiser"
    answers = [invite(house, game, ann, number, address=f"a{number}@b.test").status_code for number in range(1, 22)]
    assert answers == [201] * 20 + [409]


def test_what_waits_for_a_player_is_told_to_him(house: HouseUnderTest) -> None:
    game = house.started()
    asked = house.phase(game)["asked"][0]["seat"]
    house.write_press(game, next(seat for seat in house.seats[game] if seat != asked), [asked], "well?")
    [told] = house.json(f"/players/p-{asked}/waiting", house.players[f"p-{asked}"])["games"]
    assert (told["game"], told["seat"], told["press"], told["in"], told["final"]) == (game, asked, 1, False, False)
    assert told["asked"] == [one["question"] for one in house.phase(game)["asked"]]
    house.send(game, asked, house.default(game, asked), "draft")
    [told] = house.json(f"/players/p-{asked}/waiting", house.players[f"p-{asked}"])["games"]
    assert (told["in"], told["final"]) == (True, False)
