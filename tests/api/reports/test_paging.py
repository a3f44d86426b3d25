"""Lists come in parts that join without a gap or a double, and filters choose what they say."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import event

from schemas.statements import payloads
from schemas.statements.statements import sign_payload
from tests.api.hosts import HostUnderTest, Player

SEATS = ("red", "green", "black")


@pytest.fixture
def games(host: HostUnderTest) -> list[str]:
    """Seven games, the newest first: two of Bob's, two opened at one moment, one that runs."""

    def opened() -> list[str]:
        ann, bob = host.register("ann"), host.register("bob")
        found = []
        for number in range(6):
            found.append(host.open_game(bob if number in (2, 4) else ann, SEATS)["game"])
            host.clock.forward(minutes=number != 3)
        host.clock.forward(minutes=1)
        found.append(host.started(SEATS))
        return found[::-1]

    return [*host.once("seven games", opened)]


def parts(host: HostUnderTest, path: str, field: str, player: Player | None = None, limit: int = 2) -> list[Any]:
    """A list read to its end."""
    joint, found, after = "&" if "?" in path else "?", [], ""
    while True:
        told = host.json(f"{path}{joint}limit={limit}{after}", player)
        assert len(told[field]) == limit if told["more"] else len(told[field]) <= limit
        found += told[field]
        if not told["more"]:
            return found
        after = f"&after={told['next']}"


def test_games_come_in_parts_the_newest_first(host: HostUnderTest, games: list[str]) -> None:
    told = [game["game"] for game in parts(host, "/games", "games")]
    assert sorted(told) == sorted(games)
    assert told == [game["game"] for game in host.json("/games")["games"]]
    assert (told[0], set(told[1:2])) == (games[0], set(games[1:2]))


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("organiser=bob", 2),
        ("organiser=ann", 4),
        ("status=running", 1),
        ("status=inviting&organiser=bob", 2),
        ("status=over", 0),
        ("title=perikles", 7),
        ("title=pericles", 0),
        ("player=p-green", 1),
        ("player=ann", 0),
    ],
)
def test_games_are_chosen(host: HostUnderTest, games: list[str], query: str, count: int) -> None:
    assert len(parts(host, f"/games?{query}", "games", limit=1)) == count


def test_what_waits_comes_in_parts(host: HostUnderTest) -> None:
    games = {host.started(SEATS, held=dict.fromkeys(SEATS, "red")) for _ in range(3)}
    player = host.players["p-red"]
    told = parts(host, "/players/p-red/waiting", "games", player, limit=2)
    assert sorted((one["game"], one["seat"]) for one in told) == sorted(
        (game, seat) for game in games for seat in SEATS
    )
    host.play_on(next(iter(games)))
    assert len(parts(host, "/players/p-red/waiting?status=running", "games", player)) == 6
    assert len(parts(host, "/players/p-red/waiting?status=over", "games", player)) == 3


def test_acts_come_in_parts_that_tell_nothing_of_invitations(host: HostUnderTest) -> None:
    game, quiet = host.started(SEATS), host.started(SEATS)
    host.register("dora")
    host.seat_act(game, "green", payloads.Resign())
    key = host.players["p-red"].identity.key_id
    for number in range(3):
        for where in (game, quiet):
            host.act(where, payloads.Remind(), number=100 + number)
        if number < 2:
            invitation = payloads.Invitation(
                game=game, organiser=key, number=50 + number, player="dora", address=None, seat=None
            )
            host.post(f"/games/{game}/invitations", sign_payload(invitation, host.players["p-red"].identity))
    host.seat_act(quiet, "green", payloads.Resign())
    assert len(parts(host, f"/games/{game}/acts", "acts", limit=1)) == 4
    first, second = (host.json(f"/games/{where}/acts?limit=2")["next"] for where in (game, quiet))
    assert first == second


def test_log_and_reports_go_on_after_what_was_read(host: HostUnderTest) -> None:
    game = host.started(SEATS)
    host.play_on(game, 3)
    player = host.seats[game]["red"]
    whole = host.json(f"/games/{game}/log")
    assert whole["more"] is False
    assert parts(host, f"/games/{game}/log", "log", limit=4) == whole["log"]
    assert host.json(f"/games/{game}/log?after=3")["log"] == whole["log"][4:]
    for path, reader in ((f"/games/{game}/report", None), (f"/games/{game}/seats/red/report", player)):
        assert [one["phase"] for one in parts(host, path, "phases", reader)] == [0, 1, 2, 3]


@pytest.mark.parametrize("what", ["log", "acts", "report", "feed", "seats/red/report", "seats/red/press"])
def test_where_a_game_goes_on_so_does_the_end_of_its_lists(host: HostUnderTest, what: str) -> None:
    game = host.started(SEATS)
    host.write_press(game, "red", ["green"], "one")
    host.act(game, payloads.Remind(), number=100)
    path, reader = f"/games/{game}/{what}", host.seats[game]["red"]
    end = host.json(path, reader)
    field = next(name for name in end if isinstance(end[name], list))
    nothing = host.json(f"{path}?after={end['next']}", reader)
    assert (end["more"], nothing["more"], nothing[field], nothing["next"]) == (False, False, [], end["next"])
    host.play_on(game, 1)
    host.write_press(game, "green", ["red"], "two")
    host.act(game, payloads.Remind(), number=101)
    later, whole = host.json(f"{path}?after={end['next']}", reader), host.json(path, reader)
    assert later[field]
    assert (end[field] + later[field], later["next"]) == (whole[field], whole["next"])


def test_all_lists_that_come_in_parts_are_asked_for_and_answered_alike(host: HostUnderTest) -> None:
    document = host.client.get("/openapi/openapi.json").get_json()
    lists = set()
    for path, item in document["paths"].items():
        asked = {one["name"] for one in item.get("get", {}).get("parameters", ()) if one["in"] == "query"}
        if asked & {"after", "limit"}:
            answer = item["get"]["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
            schema = document["components"]["schemas"][answer.rpartition("/")[2]]
            assert {"after", "limit"} <= asked, path
            assert {"more", "next"} <= set(schema["required"]), path
            lists.add(path.rpartition("/")[2])
    assert lists == {"games", "acts", "log", "report", "scenes", "press", "feed", "waiting", "contests", "{title}"}


def test_press_comes_in_parts(host: HostUnderTest) -> None:
    game = host.started(SEATS)
    for number in range(3):
        host.write_press(game, "red", ["green"], f"note {number}")
    player, path = host.seats[game]["green"], f"/games/{game}/seats/green/press"
    assert [one["text"] for one in parts(host, path, "press", player)] == ["note 0", "note 1", "note 2"]


@pytest.mark.parametrize("after", ["nowhere", "AAAA", "_w", "LTE", "OTk5OTk5OTk5OTk5OQ", "-"])
def test_what_is_no_place_in_a_list_is_refused(host: HostUnderTest, after: str) -> None:
    game = host.started(SEATS)
    waiting = host.get(f"/players/p-red/waiting?after={after}", host.players["p-red"])
    for refused in (host.get(f"/games?after={after}"), waiting):
        assert (refused.status_code, refused.get_json()["code"]) == (422, "wrong-cursor")
    assert host.get(f"/games/{game}/acts?after={after}").get_json()["code"] == "invalid-request"


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "limit=x", "after=", "status=lost", "player=UPPER", "aside=1"]
)
def test_a_query_that_does_not_fit_is_refused(host: HostUnderTest, query: str) -> None:
    assert host.get(f"/games?{query}").get_json()["code"] == "invalid-request"


def test_games_with_a_seat_for_a_player_are_those_that_keep_one_or_run_with_a_vacant_one(
    host: HostUnderTest, games: list[str]
) -> None:
    host.register("zoe")
    ann = host.players["ann"]
    kept = next(game for game in games if host.json(f"/games/{game}")["organiser"] == "ann")
    invitation = payloads.Invitation(
        game=kept, organiser=ann.identity.key_id, number=1, player="zoe", address=None, seat="green"
    )
    assert host.post(f"/games/{kept}/invitations", sign_payload(invitation, ann.identity)).status_code == 201
    assert listed(host, "free_for=zoe") == [kept]
    assert host.act(games[0], payloads.Vacate(seat="black")).status_code == 201
    assert listed(host, "free_for=zoe") == listed(host, "calls_for=zoe") == [games[0], kept]
    organised = [one for status in ("inviting", "running") for one in listed(host, f"organiser=ann&status={status}")]
    assert set(listed(host, "calls_for=ann")) == {games[0], *organised}
    assert listed(host, "free_for=bob") == [games[0]]
    assert listed(host, "free_for=zoe&status=inviting") == [kept]
    assert host.act(games[0], payloads.Replace(seat="black", player="bob")).status_code == 201
    assert listed(host, "free_for=zoe") == [kept]


def listed(host: HostUnderTest, query: str) -> list[str]:
    return [game["game"] for game in parts(host, f"/games?{query}", "games")]


@pytest.mark.parametrize("query", ["organiser=ann", "player=ann", "calls_for=ann", "free_for=ann&organiser=ann"])
def test_the_games_of_one_player_are_found_without_looking_at_all_of_a_status(
    host: HostUnderTest, games: list[str], query: str
) -> None:
    found: list[tuple[str, Any]] = []
    event.listen(
        host.host.database.engine,
        "before_cursor_execute",
        lambda _connection, _cursor, statement, values, *_: found.append((statement, values)),
    )
    host.json(f"/games?{query}&status=running")
    [plan] = [
        " ".join(row[-1] for row in host.rows(f"explain query plan {statement}", *values))
        for statement, values in found
        if "ORDER BY games.created_at" in statement
    ]
    assert "SCAN" not in plan
    assert "status=?" not in plan
