"""Bearer tokens: a program reads for a player what he may read, no more than it was let, and never writes."""

from __future__ import annotations

import hashlib
import json
from io import StringIO
from typing import Any

import pytest
from sqlalchemy import event

from api.access.credentials import MOST
from api.host import json_logs
from schemas.statements.payloads import Replace, Resign
from tests.api.hosts import API, HostUnderTest, Player


@pytest.fixture
def game(host: HostUnderTest) -> str:
    return host.started(("red", "green", "black"))


@pytest.fixture
def ann(host: HostUnderTest, game: str) -> Player:
    return host.seats[game]["green"]


def make(host: HostUnderTest, player: Player, *scopes: str, **wanted: Any) -> dict[str, Any]:
    body = {"name": f"token {host.next_number()}", "scopes": list(scopes) or ["waiting", "seats"], **wanted}
    made = host.ask("POST", f"/players/{player.handle}/tokens", player, body)
    assert made.status_code == 201, made.text
    told: dict[str, Any] = made.get_json()
    return told


def read(host: HostUnderTest, path: str, secret: str) -> tuple[int, str | None]:
    response = host.get(path, Authorization=f"Bearer {secret}")
    return response.status_code, response.get_json().get("code")


OWN = ("questions", "view", "report", "press")


@pytest.mark.parametrize("what", OWN)
def test_a_token_reads_what_its_owners_seat_may(host: HostUnderTest, game: str, ann: Player, what: str) -> None:
    path = f"/games/{game}/seats/green/{what}"
    secret = make(host, ann, "seats")["secret"]
    told = host.get(path, Authorization=f"Bearer {secret}")
    assert (told.status_code, told.data) == (200, host.get(path, ann).data)
    assert told.headers["Cache-Control"] == host.get(path, ann).headers["Cache-Control"]


def test_a_token_reads_the_newest_envelope_and_what_waits(host: HostUnderTest, game: str) -> None:
    seat = host.asked(game)[0]
    holder = host.seats[game][seat]
    host.send(game, seat, host.default(game, seat), "draft")
    secret = make(host, holder)["secret"]
    assert read(host, f"/games/{game}/phases/1/envelopes/{seat}", secret) == (200, None)
    assert read(host, f"/players/{holder.handle}/waiting", secret) == (200, None)


def test_what_a_seat_is_asked_is_said_in_words_to_who_may_read_the_seat(host: HostUnderTest, game: str) -> None:
    seat = host.asked(game)[0]
    holder, path = host.seats[game][seat], f"/players/{host.seats[game][seat].handle}/waiting?in_words=true"
    asked = [one["prompt"] for one in host.json(f"/games/{game}/seats/{seat}/questions", holder)["questions"]]
    for scopes, prompts in ((("seats", "waiting"), asked), (("waiting",), [])):
        bearer = {"Authorization": f"Bearer {make(host, holder, *scopes)['secret']}"}
        [one] = [one for one in host.get(path, **bearer).get_json()["games"] if one["game"] == game]
        assert (one["prompts"], one["waiting"]) == (prompts, host.json(f"/games/{game}/phase")["waiting"])
    [unworded] = host.json(path.partition("?")[0], holder)["games"]
    assert unworded["prompts"] == unworded["waiting"] == []


@pytest.mark.parametrize("what", OWN)
def test_a_token_reads_no_other_seat(host: HostUnderTest, game: str, ann: Player, what: str) -> None:
    secret = make(host, ann)["secret"]
    assert read(host, f"/games/{game}/seats/black/{what}", secret) == (403, "not-your-seat")
    assert read(host, "/players/p-black/waiting", secret) == (403, "not-you")


def test_a_token_reads_no_more_than_its_scopes(host: HostUnderTest, game: str, ann: Player) -> None:
    waiting, seats = make(host, ann, "waiting")["secret"], make(host, ann, "seats")["secret"]
    assert read(host, f"/games/{game}/seats/green/view", waiting) == (403, "insufficient-scope")
    assert read(host, "/players/p-green/waiting", seats) == (403, "insufficient-scope")
    refused = host.get(f"/games/{game}/seats/green/view", Authorization=f"Bearer {waiting}")
    assert refused.headers["WWW-Authenticate"] == 'Bearer error="insufficient_scope", scope="seats"'


@pytest.mark.parametrize("path", ["/players/p-green/preferences", "/players/p-green/tokens"])
def test_what_is_a_players_own_is_read_with_his_signature_only(host: HostUnderTest, ann: Player, path: str) -> None:
    assert read(host, path, make(host, ann)["secret"]) == (403, "insufficient-scope")
    assert host.get(path, ann).status_code == 200


def test_a_token_for_some_games_reads_no_others(host: HostUnderTest, game: str, ann: Player) -> None:
    other = host.started(("red", "green", "black"))
    secret = make(host, ann, games=[other])["secret"]
    assert read(host, f"/games/{other}/seats/green/view", secret) == (200, None)
    assert read(host, f"/games/{game}/seats/green/view", secret) == (403, "insufficient-scope")
    waiting = host.get("/players/p-green/waiting", Authorization=f"Bearer {secret}").get_json()
    assert [seat["game"] for seat in waiting["games"]] == [other]


def test_a_token_for_some_games_tells_of_no_other_whose_mails_bounce(host: HostUnderTest, game: str) -> None:
    red, other = host.players["p-red"], host.started(("red", "green", "black"))
    with host.host.database.write() as session:
        session.connection().exec_driver_sql("update players set bounces = 1 where handle = 'p-green'")
    every, some = make(host, red)["secret"], make(host, red, games=[other])["secret"]
    for secret, games in ((every, {game, other}), (some, {other})):
        told = host.get("/players/p-red/waiting", Authorization=f"Bearer {secret}").get_json()
        assert {one["game"] for one in told["bounced"]} == games


def test_a_token_is_over_when_its_days_are(host: HostUnderTest, game: str, ann: Player) -> None:
    made = make(host, ann, days=2)
    path = f"/games/{game}/seats/green/view"
    host.clock.forward(days=2, seconds=-1)
    assert read(host, path, made["secret"]) == (200, None)
    host.clock.forward(seconds=1)
    assert read(host, path, made["secret"]) == (401, "invalid-token")
    assert host.json("/players/p-green/tokens", ann) == {"tokens": []}


@pytest.mark.parametrize("days", [0, 367, True, "30"])
def test_a_token_is_good_for_a_day_to_a_year(host: HostUnderTest, ann: Player, days: Any) -> None:
    body = {"name": "phone", "scopes": ["seats"], "days": days}
    assert host.ask("POST", "/players/p-green/tokens", ann, body).status_code == 422


def test_a_revoked_token_reads_nothing(host: HostUnderTest, game: str, ann: Player) -> None:
    made = make(host, ann)
    assert host.ask("DELETE", f"/players/p-green/tokens/{made['token']}", ann).status_code == 200
    assert read(host, f"/games/{game}/seats/green/view", made["secret"]) == (401, "invalid-token")
    again = host.ask("DELETE", f"/players/p-green/tokens/{made['token']}", ann)
    assert (again.status_code, again.get_json()["code"]) == (404, "unknown-token")


def test_nobody_else_makes_lists_or_revokes_a_players_tokens(host: HostUnderTest, ann: Player) -> None:
    made, rival = make(host, ann), host.players["p-black"]
    wanted = {"name": "phone", "scopes": ["seats"]}
    for answer in (
        host.ask("POST", "/players/p-green/tokens", rival, wanted),
        host.ask("DELETE", f"/players/p-green/tokens/{made['token']}", rival),
        host.get("/players/p-green/tokens", rival),
    ):
        assert (answer.status_code, answer.get_json()["code"]) == (403, "not-you")
    assert host.ask("DELETE", f"/players/p-black/tokens/{made['token']}", rival).status_code == 404
    assert [one["token"] for one in host.json("/players/p-green/tokens", ann)["tokens"]] == [made["token"]]


def test_a_token_writes_nothing(host: HostUnderTest, game: str, ann: Player) -> None:
    made = make(host, ann)
    bearer = {"Authorization": f"Bearer {made['secret']}"}
    body = json.dumps({"name": "phone", "scopes": ["seats"]})
    path = f"{API}/players/p-green/tokens"
    more = host.client.post(path, data=body, content_type="application/json", headers=bearer)
    gone = host.client.delete(f"{path}/{made['token']}", headers=bearer)
    for refused in (more, gone):
        assert (refused.status_code, refused.get_json()["code"]) == (401, "signature-required")
    writes = [
        (rule.rule, method)
        for rule in host.app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"GET", "HEAD", "OPTIONS"}
        if rule.rule.startswith(API)
    ]
    assert len(writes) > 10
    before = host.dump()
    for rule, method in writes:
        filled = rule.replace("<handle>", "p-green").replace("<game>", game).replace("<seat>", "green")
        filled = (
            filled.replace("<int:phase>", "1")
            .replace("<token>", made["token"])
            .replace("<webhook>", "1")
            .replace("<device>", "1")
        )
        answer = host.client.open(filled, method=method, data="{}", content_type="application/json", headers=bearer)
        assert answer.status_code >= 400, (method, filled)
    assert host.dump() == before


def test_a_former_holders_token_reads_nothing_of_the_seat_that_he_lost(
    host: HostUnderTest, game: str, ann: Player
) -> None:
    secret, path = make(host, ann)["secret"], f"/games/{game}/seats/green"
    host.write_press(game, "green", ["red"], "I leave.")
    assert host.seat_act(game, "green", Resign()).status_code == 201
    for what in OWN:
        assert read(host, f"{path}/{what}", secret) == (403, "not-your-seat")
    assert host.substitute(game, "green", "dora").status_code == 201
    for what in OWN:
        assert read(host, f"{path}/{what}", secret) == (403, "not-your-seat")
    assert host.get("/players/p-green/waiting", Authorization=f"Bearer {secret}").get_json()["games"] == []


def test_nor_does_one_whose_seat_the_organiser_gave_to_another(host: HostUnderTest, game: str, ann: Player) -> None:
    secret = make(host, ann)["secret"]
    host.register("dora")
    assert host.act(game, Replace(seat="green", player="dora")).status_code == 201
    assert read(host, f"/games/{game}/seats/green/view", secret) == (403, "not-your-seat")


def test_the_secret_of_a_token_rests_nowhere_and_is_in_no_log_line(host: HostUnderTest, game: str, ann: Player) -> None:
    stream = StringIO()
    json_logs.configure(stream)
    made = make(host, ann)
    secret = made["secret"]
    read(host, f"/games/{game}/seats/green/view", secret)
    read(host, f"/games/{game}/seats/black/view", secret)
    assert secret not in json.dumps(host.json("/players/p-green/tokens", ann))
    host.host.database.erase()
    bare = secret.removeprefix("ostraka_")
    assert all(bare.encode() not in content for content in host.files())
    assert bare not in stream.getvalue()
    assert hashlib.sha256(secret.encode()).hexdigest() in host.dump()


def test_a_token_is_looked_up_by_its_hash_alone(host: HostUnderTest, game: str, ann: Player) -> None:
    made = make(host, ann)
    asked: list[tuple[str, Any]] = []

    def listen(_c: Any, _cursor: Any, statement: str, values: Any, _context: Any, _many: bool) -> None:
        asked.append((statement, values))

    event.listen(host.host.database.engine, "before_cursor_execute", listen)
    try:
        read(host, f"/games/{game}/seats/green/view", made["secret"])
    finally:
        event.remove(host.host.database.engine, "before_cursor_execute", listen)
    about = [values for statement, values in asked if "FROM tokens" in statement]
    assert about == [(hashlib.sha256(made["secret"].encode()).hexdigest(),)]


@pytest.mark.parametrize("secret", ["", "x", "ostraka_", "ostraka_" + "A" * 43, "ostraka_" + "ä" * 43])
def test_what_is_no_token_is_refused(host: HostUnderTest, game: str, secret: str) -> None:
    refused = host.get(f"/games/{game}/seats/green/view", Authorization=f"Bearer {secret}")
    assert (refused.status_code, refused.get_json()["code"]) == (401, "invalid-token")
    assert refused.headers["WWW-Authenticate"] == 'Bearer error="invalid_token"'


def test_a_bad_token_is_not_helped_by_a_good_signature(host: HostUnderTest, game: str, ann: Player) -> None:
    path = f"/games/{game}/seats/green/view"
    assert host.get(path, ann, Authorization="Bearer x").status_code == 401
    assert host.get(path, ann, Authorization="Basic YW5uOng=").status_code == 200


def test_a_player_has_so_many_tokens_and_each_another_name(host: HostUnderTest, ann: Player) -> None:
    made = [make(host, ann, name=f"number {number}", days=1 + number) for number in range(MOST)]
    full = host.ask("POST", "/players/p-green/tokens", ann, {"name": "one more", "scopes": ["seats"]})
    assert (full.status_code, full.get_json()["code"]) == (409, "too-many-tokens")
    host.clock.forward(days=1)
    twice = host.ask("POST", "/players/p-green/tokens", ann, {"name": "number 7", "scopes": ["seats"]})
    assert (twice.status_code, twice.get_json()["code"]) == (409, "token-exists")
    assert make(host, ann, name="number 0")["token"] != made[0]["token"]


def test_a_token_for_a_game_that_there_is_not_is_not_made(host: HostUnderTest, ann: Player) -> None:
    body = {"name": "phone", "scopes": ["seats"], "games": ["nowhere"]}
    refused = host.ask("POST", "/players/p-green/tokens", ann, body)
    assert (refused.status_code, refused.get_json()["code"]) == (404, "unknown-game")
    assert host.json("/players/p-green/tokens", ann) == {"tokens": []}


# --- requests that are signed with their body -------------------------------------------------------------------


PATH = f"{API}/players/p-green/tokens"
BODY = b'{"name": "phone", "scopes": ["seats"]}'


def post(host: HostUnderTest, headers: dict[str, str], body: bytes = BODY) -> tuple[int, str | None]:
    answer = host.client.post(PATH, data=body, content_type="application/json", headers=headers)
    return answer.status_code, answer.get_json().get("code")


def test_a_signed_request_is_carried_out_once(host: HostUnderTest, ann: Player) -> None:
    headers = ann.headers(PATH, host.clock, method="POST", body=BODY)
    assert post(host, headers) == (201, None)
    token = host.json("/players/p-green/tokens", ann)["tokens"][0]["token"]
    assert host.ask("DELETE", f"/players/p-green/tokens/{token}", ann).status_code == 200
    assert post(host, headers) == (401, "signature-used")
    assert host.json("/players/p-green/tokens", ann) == {"tokens": []}
    host.clock.forward(minutes=6)
    assert post(host, headers) == (401, "signature-refused")


def test_a_signature_holds_for_one_body_only(host: HostUnderTest, ann: Player) -> None:
    headers = ann.headers(PATH, host.clock, method="POST", body=BODY)
    other = BODY.replace(b'"seats"', b'"seats", "waiting"')
    assert post(host, headers, other) == (401, "signature-refused")
    digest = ann.headers(PATH, host.clock, method="POST", body=other)["Content-Digest"]
    assert post(host, headers | {"Content-Digest": digest}, other) == (401, "signature-refused")
    assert post(host, headers) == (201, None)


def test_what_changes_something_is_not_asked_by_a_signature_without_its_body(host: HostUnderTest, ann: Player) -> None:
    assert post(host, {}) == (401, "signature-required")
    assert post(host, ann.headers(PATH, host.clock, method="POST")) == (401, "signature-refused")
    assert post(host, ann.headers(PATH, host.clock, method="POST", body=BODY, nonce="short")) == (
        401,
        "signature-refused",
    )
    assert post(host, ann.headers(PATH, host.clock, body=BODY)) == (401, "signature-refused")


def test_what_was_refused_is_not_carried_out_later_nor_are_nonces_kept_for_ever(
    host: HostUnderTest, ann: Player
) -> None:
    nonce = "just this once"
    wrong = ann.headers(PATH, host.clock, method="POST", body=BODY, nonce=nonce)
    make(host, ann, name="phone")
    assert post(host, wrong) == (409, "token-exists")
    token = host.json("/players/p-green/tokens", ann)["tokens"][0]["token"]
    host.ask("DELETE", f"/players/p-green/tokens/{token}", ann)
    assert post(host, wrong) == (401, "signature-used")
    host.clock.forward(minutes=16)
    make(host, ann)
    assert host.rows("select nonce from nonces where nonce = ?", nonce) == []


def test_a_webhook_that_was_refused_for_its_address_spends_its_nonce(host: HostUnderTest, ann: Player) -> None:
    path, body = "/api/v1/players/p-green/webhooks", b'{"url": "https://127.0.0.1/"}'
    wrong = ann.headers(path, host.clock, method="POST", body=body, nonce="just this once")
    for expected in ((422, "webhook-refused"), (401, "signature-used")):
        answer = host.client.post(path, data=body, headers=wrong, content_type="application/json")
        assert (answer.status_code, answer.get_json()["code"]) == expected
