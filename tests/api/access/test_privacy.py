"""Private games: whom they concern reads them, everybody else is answered as if there were none, by every address."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from schemas.statements.payloads import Invitation, Leave
from schemas.statements.statements import sign_payload
from tests.api.hosts import HostUnderTest, Player

SEATS = ("red", "green", "black")
NO_GAME = "lusab-babad-gutih"


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HostUnderTest]:
    """A host with a private game that runs, whose players and organiser are red, green and black."""
    host = HostUnderTest(tmp_path_factory.mktemp("host"))
    host.started(SEATS, tags=["cup"], name="Secret war")
    with host.host.database.write() as session:  # none but the invited could have joined
        session.connection().exec_driver_sql("update games set private = 'until-over'")
    host.register("stranger")
    host.register("guest", "guest@players.test")
    yield host
    host.close()


@pytest.fixture(scope="module")
def game(host: HostUnderTest) -> str:
    return next(iter(host.seats))


def addresses(host: HostUnderTest, about: str = "game") -> list[tuple[str, str]]:
    """Every method and address with a game (or a contest) in it."""
    made = {"seat": "red", "phase": 1, "number": 1}
    found = []
    for rule in host.app.url_map.iter_rules():
        if about in rule.arguments:
            path = host.app.url_map.bind("localhost")
            for method in sorted((rule.methods or set()) - {"OPTIONS"}):
                values = {about: "GAME", **{name: made[name] for name in rule.arguments - {about}}}
                found.append((method, path.build(rule.endpoint, values, method=method)))
    return sorted(set(found))


def answer(host: HostUnderTest, method: str, path: str, game: str, who: Player | None) -> tuple[int, bytes, Any]:
    path, body = path.replace("GAME", game), b"{}" if method in ("POST", "PUT") else None
    signed = who.headers(path, host.clock) if who and body is None else {}
    kind = "application/json" if body else None
    answered = host.client.open(path, method=method, data=body, headers=signed, content_type=kind)
    shown = {name: value for name, value in answered.headers.items() if name not in ("X-Request-ID", "Content-Length")}
    return answered.status_code, answered.data.replace(game.encode(), b"GAME"), shown


def test_a_stranger_is_answered_by_every_address_as_if_there_were_no_such_game(host: HostUnderTest, game: str) -> None:
    asked = addresses(host)
    assert len(asked) > 40
    for method, path in asked:
        for who in (None, host.players["stranger"]):
            real, none = (answer(host, method, path, one, who) for one in (game, NO_GAME))
            assert real == none, f"{method} {path}"
            assert real[0] >= 400, f"{method} {path}"


def test_a_stranger_who_sends_a_bad_query_or_statement_learns_no_more(host: HostUnderTest, game: str) -> None:
    stranger = host.players["stranger"]
    summary = host.json(f"/games/{game}", host.players["p-red"])
    for one in (game, NO_GAME):
        assert host.get(f"/games/{one}/log?bogus=1").get_json()["code"] == "invalid-request"
        assert host.post(f"/games/{one}/joins", b"[" * 70_000).get_json()["code"] == "body-too-large"
        joining = host.join_statement(stranger, {**summary, "game": one}, "red")
        assert host.post(f"/games/{one}/joins", joining).get_json()["code"] == "unknown-game"


def test_whom_it_concerns_reads_it_and_nobody_keeps_it(host: HostUnderTest, game: str) -> None:
    read = host.get(f"/games/{game}", host.players["p-green"])
    assert (read.status_code, read.headers["Cache-Control"]) == (200, "private, no-cache")
    assert host.get(f"/games/{game}/log", host.players["p-red"]).status_code == 200
    assert host.send(game, host.asked(game)[0], [], "draft").status_code == 201


def listed(host: HostUnderTest, who: Player | None, query: str = "") -> list[str]:
    return [one["game"] for one in host.json(f"/games{query}", who)["games"]]


def test_lists_and_pages_name_it_only_to_whom_it_concerns(host: HostUnderTest, game: str) -> None:
    assert listed(host, None) == listed(host, host.players["stranger"], "?tag=cup") == []
    assert listed(host, host.players["p-black"], "?tag=cup") == [game]
    assert "Secret war" not in host.client.get("/").text


def test_an_invited_player_sees_it_and_a_stranger_cannot_be_invited_by_address(host: HostUnderTest) -> None:
    ann = host.players["p-red"]
    opened = host.open_game(ann, SEATS, private="always")
    guest, game = host.players["guest"], opened["game"]
    assert host.get(f"/games/{game}", guest).status_code == 404

    def invite(number: int, **who: Any) -> Any:
        said = {"player": None, "address": None, "seat": None, **who}
        invitation = Invitation(game=game, organiser=ann.identity.key_id, number=number, **said)
        return host.post(f"/games/{game}/invitations", sign_payload(invitation, ann.identity))

    assert invite(1, address="who@example.org").get_json()["code"] == "wrong-invitation"
    assert invite(2, player="guest").status_code == 201
    assert host.get(f"/games/{game}", guest).status_code == 200
    assert listed(host, guest, "?vacant=true") == [game]
    assert host.post(f"/games/{game}/joins", host.join_statement(guest, opened, "red")).status_code == 201
    host.seats[game] = {"red": guest}
    assert host.seat_act(game, "red", Leave()).status_code == 201


def test_a_game_private_until_it_is_over_is_everybodys_then(host: HostUnderTest, game: str) -> None:
    with host.host.database.write() as session:
        session.connection().exec_driver_sql(f"update games set status = 'over' where id = '{game}'")
    assert host.get(f"/games/{game}").status_code == 200
    assert json.loads(host.get("/games?status=over").data)["games"][0]["game"] == game
