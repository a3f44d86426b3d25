"""Lists come in parts that join without a gap or a double, and filters choose what they say."""

from __future__ import annotations

from typing import Any

import pytest

from schemas.statements import payloads
from schemas.statements.statements import sign_payload
from tests.api.hosts import HostUnderTest, Player

SEATS = ("red", "green", "black")


@pytest.fixture
def games(host: HostUnderTest) -> list[str]:
    """Seven games, the newest first: two of Bob's, two opened at one moment, one that runs."""
    ann, bob = host.register("ann"), host.register("bob")
    found = []
    for number in range(6):
        found.append(host.open_game(bob if number in (2, 4) else ann, SEATS)["game"])
        host.clock.forward(minutes=number != 3)
    host.clock.forward(minutes=1)
    found.append(host.started(SEATS))
    return found[::-1]


def parts(host: HostUnderTest, path: str, field: str, player: Player | None = None, limit: int = 2) -> list[Any]:
    """A list read to its end."""
    joint, found, after = "&" if "?" in path else "?", [], ""
    while True:
        told = host.json(f"{path}{joint}limit={limit}{after}", player)
        assert len(told[field]) <= limit
        assert told["more"] == (told["next"] is not None)
        found += told[field]
        if told["next"] is None:
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
    first = host.json(f"/games/{game}/log?limit=4")
    rest = host.json(f"/games/{game}/log?after=3")
    assert (first["more"], first["log"] + rest["log"]) == (True, whole["log"])
    assert host.json(f"/games/{game}/log?after={len(whole['log']) - 1}")["log"] == []
    for path, reader in ((f"/games/{game}/report", None), (f"/games/{game}/seats/red/report", player)):
        first, rest = host.json(f"{path}?limit=2", reader), host.json(f"{path}?since=1", reader)
        assert (first["more"], rest["more"]) == (True, False)
        assert [one["phase"] for one in (*first["phases"], *rest["phases"])] == [0, 1, 2, 3]


def test_press_comes_in_parts(host: HostUnderTest) -> None:
    game = host.started(SEATS)
    for number in range(3):
        host.write_press(game, "red", ["green"], f"note {number}")
    player, path = host.seats[game]["green"], f"/games/{game}/seats/green/press"
    first, rest = host.json(f"{path}?limit=2", player), host.json(f"{path}?since=2", player)
    assert [first["more"], rest["more"]] == [True, False]
    assert [one["text"] for one in (*first["press"], *rest["press"])] == ["note 0", "note 1", "note 2"]


@pytest.mark.parametrize("after", ["nowhere", "AAAA", "_w", "LTE", "OTk5OTk5OTk5OTk5OQ", "-"])
def test_what_is_no_place_in_a_list_is_refused(host: HostUnderTest, after: str) -> None:
    game = host.started(SEATS)
    waiting = host.get(f"/players/p-red/waiting?after={after}", host.players["p-red"])
    for refused in (host.get(f"/games?after={after}"), host.get(f"/games/{game}/acts?after={after}"), waiting):
        assert (refused.status_code, refused.get_json()["code"]) == (422, "wrong-cursor")


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "limit=x", "after=", "status=lost", "player=UPPER", "aside=1"]
)
def test_a_query_that_does_not_fit_is_refused(host: HostUnderTest, query: str) -> None:
    assert host.get(f"/games?{query}").get_json()["code"] == "invalid-request"
