"""What a plan may choose: how games are scored, and how many rounds count; one that names neither keeps its bytes."""

import csv
import io

import pytest
from msgspec import UNSET

from schemas.contests.counting.scoring import worth
from schemas.contests.exports import results_csv
from schemas.contests.plan import plan_faults, plan_in_words
from schemas.contests.rounds import Draw
from schemas.contests.standings import standings
from schemas.contests.told.explaining import Explained
from schemas.statements.contests import Adjudicate
from tests.schemas.contests.paper import Paper, handles, plan

PLACES = {"a": 1, "b": 2, "c": 3, "d": 3}


@pytest.mark.parametrize(
    ("scoring", "scores", "wanted"),
    [
        ("share", {"a": 30, "b": 20, "c": 5, "d": 5}, {"a": 720, "b": 480, "c": 120, "d": 120}),
        ("squares", {"a": 30, "b": 20, "c": 5, "d": 5}, {"a": 960, "b": 426, "c": 26, "d": 26}),
        ("share", {"a": 4, "b": 0, "c": -2, "d": -2}, {"a": 1080, "b": 360, "c": 0, "d": 0}),
        ("share", dict.fromkeys("abcd", 0), dict.fromkeys("abcd", 360)),
    ],
)
def test_shares_and_squares_hand_out_half_a_win_for_each_at_the_table(scoring, scores, wanted):
    assert worth(PLACES, scores, scoring) == wanted
    assert 4 * 360 - 3 <= sum(wanted.values()) <= 4 * 360
    assert worth(PLACES, scores, "places") == {"a": 720, "b": 480, "c": 120, "d": 120}


def scored(paper, table, scores, outcome="played", places=None):
    """A game ends with scores, placed by them unless the rules say otherwise."""
    players = dict(zip(sorted(table.seats.values()), scores, strict=True))
    by_score = {one: 1 + sum(other > mine for other in players.values()) for one, mine in players.items()}
    paper.result(table.game, places or by_score, outcome, scores=players)
    return players


def first_table(**changes):
    paper = Paper(4, rounds=1, **changes)
    paper.step()
    paper.step()
    return paper, paper.story.games[0]


def test_the_explanation_says_of_which_share_the_points_are():
    paper, table = first_table(scoring="squares")
    scored(paper, table, (3, 2, 1, 0))
    second = sorted(table.seats.values())[1]
    assert Explained(paper.story).why(second) == [
        f"Round 1, {table.game}: place 2 of 4, a share of 4 in 14 by the squares of the scores, 6.85 points.",
        "Together 6.85 points: place 2 of 4.",
    ]


def test_where_the_points_that_are_shown_do_not_make_their_sum_it_is_said_that_they_are_rounded():
    paper = Paper(4, rounds=2, scoring="squares")
    for _ in range(2):
        while not isinstance(paper.step(), Draw):
            pass
        [table] = paper.story.rounds[-1].tables
        scored(paper, table, (30, 20, 5, 5))
    first, third = handles(4)[::2]
    said = Explained(paper.story).why(third)
    assert [one.rpartition(", ")[2] for one in said[:2]] == ["0.43 points."] * 2
    assert said[2].startswith("Together 0.87 points (all are counted in sixtieths, and shown rounded): place ")
    assert Explained(paper.story).why(first)[2] == "Together 32 points: place 1 of 4."


def test_a_game_whose_places_its_scores_do_not_tell_counts_by_places():
    paper, table = first_table(scoring="share")
    four = sorted(table.seats.values())
    scored(paper, table, (1, 9, 9, 9), places=dict(zip(four, (1, 2, 3, 4), strict=True)))
    assert standings(paper.story).points == dict(zip(four, (720, 480, 240, 0), strict=True))
    paper, table = first_table(scoring="share")
    places = dict(zip(four, (1, 1, 3, 4), strict=True))
    paper.act(Adjudicate(reason="it was stuck", game=table.game, places=places))
    scored(paper, table, (9, 9, 8, 8), "adjudicated", places)
    assert standings(paper.story).points == dict(zip(four, (600, 600, 240, 0), strict=True))


def test_of_the_best_rounds_the_sum_and_of_the_others_that_they_do_not_count():
    paper = Paper(9, rounds=3, best=2)
    paper.play()
    story = paper.story
    table, found = standings(story), Explained(story)
    sat_out = next(one for one in table.byes)
    for line in table.lines:
        brought = sorted([*table.gained[line.player].values()], reverse=True)
        said = " ".join(found.why(line.player))
        if line.player not in table.byes:
            assert line.points == sum(brought[:2])
            assert said.count("; not among their best 2 rounds.") == 1
        assert "points from their best 2 rounds: place " in said
    assert any("Byes: 1, " in one for one in found.why(sat_out))
    rows = list(csv.DictReader(io.StringIO(results_csv(story))))
    one = next(line for line in table.lines if line.player not in table.byes)
    own = [row for row in rows if row["player"] == one.player]
    assert sum(float(row["points"]) for row in own) == one.points / 60
    assert sum(float(row["dropped"]) for row in own) == min(table.gained[one.player].values()) / 60


def test_a_bye_can_be_the_round_that_does_not_count():
    paper = Paper(5, rounds=2, best=1)
    paper.play_round(lambda table: dict.fromkeys(table.seats.values(), 1))
    paper.play_round()
    first, second = (round_.paid[0] for round_ in paper.story.rounds)
    found = Explained(paper.story)
    assert "Byes: 1, worth the mean of their games, 6 points, of which none counts." in found.why(second)
    assert any(one.startswith("Together 6 points from their best round: place ") for one in found.why(second))
    assert not [one for one in found.why(first) if "Byes" in one and "of which" in one]
    assert found.why(first)[0].endswith("; not their best round.")


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"kind": "league", "advance": 1, "scoring": "share"}, "scoring: in a league places at tables move players"),
        ({"kind": "ladder", "advance": 3, "best": 2}, "best: in a ladder the points of all rounds do not make the"),
        ({"kind": "knock-out", "advance": 1, "best": 2}, "best: in a knock-out the points of all rounds do not"),
        ({"best": 3}, "best: how many of the 3 rounds of a player count? 1 to 2"),
        ({"best": 1, "rounds": 1}, "best: the only round of a player counts anyway; leave it out"),
    ],
)
def test_choices_that_would_mean_nothing_are_refused(changes, fault):
    [found] = plan_faults(plan(**changes))
    assert found.startswith(fault)


def test_a_plan_tells_what_it_chooses_for_ever_and_one_that_chooses_nothing_keeps_its_bytes():
    said = " ".join(plan_in_words(plan(scoring="squares", best=2), str))
    assert (
        "A game hands out 6 points for each player at its table, in shares by the squares of their scores; a g" in said
    )
    assert "Of each player's 3 rounds only the best 2 rounds count; a round that they sit out is one of them." in said
    assert "A first place is worth 12 points, a last one none" in " ".join(plan_in_words(plan(), str))
    assert "Ties on points are broken by" in " ".join(plan_in_words(plan(), str))
    for kind in ("league", "ladder"):
        assert "Ties on points" not in " ".join(plan_in_words(plan(kind=kind, advance=1), str))
    assert {"scoring", "best"} & set(plan().to_body()) == set()
    assert plan(scoring=UNSET).to_body() == plan().to_body()
