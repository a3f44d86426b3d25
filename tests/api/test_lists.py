"""Lists come in parts that join without a gap or a double, and filters choose what they say."""

from __future__ import annotations

from typing import Any

import pytest

from schemas.statements import payloads
from schemas.statements.statements import sign_payload
from tests.api.houses import HouseUnderTest, Player

SEATS = ("red", "green", "black")


@pytest.fixture
def games(house: HouseUnderTest) -> list[str]:
    """Seven games, the newest first: two of Bob's, two opened at one moment, one that runs."""
    ann, bob = house.register("ann"), house.register("bob")
    found = []
    for number in range(6):
        found.append(house.open_game(bob if number in (2, 4) else ann, SEATS)["game"])
        house.clock.forward(minutes=number != 3)
    house.clock.forward(minutes=1)
    found.append(house.started(SEATS))
    return found[::-1]


def parts(house: HouseUnderTest, path: str, field: str, player: Player | None = None, limit: int = 2) -> list[Any]:
    """A list read to its end."""
    joint, found, after = "&" if "?" in path else "?", [], ""
    while True:
        told = house.json(f"{path}{joint}limit={limit}{after}", player)
        assert len(told[field]) <= limit
        assert told["more"] == (told["next"] is not None)
        found += told[field]
        if told["next"] is None:
            return found
        after = f"&after={told['next']}"


def test_games_come_in_parts_the_newest_first(house: HouseUnderTest, games: list[str]) -> None:
    told = [game["game"] for game in parts(house, "/games", "games")]
    assert sorted(told) == sorted(games)
    assert told == [game["game"] for game in house.json("/games")["games"]]
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
def test_games_are_chosen(house: HouseUnderTest, games: list[str], query: str, count: int) -> None:
    assert len(parts(house, f"/games?{query}", "games", limit=1)) == count


def test_what_waits_comes_in_parts(house: HouseUnderTest) -> None:
    games = {house.started(SEATS, held=dict.fromkeys(SEATS, "red")) for _ in range(3)}
    player = house.players["p-red"]
    told = parts(house, "/players/p-red/waiting", "games", player, limit=2)
    assert sorted((one["game"], one["seat"]) for one in told) == sorted(
        (game, seat) for game in games for seat in SEATS
    )
    house.play_on(next(iter(games)))
    assert len(parts(house, "/players/p-red/waiting?status=running", "games", player)) == 6
    assert len(parts(house, "/players/p-red/waiting?status=over", "games", player)) == 3


def test_acts_come_in_parts_that_tell_nothing_of_invitations(house: HouseUnderTest) -> None:
    game, quiet = house.started(SEATS), house.started(SEATS)
    house.register("dora")
    house.seat_act(game, "green", payloads.Resign())
    key = house.players["p-red"].identity.key_id
    for number in range(3):
        for where in (game, quiet):
            house.act(where, payloads.Remind(), number=100 + number)
        if number < 2:
            invitation = payloads.Invitation(
                game=game, organiser=key, number=50 + number, player="dora", address=None, seat=None
            )
            house.post(f"/games/{game}/invitations", sign_payload(invitation, house.players["p-red"].identity))
    house.seat_act(quiet, "green", payloads.Resign())
    assert len(parts(house, f"/games/{game}/acts", "acts", limit=1)) == 4
    first, second = (house.json(f"/games/{where}/acts?limit=2")["next"] for where in (game, quiet))
    assert first == second


def test_log_and_reports_go_on_after_what_was_read(house: HouseUnderTest) -> None:
    game = house.started(SEATS)
    house.play_on(game, 3)
    player = house.seats[game]["red"]
    whole = house.json(f"/games/{game}/log")
    assert whole["more"] is False
    first = house.json(f"/games/{game}/log?limit=4")
    rest = house.json(f"/games/{game}/log?after=3")
    assert (first["more"], first["log"] + rest["log"]) == (True, whole["log"])
    assert house.json(f"/games/{game}/log?after={len(whole['log']) - 1}")["log"] == []
    for path, reader in ((f"/games/{game}/report", None), (f"/games/{game}/seats/red/report", player)):
        first, rest = house.json(f"{path}?limit=2", reader), house.json(f"{path}?since=1", reader)
        assert (first["more"], rest["more"]) == (True, False)
        assert [one["phase"] for one in (*first["phases"], *rest["phases"])] == [0, 1, 2, 3]


def test_press_comes_in_parts(house: HouseUnderTest) -> None:
    game = house.started(SEATS)
    for number in range(3):
        house.write_press(game, "red", ["green"], f"note {number}")
    player, path = house.seats[game]["green"], f"/games/{game}/seats/green/press"
    first, rest = house.json(f"{path}?limit=2", player), house.json(f"{path}?since=2", player)
    assert [first["more"], rest["more"]] == [True, False]
    assert [one["text"] for one in (*first["press"], *rest["press"])] == ["note 0", "note 1", "note 2"]


@pytest.mark.parametrize("after", ["nowhere", "AAAA", "_w", "LTE", "OTk5OTk5OTk5OTk5OQ", "-"])
def test_what_is_no_place_in_a_list_is_refused(house: HouseUnderTest, after: str) -> None:
    game = house.started(SEATS)
    waiting = house.get(f"/players/p-red/waiting?after={after}", house.players["p-red"])
    for refused in (house.get(f"/games?after={after}"), house.get(f"/games/{game}/acts?after={after}"), waiting):
        assert (refused.status_code, refused.get_json()["code"]) == (422, "wrong-cursor")


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=101", "limit=x", "after=", "status=lost", "player=UPPER", "aside=1"]
)
def test_a_query_that_does_not_fit_is_refused(house: HouseUnderTest, query: str) -> None:
    assert house.get(f"/games?{query}").get_json()["code"] == "invalid-request"
