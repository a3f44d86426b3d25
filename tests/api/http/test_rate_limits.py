"""What one address or one key takes is not taken from the others, and whoever is refused is told when to come again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest

from api.http.rate_limits import DAY, OFF, Buckets, Limits, Meters, caller, network
from api.store.sqlite import SQLite
from schemas.documents.components_files import digest_of
from schemas.statements import payloads
from tests.api.hosts import Clock, HostUnderTest

SEATS = ("red", "green", "black", "orange")


@contextmanager
def limited(folder: Path, **limits: int) -> Iterator[HostUnderTest]:
    """A host with some limits and no others."""
    host = HostUnderTest(folder, limits=replace(OFF, **limits))
    yield host
    host.close()


def refused(response: Any, status: int, code: str) -> int:
    """A refusal with its code; gives the seconds after which to come again."""
    assert (response.status_code, response.get_json()["code"]) == (status, code), response.text
    return int(response.headers.get("Retry-After", 0))


def test_an_address_is_told_to_come_again_and_no_other_is_kept_out(tmp_path: Path) -> None:
    with limited(tmp_path, requests=2) as host:
        assert [host.get("/").status_code for _ in range(20)] == [200] * 20
        assert refused(host.get("/"), 429, "too-many-requests") == 1
        assert refused(host.client.get("/openapi/openapi.json"), 429, "too-many-requests") == 1
        elsewhere = {"environ_overrides": {"REMOTE_ADDR": "192.0.2.7"}}
        assert host.client.get("/api/v1/", **elsewhere).status_code == 200
        host.clock.forward(seconds=1)
        assert [host.get("/").status_code for _ in range(3)] == [200, 200, 429]


def test_a_request_too_many_is_refused_before_its_body_is_looked_at(tmp_path: Path) -> None:
    with limited(tmp_path, requests=1) as host:
        answers = [host.post("/players", b"no JSON").status_code for _ in range(11)]
        assert answers == [422] * 10 + [429]


def test_a_proxys_word_on_who_asks_counts_and_nobody_elses(tmp_path: Path) -> None:
    with limited(tmp_path, requests=1) as host:

        def ask(peer: str, said: str) -> int:
            place, headers = {"REMOTE_ADDR": peer}, {"X-Forwarded-For": said}
            return host.client.get("/api/v1/", environ_overrides=place, headers=headers).status_code

        assert [ask("127.0.0.1", f"203.0.113.9, 198.51.100.{n}") for n in range(30)] == [200] * 30
        assert [ask("127.0.0.1", f"198.51.100.{n}, 203.0.113.9") for n in range(11)] == [200] * 10 + [429]
        assert [ask("192.0.2.1", f"198.51.100.{n}") for n in range(11)] == [200] * 10 + [429]


def test_a_key_is_told_to_come_again_wherever_it_reads_and_only_for_what_it_signed(tmp_path: Path) -> None:
    with limited(tmp_path, signed=1) as host:
        red, green = host.register("p-red"), host.register("p-green")
        waiting = "/players/p-red/waiting"
        for _ in range(30):
            assert host.get(waiting, green).status_code in (403, 429)
        assert [host.get(waiting, red).status_code for _ in range(11)] == [200] * 10 + [429]
        assert refused(host.get(waiting, red), 429, "too-many-requests") == 1
        forged = {**red.headers("/api/v1/players/p-red", host.clock)}
        host.clock.forward(seconds=20)
        for _ in range(30):
            assert host.get(waiting, None, **forged).status_code == 401
        assert host.get(waiting, red).status_code == 200


def test_envelopes_of_one_key_are_kept_up_to_a_size_a_day_and_a_receipt_that_was_given_holds(tmp_path: Path) -> None:
    with limited(tmp_path, stored=1) as host:
        game = host.started()
        taken = 0
        large = [{"question": "x" * 40_000}]
        while (response := host.send(game, "red", large, "draft")).status_code == 201:
            taken += 1
        assert refused(response, 429, "too-much-stored") > 1
        assert 2 < taken < 1_048_576 / 40_000
        assert host.send(game, "green", [], "draft").status_code == 201
        assert host.rows("select count(*) from envelopes where seat = 'red'") == [(taken,)]
        host.clock.forward(hours=1)
        assert host.send(game, "red", [], "draft").status_code == 201


def test_a_forger_does_not_use_up_what_another_may_send(tmp_path: Path) -> None:
    with limited(tmp_path, stored=1, signed=1) as host:
        game = host.started()
        forged = host.envelope(game, "red", [], by=host.seats[game]["green"])
        for _ in range(20):
            assert host.put(forged, game, 1, "red").status_code == 403
        assert host.send(game, "red", [], "draft").status_code == 201


def test_acts_votes_and_invitations_of_one_key_are_counted_together(tmp_path: Path) -> None:
    with limited(tmp_path, statements=3) as host:
        game = host.started()
        assert host.act(game, payloads.Remind()).status_code == 201
        assert host.write_press(game, "red", ["green"], "peace?").status_code == 201
        assert host.act(game, payloads.Pause()).status_code == 201
        before = host.rows("select count(*) from log")
        assert refused(host.act(game, payloads.Resume()), 429, "too-much-stored") == 86_400 // 3
        assert host.rows("select count(*) from log") == before
        assert host.write_press(game, "green", ["red"], "war").status_code == 201


def test_from_one_address_so_many_players_a_day_are_registered(tmp_path: Path) -> None:
    with limited(tmp_path, players=3) as host:
        for number in range(3):
            host.register(f"player-{number}")
        card = {"card": payloads_card(host, "one-more")}
        assert refused(host.post("/players", card), 429, "too-many-players") == 86_400 // 3
        known = {"card": payloads_card(host, "player-0", known=True)}
        assert host.post("/players", known).status_code == 200
        host.clock.forward(hours=8)
        assert host.post("/players", card).status_code == 201


def payloads_card(host: HostUnderTest, handle: str, *, known: bool = False) -> dict[str, Any]:
    """A card, of a player who is registered or of a new one."""
    if known:
        return host.players[handle].identity.card(handle).statement.to_json_value()
    from schemas.keys.identities import Identity

    return Identity.generate().card(handle).statement.to_json_value()


def test_an_organiser_has_so_many_games_under_way_and_a_thousand_more_do_no_harm(tmp_path: Path) -> None:
    with limited(tmp_path, games=3) as host:
        organiser, other = host.register("many"), host.register("other")
        opened = [host.open_game(organiser, SEATS)["game"] for _ in range(3)]
        stored = host.rows("select count(*) from games")
        for _ in range(50):
            refusal = host.post("/games", host.game_statement(organiser, SEATS))
            refused(refusal, 409, "too-many-games")
        assert host.rows("select count(*) from games") == stored
        host.open_game(other, SEATS)
        assert host.act(opened[0], payloads.End(), by=organiser).status_code == 201
        host.open_game(organiser, SEATS)


def test_a_player_holds_so_many_seats_in_games_that_go_on(tmp_path: Path) -> None:
    with limited(tmp_path, seats=2) as host:
        organiser, player = host.register("many"), host.register("player")
        games = [host.open_game(organiser, SEATS) for _ in range(3)]
        for game in games[:2]:
            assert (
                host.post(f"/games/{game['game']}/joins", host.join_statement(player, game, "red")).status_code == 201
            )
        join = host.join_statement(player, games[2], "red")
        refused(host.post(f"/games/{games[2]['game']}/joins", join), 409, "too-many-seats")
        assert host.act(games[0]["game"], payloads.End(), by=organiser).status_code == 201
        assert host.post(f"/games/{games[2]['game']}/joins", join).status_code == 201


@pytest.mark.parametrize("limit", [{"database": 1}, {"free": 10**12}])
def test_a_host_without_room_takes_nobody_new_and_those_who_are_there_play_on(
    tmp_path: Path, limit: dict[str, int]
) -> None:
    with limited(tmp_path) as host:
        game = host.started()
        with host.host.database.write() as session:
            session.connection().exec_driver_sql("create table weight as select zeroblob(2000000) as it")
        host.host.meters.limits = replace(OFF, **limit)
        refused(host.post("/players", {"card": payloads_card(host, "one-more")}), 507, "host-full")
        refused(host.post("/games", host.game_statement(host.players["p-red"], SEATS)), 507, "host-full")
        assert host.send(game, "red", [], "draft").status_code == 201
        host.play_on(game, 1)


def test_a_bucket_fills_with_time_never_beyond_its_brim_and_a_clock_put_back_takes_nothing() -> None:
    clock = Clock()
    buckets = Buckets(10, 0.5, clock)
    assert [buckets.take("a", 4).wait for _ in range(3)] == [0, 0, 4]
    clock.forward(seconds=3)
    assert buckets.take("a", 4).wait == 1
    clock.forward(seconds=1)
    assert buckets.take("a", 4).wait == 0
    clock.forward(days=-1)
    assert buckets.take("a", 1).wait == 2
    clock.forward(days=9)
    assert [buckets.take("a", 10).wait, buckets.take("a", 1).wait] == [0, 2]


def test_buckets_forget_whom_they_have_not_seen_for_longest(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.http.rate_limits.MOST_BUCKETS", 3)
    buckets = Buckets(1, 1, Clock())
    assert [buckets.take(who).wait for who in "abcd"] == [0] * 4
    assert [buckets.take("d").wait, buckets.take("a").wait] == [1, 0]


def test_one_household_counts_as_one_address() -> None:
    assert network("2001:db8:1:2::7") == network("2001:db8:1:2:ffff::9") != network("2001:db8:1:3::7")
    assert network("::ffff:192.0.2.1") == network("192.0.2.1") != network("192.0.2.2")
    assert caller("127.0.0.1", "", "127.0.0.1") == "127.0.0.1"


def test_limits_are_read_strictly() -> None:
    assert Limits.parse("") == Limits()
    assert Limits.parse(" games=3, requests=0,") == Limits(games=3, requests=0)
    assert Limits.parse("off") == OFF
    for wrong in ("games", "games=-1", "games=many", "turtles=3", "games=3;seats=4", "games=²", "on"):
        with pytest.raises(ValueError, match="limits are `off`, or some of requests=100, signed=20"):
            Limits.parse(wrong)


def test_without_limits_nothing_is_refused(tmp_path: Path) -> None:
    meters = Meters(OFF, SQLite(f"sqlite:///{tmp_path}/host.db"), Clock())
    for _ in range(3_000):
        meters.request("192.0.2.1")
        meters.statement("key")
        meters.envelope("key", 10**9)
        meters.player("192.0.2.1")
        meters.game(10**6)
        meters.seat(10**6)
    assert all(getattr(OFF, field.name) == 0 for field in fields(Limits))


def test_components_files_are_counted_before_they_are_read(tmp_path: Path) -> None:
    with limited(tmp_path, files=2) as host:
        ann = host.register("ann")
        answers = []
        for text in ("[1]", "[2]", "[3]"):
            statement = host.game_statement(ann, SEATS, options={"components": digest_of(text)})
            answers.append(host.post("/games", statement.to_json_value() | {"components": text}))
        assert [answer.get_json()["code"] for answer in answers[:2]] == ["wrong-components"] * 2
        assert refused(answers[2], 429, "too-much-stored") == DAY // 2


def test_who_signs_is_told_how_much_is_left_to_them(tmp_path: Path) -> None:
    with limited(tmp_path, requests=50, signed=2) as host:
        red = host.register("p-red")
        policies = '"address";q=500;w=10, "key";q=20;w=10'
        first, second = (host.get("/players/p-red/waiting", red) for _ in range(2))
        assert first.headers["RateLimit-Policy"] == policies
        left, then = (int(one.headers["RateLimit"].split(";")[1].removeprefix("r=")) for one in (first, second))
        assert then == left - 1
        assert second.headers["RateLimit"] == f'"key";r={then};t={-(-(20 - then) // 2)}'
        host.clock.forward(seconds=60)
        assert host.get("/players/p-red/waiting", red).headers["RateLimit"] == '"key";r=19;t=1'
        assert host.get("/").headers["RateLimit-Policy"] == policies


def test_nobody_is_told_what_is_left_to_others(tmp_path: Path) -> None:
    with limited(tmp_path, requests=50, signed=2) as host:
        red = host.register("p-red")
        token = host.ask("POST", "/players/p-red/tokens", red, {"name": "t", "scopes": ["waiting"]}).get_json()
        bearer = {"Authorization": f"Bearer {token['secret']}"}
        assert host.get("/players/p-red/waiting", red).headers["RateLimit"]
        for answer in (
            host.get("/"),
            host.get("/games"),
            host.get("/players/p-red/waiting", None, **bearer),
            host.get("/players/p-red/waiting"),
            host.post("/games", host.game_statement(red, SEATS)),
        ):
            assert "RateLimit" not in answer.headers
            assert "RateLimit-Policy" in answer.headers


def test_a_host_without_limits_tells_none(standing: HostUnderTest) -> None:
    answer = standing.get("/players/p-red/waiting", standing.players["p-red"])
    assert answer.status_code == 200
    assert not {"RateLimit", "RateLimit-Policy"} & set(answer.headers.keys())
