"""Bearer tokens: a program reads for a player what he may read, no more than it was let, and never writes."""

from __future__ import annotations

import hashlib
import json
from io import StringIO
from typing import Any

import pytest
from sqlalchemy import event

from api.access.bearer_tokens import MOST
from api.host import json_logs
from schemas.statements.payloads import Replace, Resign
from tests.api.houses import API, HouseUnderTest, Player


@pytest.fixture
def game(house: HouseUnderTest) -> str:
    return house.started(("red", "green", "black"))


@pytest.fixture
def ann(house: HouseUnderTest, game: str) -> Player:
    return house.seats[game]["green"]


def make(house: HouseUnderTest, player: Player, *scopes: str, **wanted: Any) -> dict[str, Any]:
    body = {"name": f"token {house.next_number()}", "scopes": list(scopes) or ["waiting", "seats"], **wanted}
    made = house.ask("POST", f"/players/{player.handle}/tokens", player, body)
    assert made.status_code == 201, made.text
    told: dict[str, Any] = made.get_json()
    return told


def read(house: HouseUnderTest, path: str, secret: str) -> tuple[int, str | None]:
    response = house.get(path, Authorization=f"Bearer {secret}")
    return response.status_code, response.get_json().get("code")


OWN = ("questions", "view", "report", "press")


@pytest.mark.parametrize("what", OWN)
def test_a_token_reads_what_its_owners_seat_may(house: HouseUnderTest, game: str, ann: Player, what: str) -> None:
    path = f"/games/{game}/seats/green/{what}"
    secret = make(house, ann, "seats")["secret"]
    told = house.get(path, Authorization=f"Bearer {secret}")
    assert (told.status_code, told.data) == (200, house.get(path, ann).data)
    assert told.headers["Cache-Control"] == house.get(path, ann).headers["Cache-Control"]


def test_a_token_reads_the_newest_envelope_and_what_waits(house: HouseUnderTest, game: str) -> None:
    seat = house.asked(game)[0]
    holder = house.seats[game][seat]
    house.send(game, seat, house.default(game, seat), "draft")
    secret = make(house, holder)["secret"]
    assert read(house, f"/games/{game}/phases/1/envelopes/{seat}", secret) == (200, None)
    assert read(house, f"/players/{holder.handle}/waiting", secret) == (200, None)


@pytest.mark.parametrize("what", OWN)
def test_a_token_reads_no_other_seat(house: HouseUnderTest, game: str, ann: Player, what: str) -> None:
    secret = make(house, ann)["secret"]
    assert read(house, f"/games/{game}/seats/black/{what}", secret) == (403, "not-your-seat")
    assert read(house, "/players/p-black/waiting", secret) == (403, "not-you")


def test_a_token_reads_no_more_than_its_scopes(house: HouseUnderTest, game: str, ann: Player) -> None:
    waiting, seats = make(house, ann, "waiting")["secret"], make(house, ann, "seats")["secret"]
    assert read(house, f"/games/{game}/seats/green/view", waiting) == (403, "insufficient-scope")
    assert read(house, "/players/p-green/waiting", seats) == (403, "insufficient-scope")
    refused = house.get(f"/games/{game}/seats/green/view", Authorization=f"Bearer {waiting}")
    assert refused.headers["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="seats"'


@pytest.mark.parametrize("path", ["/players/p-green/preferences", "/players/p-green/tokens"])
def test_what_is_a_players_own_is_read_with_his_signature_only(house: HouseUnderTest, ann: Player, path: str) -> None:
    assert read(house, path, make(house, ann)["secret"]) == (403, "insufficient-scope")
    assert house.get(path, ann).status_code == 200


def test_a_token_for_some_games_reads_no_others(house: HouseUnderTest, game: str, ann: Player) -> None:
    other = house.started(("red", "green", "black"))
    secret = make(house, ann, games=[other])["secret"]
    assert read(house, f"/games/{other}/seats/green/view", secret) == (200, None)
    assert read(house, f"/games/{game}/seats/green/view", secret) == (403, "insufficient-scope")
    waiting = house.get("/players/p-green/waiting", Authorization=f"Bearer {secret}").get_json()
    assert [seat["game"] for seat in waiting["games"]] == [other]


def test_a_token_for_some_games_tells_of_no_other_whose_mails_bounce(house: HouseUnderTest, game: str) -> None:
    red, other = house.players["p-red"], house.started(("red", "green", "black"))
    with house.house.database.write() as session:
        session.connection().exec_driver_sql("update players set bounces = 1 where handle = 'p-green'")
    every, some = make(house, red)["secret"], make(house, red, games=[other])["secret"]
    for secret, games in ((every, {game, other}), (some, {other})):
        told = house.get("/players/p-red/waiting", Authorization=f"Bearer {secret}").get_json()
        assert {one["game"] for one in told["bounced"]} == games


def test_a_token_is_over_when_its_days_are(house: HouseUnderTest, game: str, ann: Player) -> None:
    made = make(house, ann, days=2)
    path = f"/games/{game}/seats/green/view"
    house.clock.forward(days=2, seconds=-1)
    assert read(house, path, made["secret"]) == (200, None)
    house.clock.forward(seconds=1)
    assert read(house, path, made["secret"]) == (401, "invalid-token")
    assert house.json("/players/p-green/tokens", ann) == {"tokens": []}


@pytest.mark.parametrize("days", [0, 367, True, "30"])
def test_a_token_is_good_for_a_day_to_a_year(house: HouseUnderTest, ann: Player, days: Any) -> None:
    body = {"name": "phone", "scopes": ["seats"], "days": days}
    assert house.ask("POST", "/players/p-green/tokens", ann, body).status_code == 422


def test_a_revoked_token_reads_nothing(house: HouseUnderTest, game: str, ann: Player) -> None:
    made = make(house, ann)
    assert house.ask("DELETE", f"/players/p-green/tokens/{made['token']}", ann).status_code == 200
    assert read(house, f"/games/{game}/seats/green/view", made["secret"]) == (401, "invalid-token")
    again = house.ask("DELETE", f"/players/p-green/tokens/{made['token']}", ann)
    assert (again.status_code, again.get_json()["code"]) == (404, "unknown-token")


def test_nobody_else_makes_lists_or_revokes_a_players_tokens(house: HouseUnderTest, ann: Player) -> None:
    made, rival = make(house, ann), house.players["p-black"]
    wanted = {"name": "phone", "scopes": ["seats"]}
    for answer in (
        house.ask("POST", "/players/p-green/tokens", rival, wanted),
        house.ask("DELETE", f"/players/p-green/tokens/{made['token']}", rival),
        house.get("/players/p-green/tokens", rival),
    ):
        assert (answer.status_code, answer.get_json()["code"]) == (403, "not-you")
    assert house.ask("DELETE", f"/players/p-black/tokens/{made['token']}", rival).status_code == 404
    assert [one["token"] for one in house.json("/players/p-green/tokens", ann)["tokens"]] == [made["token"]]


def test_a_token_writes_nothing(house: HouseUnderTest, game: str, ann: Player) -> None:
    made = make(house, ann)
    bearer = {"Authorization": f"Bearer {made['secret']}"}
    body = json.dumps({"name": "phone", "scopes": ["seats"]})
    path = f"{API}/players/p-green/tokens"
    more = house.client.post(path, data=body, content_type="application/json", headers=bearer)
    gone = house.client.delete(f"{path}/{made['token']}", headers=bearer)
    for refused in (more, gone):
        assert (refused.status_code, refused.get_json()["code"]) == (401, "signature-required")
    writes = [
        (rule.rule, method)
        for rule in house.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}
        if rule.rule.startswith(API)
    ]
    assert len(writes) > 10
    before = house.dump()
    for rule, method in writes:
        filled = rule.replace("<handle>", "p-green").replace("<game>", game).replace("<seat>", "green")
        filled = filled.replace("<int:phase>", "1").replace("<token>", made["token"]).replace("<webhook>", "1")
        answer = house.client.open(filled, method=method, data="{}", content_type="application/json", headers=bearer)
        assert answer.status_code >= 400, (method, filled)
    assert house.dump() == before


def test_a_former_holders_token_reads_nothing_of_the_seat_that_he_lost(
    house: HouseUnderTest, game: str, ann: Player
) -> None:
    secret, path = make(house, ann)["secret"], f"/games/{game}/seats/green"
    house.write_press(game, "green", ["red"], "I leave.")
    assert house.seat_act(game, "green", Resign()).status_code == 201
    for what in OWN:
        assert read(house, f"{path}/{what}", secret) == (403, "not-your-seat")
    assert house.substitute(game, "green", "dora").status_code == 201
    for what in OWN:
        assert read(house, f"{path}/{what}", secret) == (403, "not-your-seat")
    assert house.get("/players/p-green/waiting", Authorization=f"Bearer {secret}").get_json()["games"] == []


def test_nor_does_one_whose_seat_the_organiser_gave_to_another(house: HouseUnderTest, game: str, ann: Player) -> None:
    secret = make(house, ann)["secret"]
    house.register("dora")
    assert house.act(game, Replace(seat="green", player="dora")).status_code == 201
    assert read(house, f"/games/{game}/seats/green/view", secret) == (403, "not-your-seat")


def test_the_secret_of_a_token_rests_nowhere_and_is_in_no_log_line(
    house: HouseUnderTest, game: str, ann: Player
) -> None:
    stream = StringIO()
    json_logs.configure(stream)
    made = make(house, ann)
    secret = made["secret"]
    read(house, f"/games/{game}/seats/green/view", secret)
    read(house, f"/games/{game}/seats/black/view", secret)
    assert secret not in json.dumps(house.json("/players/p-green/tokens", ann))
    house.house.database.erase()
    bare = secret.removeprefix("ostraka_")
    assert all(bare.encode() not in content for content in house.files())
    assert bare not in stream.getvalue()
    assert hashlib.sha256(secret.encode()).hexdigest() in house.dump()


def test_a_token_is_looked_up_by_its_hash_alone(house: HouseUnderTest, game: str, ann: Player) -> None:
    made = make(house, ann)
    asked: list[tuple[str, Any]] = []

    def listen(_c: Any, _cursor: Any, statement: str, values: Any, _context: Any, _many: bool) -> None:
        asked.append((statement, values))

    event.listen(house.house.database.engine, "before_cursor_execute", listen)
    try:
        read(house, f"/games/{game}/seats/green/view", made["secret"])
    finally:
        event.remove(house.house.database.engine, "before_cursor_execute", listen)
    about = [values for statement, values in asked if "FROM tokens" in statement]
    assert about == [(hashlib.sha256(made["secret"].encode()).hexdigest(),)]


@pytest.mark.parametrize("secret", ["", "x", "ostraka_", "ostraka_" + "A" * 43, "ostraka_" + "ä" * 43])
def test_what_is_no_token_is_refused(house: HouseUnderTest, game: str, secret: str) -> None:
    refused = house.get(f"/games/{game}/seats/green/view", Authorization=f"Bearer {secret}")
    assert (refused.status_code, refused.get_json()["code"]) == (401, "invalid-token")
    assert refused.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_a_bad_token_is_not_helped_by_a_good_signature(house: HouseUnderTest, game: str, ann: Player) -> None:
    path = f"/games/{game}/seats/green/view"
    assert house.get(path, ann, Authorization="Bearer x").status_code == 401
    assert house.get(path, ann, Authorization="Basic YW5uOng=").status_code == 200


def test_a_player_has_so_many_tokens_and_each_another_name(house: HouseUnderTest, ann: Player) -> None:
    made = [make(house, ann, name=f"number {number}", days=1 + number) for number in range(MOST)]
    full = house.ask("POST", "/players/p-green/tokens", ann, {"name": "one more", "scopes": ["seats"]})
    assert (full.status_code, full.get_json()["code"]) == (409, "too-many-tokens")
    house.clock.forward(days=1)
    twice = house.ask("POST", "/players/p-green/tokens", ann, {"name": "number 7", "scopes": ["seats"]})
    assert (twice.status_code, twice.get_json()["code"]) == (409, "token-exists")
    assert make(house, ann, name="number 0")["token"] != made[0]["token"]


def test_a_token_for_a_game_that_there_is_not_is_not_made(house: HouseUnderTest, ann: Player) -> None:
    body = {"name": "phone", "scopes": ["seats"], "games": ["nowhere"]}
    refused = house.ask("POST", "/players/p-green/tokens", ann, body)
    assert (refused.status_code, refused.get_json()["code"]) == (404, "unknown-game")
    assert house.json("/players/p-green/tokens", ann) == {"tokens": []}


# --- requests that are signed with their body -------------------------------------------------------------------


PATH = f"{API}/players/p-green/tokens"
BODY = b'{"name": "phone", "scopes": ["seats"]}'


def post(house: HouseUnderTest, headers: dict[str, str], body: bytes = BODY) -> tuple[int, str | None]:
    answer = house.client.post(PATH, data=body, content_type="application/json", headers=headers)
    return answer.status_code, answer.get_json().get("code")


def test_a_signed_request_is_carried_out_once(house: HouseUnderTest, ann: Player) -> None:
    headers = ann.headers(PATH, house.clock, method="POST", body=BODY)
    assert post(house, headers) == (201, None)
    token = house.json("/players/p-green/tokens", ann)["tokens"][0]["token"]
    assert house.ask("DELETE", f"/players/p-green/tokens/{token}", ann).status_code == 200
    assert post(house, headers) == (401, "signature-used")
    assert house.json("/players/p-green/tokens", ann) == {"tokens": []}
    house.clock.forward(minutes=6)
    assert post(house, headers) == (401, "signature-refused")


def test_a_signature_holds_for_one_body_only(house: HouseUnderTest, ann: Player) -> None:
    headers = ann.headers(PATH, house.clock, method="POST", body=BODY)
    other = BODY.replace(b'"seats"', b'"seats", "waiting"')
    assert post(house, headers, other) == (401, "signature-refused")
    digest = ann.headers(PATH, house.clock, method="POST", body=other)["Content-Digest"]
    assert post(house, headers | {"Content-Digest": digest}, other) == (401, "signature-refused")
    assert post(house, headers) == (201, None)


def test_what_changes_something_is_not_asked_by_a_signature_without_its_body(
    house: HouseUnderTest, ann: Player
) -> None:
    assert post(house, {}) == (401, "signature-required")
    assert post(house, ann.headers(PATH, house.clock, method="POST")) == (401, "signature-refused")
    assert post(house, ann.headers(PATH, house.clock, method="POST", body=BODY, nonce="short")) == (
        401,
        "signature-refused",
    )
    assert post(house, ann.headers(PATH, house.clock, body=BODY)) == (401, "signature-refused")


def test_what_was_refused_can_be_sent_again_and_nonces_are_not_kept_for_ever(
    house: HouseUnderTest, ann: Player
) -> None:
    nonce = "just this once"
    wrong = ann.headers(PATH, house.clock, method="POST", body=BODY, nonce=nonce)
    make(house, ann, name="phone")
    assert post(house, wrong) == (409, "token-exists")
    token = house.json("/players/p-green/tokens", ann)["tokens"][0]["token"]
    house.ask("DELETE", f"/players/p-green/tokens/{token}", ann)
    assert post(house, wrong) == (201, None)
    house.clock.forward(minutes=16)
    make(house, ann)
    assert house.rows("select nonce from nonces where nonce = ?", nonce) == []
