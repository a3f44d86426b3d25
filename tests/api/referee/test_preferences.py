"""Preferences, invitations, and what waits for a player."""

from __future__ import annotations

from typing import Any

from werkzeug.test import TestResponse

from schemas.statements import payloads
from schemas.statements.statements import sign_payload
from tests.api.hosts import HostUnderTest, Player


def invite(host: HostUnderTest, game: str, by: Player, number: int, **wanted: Any) -> TestResponse:
    fields = {"player": None, "address": None, "seat": None}
    key = by.identity.key_id
    payload = payloads.Invitation(**(fields | wanted), game=game, organiser=key, number=number)
    return host.post(f"/games/{game}/invitations", sign_payload(payload, by.identity))


def test_muted_mails_and_press_stay_away(host: HostUnderTest) -> None:
    game = host.started()
    green = host.players["p-green"]
    assert host.prefer(green, 1, muted=["organiser"], muted_press=["p-red"]).status_code == 200
    host.act(game, payloads.Extend(seconds=60))
    host.write_press(game, "red", ["green"], "noise")
    host.write_press(game, "black", ["green"], "music")
    assert ("p-green",) not in host.rows("select player from mails where kind = 'organiser'")
    told = host.json(f"/games/{game}/seats/green/press", green)["press"]
    assert [(one["number"], one["text"]) for one in told] == [(2, "music")]


def test_preferences_are_replaced_by_newer_ones_only(host: HostUnderTest) -> None:
    ann = host.register("ann", email="ann@players.test")
    assert host.prefer(ann, 3, address="new@players.test").get_json()["address"] == "new@players.test"
    assert host.prefer(ann, 3, address="new@players.test").status_code == 200
    refused = host.prefer(ann, 3)
    assert (refused.status_code, refused.get_json()["code"]) == (409, "number-not-newer")
    assert host.json("/players/ann/preferences", ann)["address"] == "new@players.test"


def test_mails_tell_times_in_the_reader_s_own_zone_and_else_in_the_game_s(host: HostUnderTest) -> None:
    game = host.started(terms={"time_zone": "Europe/Athens", "reminders": [7_200, 3_600]})
    [asked] = host.json(f"/games/{game}/phase")["asked"]
    reader = host.seats[game][asked["seat"]]
    assert host.prefer(reader, 1, time_zone="America/New_York").get_json()["time_zone"] == "America/New_York"
    refused = host.prefer(reader, 2, time_zone="Europe/Atlantis")
    assert (refused.status_code, refused.get_json()["code"]) == (422, "unknown-time-zone")
    host.mails_went_out()
    host.clock.forward(hours=22)
    host.work()
    assert host.prefer(reader, 2).get_json()["time_zone"] is None
    host.clock.forward(hours=1)
    host.work()
    subjects = [subject for (subject,) in host.rows("select subject from mails where kind = 'reminder' order by id")]
    assert subjects == [
        f"Still your turn in The long war: until Sat 2 May, 08:00 New York time ({asked['seat']}, Perikles)",
        f"Still your turn in The long war: until Sat 2 May, 15:00 Athens time ({asked['seat']}, Perikles)",
    ]
    [text] = host.rows("select text from mails where kind = 'reminder' order by id limit 1")
    assert "You have until Saturday 2 May, 08:00 New York time (in 2 hours)." in text[0]


def test_an_invitation_is_mailed_and_keeps_its_seat(host: HostUnderTest) -> None:
    ann, bob, eve = (host.register(name, email=f"{name}@players.test") for name in ("ann", "bob", "eve"))
    game = host.open_game(ann, ("red", "green", "black"))
    identity = game["game"]
    assert invite(host, identity, ann, 1, player="bob", seat="green").status_code == 201
    assert invite(host, identity, ann, 2, address="friend@elsewhere.test").status_code == 201
    rows = host.rows("select player, address, text from mails where kind = 'invited' order by id")
    assert [row[:2] for row in rows] == [("bob", None), (None, "friend@elsewhere.test")]
    assert all(identity in text for *_, text in rows)
    refused = host.post(f"/games/{identity}/joins", host.join_statement(eve, game, "green"))
    assert refused.get_json()["code"] == "seat-kept"
    assert host.post(f"/games/{identity}/joins", host.join_statement(bob, game, "green")).status_code == 201
    assert "friend@elsewhere.test" not in host.get(f"/games/{identity}/acts").text


def test_an_invitation_shows_a_stranger_the_whole_way_and_a_player_the_short_one(host: HostUnderTest) -> None:
    ann, bob = (host.register(name, email=f"{name}@players.test") for name in ("ann", "bob"))
    game = host.open_game(ann, ("red", "green", "black"))
    identity = game["game"]
    host.post(f"/games/{identity}/joins", host.join_statement(ann, game, "red"))
    invite(host, identity, ann, 1, address="friend@elsewhere.test")
    invite(host, identity, ann, 2, address="Bob@Players.test")
    invite(host, identity, ann, 3, player="bob", seat="green")
    stranger, known, kept = (text for (text,) in host.rows("select text from mails where kind = 'invited' order by id"))
    commands = [line.strip() for line in stranger.splitlines() if line.startswith("    ostraka")]
    word = commands[1].rpartition(" ")[2]
    assert commands == [
        "ostraka key new NAME",
        f"ostraka key register --url http://localhost --email ADDRESS --invited {word}",
        f"ostraka game show {identity} --url http://localhost",
        f"ostraka game join {identity} green --url http://localhost",
    ]
    assert f"http://localhost/games/{identity}?invited={word}" in stranger
    assert "Free seats: Green, Black." in stranger
    assert "ostraka key new" not in known
    assert "Seat Green is reserved for you." in kept
    invite(host, identity, ann, 4, player="bob", seat="black")
    invite(host, identity, ann, 5, address="late@elsewhere.test")
    [(late,)] = host.rows("select text from mails where address = 'late@elsewhere.test'")
    assert "Free seats: none; all are reserved." in late
    assert not any("players.test" in text or "elsewhere.test" in text for text in (stranger, known, kept))
    friend = host.register("friend", email="friend@elsewhere.test")
    assert host.post(f"/games/{identity}/joins", host.join_statement(friend, game, "black")).status_code == 409
    assert host.post(f"/games/{identity}/joins", host.join_statement(bob, game, "black")).status_code == 201


def test_whoever_mutes_invitations_gets_none_by_handle_or_address_and_the_organiser_is_not_told(
    host: HostUnderTest,
) -> None:
    ann, bob, _ = (host.register(name, email=f"{name}@players.test") for name in ("ann", "bob", "eve"))
    host.prefer(bob, 1, muted=["invited"])
    game = host.open_game(ann, ("red", "green", "black"))["game"]
    answers = [invite(host, game, ann, 1, player="bob"), invite(host, game, ann, 2, player="eve")]
    answers += [
        invite(host, game, ann, 3, address="bob@players.test"),
        invite(host, game, ann, 4, address="x@y.test"),
    ]
    assert len({(answer.status_code, answer.data) for answer in answers}) == 1
    rows = host.rows("select player, address from mails where kind = 'invited' order by id")
    assert rows == [("eve", None), (None, "x@y.test")]
    for path in (f"/games/{game}", f"/games/{game}/acts", f"/games/{game}/log", "/games", "/players/eve"):
        assert "@" not in host.get(path).text


def test_a_game_has_no_more_than_twenty_invitations(host: HostUnderTest) -> None:
    ann, bob = host.register("ann"), host.register("bob")
    game = host.open_game(ann, ("red", "green", "black"))["game"]
    assert invite(host, game, bob, 1, address="a@b.test").get_json()["code"] == "not-organiser"
    answers = [invite(host, game, ann, number, address=f"a{number}@b.test").status_code for number in range(1, 22)]
    assert answers == [201] * 20 + [409]


def test_what_waits_for_a_player_is_told_to_him(host: HostUnderTest) -> None:
    game = host.started()
    asked = host.phase(game)["asked"][0]["seat"]
    host.write_press(game, next(seat for seat in host.seats[game] if seat != asked), [asked], "well?")
    [told] = host.json(f"/players/p-{asked}/waiting", host.players[f"p-{asked}"])["games"]
    assert (told["game"], told["seat"], told["press"], told["in"], told["final"]) == (game, asked, 1, False, False)
    assert told["asked"] == [one["question"] for one in host.phase(game)["asked"]]
    host.send(game, asked, host.default(game, asked), "draft")
    [told] = host.json(f"/players/p-{asked}/waiting", host.players[f"p-{asked}"])["games"]
    assert (told["in"], told["final"]) == (True, False)
