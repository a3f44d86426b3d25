"""Points, what parts those who are equal, and the words that say why; ratings and figures of reliability."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from msgspec.structs import replace

from schemas.contests.counting.scoring import points
from schemas.contests.progress import final_places
from schemas.contests.ratings import RatedGame, contest_ratings, expected, ratings_of
from schemas.contests.standings import Counted, Table, in_words, standings
from schemas.contests.told.explaining import Explained
from schemas.statements.contests import Adjudicate
from tests.schemas.contests.paper import Paper, handles

TIES = ["wins", "beaten", "opponents", "share", "meeting", "lot"]


def table(*games, players="abcdef", byes=None, ties=TIES, lots=None):
    return Table(list(players), list(games), byes or {}, ties, lots or {})


def test_points_weigh_tables_of_every_size_alike_and_shared_places_divide_exactly():
    assert points({"a": 1, "b": 2, "c": 3, "d": 4}) == {"a": 720, "b": 480, "c": 240, "d": 0}
    assert points({"a": 1, "b": 1, "c": 3}) == {"a": 540, "b": 540, "c": 0}
    assert points({"a": 1, "b": 1, "c": 2}) == points({"a": 1, "b": 1, "c": 3})
    assert points({"a": 1, "b": 1, "c": 1, "d": 1}) == dict.fromkeys("abcd", 360)
    for size in (2, 3, 4, 5):
        assert sum(points({str(n): n for n in range(1, size + 1)}).values()) == 360 * size
    assert [in_words(n) for n in (720, 630, 40, 0)] == ["12", "10.5", "0.67", "0"]


def test_who_left_gets_nothing_and_who_came_in_the_better_of_place_and_mean():
    first = Counted(1, "one", {"a": 1, "b": 2, "c": 3, "d": 4})
    second = Counted(2, "two", {"e": 1, "f": 2, "b": 3, "d": 4}, left=frozenset({"d"}), substitutes={"a": "d"})
    found = table(first, second)
    assert found.gained["d"] == {"one": 0, "two": 0}
    assert found.gained["a"] == {"one": 720, "two": 720}
    assert (
        "Round 2, two: place 4 of 4, 12 points, in for d: the mean of their other games, which is more."
        in found.played_in_words("a")
    )
    assert "Round 2, two: place 4 of 4, 0 points, because they left it." in found.played_in_words("d")


def test_each_tie_break_parts_in_the_plans_order_and_is_said():
    first = Counted(1, "one", {"a": 1, "b": 2, "c": 3}, {"a": 9, "b": 5, "c": 2})
    second = Counted(2, "two", {"b": 1, "a": 2, "d": 3}, {"b": 6, "a": 5, "d": 1})
    found = table(first, second, players="abcd", ties=["wins", "share"])
    assert [line.player for line in found.lines] == ["a", "b", "c", "d"]
    assert found.lines[0].decided_by == "share"
    assert found.parted(*found.lines[:2]) == (
        "a has as many, and ranks higher by share of their tables' scores, in thousandths: 978 to 812."
    )


def test_who_cannot_be_parted_share_a_place():
    found = table(Counted(1, "one", {"a": 1, "b": 1, "c": 3}), players="abc", ties=["wins"])
    assert [line.place for line in found.lines] == [1, 1, 3]
    assert "they share the place" in found.parted(*found.lines[:2])


def test_a_bye_is_worth_the_mean_of_ones_games():
    games = [Counted(1, "one", {"a": 1, "b": 2, "c": 3}), Counted(2, "two", {"b": 1, "c": 2, "a": 3})]
    found = table(*games, players="abc", byes={"a": [3], "c": [3]})
    assert found.points == {"a": 720 + 360, "b": 360 + 720, "c": 360 + 180}
    assert "Byes: 1, worth the mean of their games, 6 points." in found.played_in_words("a")


def test_of_several_byes_it_is_said_that_each_brings_so_much():
    found = table(Counted(1, "one", {"a": 1, "b": 2}), players="ab", byes={"a": [2, 3]})
    assert found.points["a"] == 3 * 720
    assert "Byes: 2, worth the mean of their games, 12 points each." in found.played_in_words("a")


def test_standings_after_a_round_and_without_adjudicated_games_both_stay():
    paper = Paper(8, rounds=2)
    paper.play_round()
    after = standings(paper.story).points
    paper.step()
    paper.step()
    first, second = paper.story.rounds[1].tables
    places = dict.fromkeys(first.seats.values(), 1)
    paper.act(Adjudicate(reason="the host was down", game=first.game, places=places))
    paper.result(first.game, places, outcome="adjudicated")
    paper.result(second.game)
    story = paper.story
    assert standings(story, 1).points == after
    for player in first.seats.values():
        assert standings(story).points[player] == after[player] + 360
        assert standings(story, raw=True).points[player] == after[player]


def test_places_of_a_knock_out_are_by_how_far_somebody_came():
    paper = Paper(16, kind="knock-out", advance=2, rounds=3)
    paper.play()
    story = paper.story
    final = set(story.rounds[2].entrants)
    assert {player for player, place in final_places(story).items() if place <= 4} == final
    winner = next(player for player, place in final_places(story).items() if place == 1)
    assert (
        Explained(story).why(winner)[-1]
        == "Reached round 3 of the knock-out, place 1 at its table there: place 1 of 16."
    )


def test_every_lot_is_drawn_once():
    paper = Paper(8, ties=["lot"], rounds=1)
    paper.play()
    assert Counter(final_places(paper.story).values()) == Counter(range(1, 9))
    assert {line.player for line in standings(paper.story).lines} == set(handles(8))


def test_ratings_give_to_one_what_another_loses_and_more_for_beating_the_stronger():
    games = [{"a": 1, "b": 2, "c": 3, "d": 4}] * 10 + [{"d": 1, "a": 2}]
    before, after = (ratings_of(in_turns(games[:count])).players for count in (-1, None))
    assert sum(rating.value for rating in before.values()) == 4 * 1500
    assert before["a"].value > before["b"].value > before["c"].value > before["d"].value
    assert after["d"].value - before["d"].value == before["a"].value - after["a"].value > 12
    assert not after["a"].is_provisional
    assert all(expected(low) <= expected(high) for low, high in pairwise(range(-500, 500)))
    assert all(expected(ahead) + expected(-ahead) == 1000 for ahead in range(1, 500))


def in_turns(games, seats=None):
    """Rated games, one after another; without seats each is of their own, and worth nothing."""
    return [
        RatedGame(
            datetime(2026, 1, 1, tzinfo=UTC) + timedelta(number),
            f"game-{number:03d}",
            "standard",
            seats or {one: f"{one} {number}" for one in places},
            places,
        )
        for number, places in enumerate(games)
    ]


def test_a_seat_is_rated_too_and_who_wins_with_the_weaker_one_gains_more():
    strong = ratings_of(in_turns([{"a": 1, "b": 2}, {"b": 2, "a": 1}] * 20, {"a": "athens", "b": "sparta"}))
    assert strong.seats["standard", "athens"].value == -strong.seats["standard", "sparta"].value > 40
    assert strong.players["a"].value > strong.players["b"].value > 1300  # the seat takes its part
    fresh = [{"c": 1, "d": 2}]
    gains = []
    for seats in ({"c": "athens", "d": "sparta"}, {"c": "sparta", "d": "athens"}):
        found = ratings_of(
            [*in_turns([{"a": 1, "b": 2}] * 40, {"a": "athens", "b": "sparta"}), *later(in_turns(fresh, seats))], "c"
        )
        gains.append(found.players["c"].value - 1500)
        [step] = found.steps
        assert step.in_words().startswith(f"late-000: {seats['c']} ({step.seat_value:+d}), place 1 of 2; expected ")
        assert step.in_words().endswith(f"of 1 duels, won 1: 1500 +{gains[-1]} = {1500 + gains[-1]}.")
    assert 0 < gains[0] < 12 < gains[1]


def later(games):
    return [replace(one, game=f"late-{one.game[5:]}", at=one.at + timedelta(1000)) for one in games]


def test_ratings_of_contests_count_who_left_as_last_and_not_who_came_in():
    paper = Paper(4, rounds=1)
    paper.enter("zoe", substitute=True)
    paper.step()
    paper.step()
    [table] = paper.story.games
    paper.result(table.game, left=["player-001"], substitutes={"zoe": "player-001"})
    ratings = contest_ratings([paper.story])["perikles"]
    found = ratings.players
    assert {seat.games for seat in ratings.seats.values()} == {0}
    assert sorted(found, key=lambda player: -found[player].value) == [
        "player-002",
        "player-003",
        "player-004",
        "player-001",
    ]
    assert "zoe" not in found
