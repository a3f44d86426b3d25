"""Matches over both sides: a pairing is two games with sides changed, and their points together decide."""

from collections import Counter

import msgspec
import pytest

from schemas.contests.allowed import seat_refused
from schemas.contests.exports import exported
from schemas.contests.matches.in_words import results_in_words
from schemas.contests.matches.match import match_of
from schemas.contests.plan import plan_faults, plan_in_words
from schemas.contests.progress import final_places
from schemas.contests.ratings import contest_ratings
from schemas.contests.rounds import Close, Draw
from schemas.contests.standings import lots, standings
from schemas.contests.told.crosstable import crosstable, in_round
from schemas.contests.told.explaining import Explained
from schemas.contests.verification import verify_contest
from schemas.errors import BrokenLog
from schemas.statements.contests import AnnulGame
from tests.schemas.contests.paper import Paper, handles, plan

TWO = {"tables": (2,), "both_sides": True}
KNOCK_OUT = {**TWO, "kind": "knock-out", "advance": 1, "rounds": 2, "seeds": "list", "seed_list": handles(4)}


def accused(paper):
    return [str(one) for one in verify_contest(exported(paper.log, paper.host.signing_key, {})) if one.accuses]


def drawn(paper):
    """Close and draw the next round; its games."""
    assert isinstance(paper.step(), Close)
    assert isinstance(paper.step(), Draw)
    return paper.story.rounds[-1].tables


def end(paper, table, winner, scores=(), **more):
    """A game is won by one of two (None: a draw), with scores: the winner's, or that of the first by handle, first."""
    two = sorted(table.seats.values(), key=lambda one: (one != winner, one))
    places = dict(zip(two, (1, 2) if winner else (1, 1), strict=True))
    paper.result(table.game, places, **({"scores": dict(zip(two, scores, strict=True))} if scores else {}), **more)


@pytest.mark.parametrize("kind", ["round-robin", "swiss", "league", "ladder", "knock-out", "mini"])
def test_each_two_who_meet_play_both_sides_and_everything_proves(kind):
    decides = kind in ("league", "ladder", "knock-out")
    more = {"tied": "score"} if decides else {}
    more |= {"advance": 1} if decides else {}
    more |= {"closes_at": None, "most": 8} if kind == "mini" else {}
    paper = Paper(8, kind=kind, rounds=3, **TWO, **more)
    paper.play()
    for round_ in paper.story.rounds:
        sides = Counter((seat, player) for table in round_.tables for seat, player in table.seats.items())
        assert set(sides.values()) == {1}
        assert len(sides) == 4 * len({table.match for table in round_.tables})
        for one, other in zip(round_.tables[::2], round_.tables[1::2], strict=True):
            assert one.match == other.match
            assert one.seats["athens"] == other.seats["sparta"]
    assert accused(paper) == []


def test_both_games_count_in_points_ratings_and_the_crosstable_and_a_bye_is_worth_a_match():
    paper = Paper(5, rounds=2, **TWO)
    for _ in (1, 2):
        for table in drawn(paper):
            end(paper, table, min(table.seats.values()) if table.number % 2 else None)
    story, table = paper.story, standings(paper.story)
    [first, second] = story.rounds
    winner = min(story.games[0].seats.values())
    assert sum(table.gained[winner][game.game] for game in first.tables[:2]) == 720 + 360
    [sat_out] = second.byes
    mean = table.mean(sat_out)
    assert table.points[sat_out] == sum(table.gained[sat_out].values()) + 2 * mean
    said = Explained(story).why(sat_out)
    assert f"Byes: 1, worth twice the mean of their games, {2 * mean / 60:g} points." in said
    assert all(rating.games in (2, 4) for rating in contest_ratings([story])["perikles"].players.values())
    rows = {row.player: row for row in crosstable(story)}
    assert [one.result for met in rows[winner].met.values() for one in met if one.round == 1] == ["1", "½"]
    assert in_round(story.plan, first, winner) == "won the match 18 to 6"


def test_the_points_of_both_games_say_who_plays_on_and_a_tie_goes_by_scores_if_the_plan_says_so():
    paper = Paper(4, tied="score", **KNOCK_OUT)
    one, two, three, four = drawn(paper)
    a, b = sorted(one.seats.values())
    end(paper, one, a, (10, 9))
    end(paper, two, b, (30, 2))
    c, d = sorted(three.seats.values())
    end(paper, three, None, (5, 5))
    end(paper, four, d, (4, 3))
    assert set(paper.step().entrants) == {b, d}
    story = paper.story
    assert results_in_words(story.plan, story.rounds[0]) == [
        f"Tables 1 and 2, {b} against {a}: {b} won the match by scores, 39 to 12, after 12 to 12.",
        f"Tables 3 and 4, {d} against {c}: {d} won the match 18 to 6.",
    ]
    assert f"lost the match by scores, 12 to 39, after 12 to 12: place {final_places(story)[a]} of 4." in " ".join(
        Explained(story).why(a)
    )


def test_a_tie_that_nothing_else_decides_goes_to_who_stands_higher():
    paper = Paper(4, tied="standing", **KNOCK_OUT)
    for table in drawn(paper):
        end(paper, table, sorted(table.seats.values())[table.number % 2], (9, 1) if table.number % 2 else (50, 0))
    story = paper.story
    for number in (1, 3):
        two = list(story.rounds[0].tables[number - 1].seats.values())
        assert {match_of(story.plan, story.rounds[0], one).place(one) for one in two} == {1}
        assert in_round(story.plan, story.rounds[0], two[0]) == "tied the match 12 to 12"
    lot, on = lots(story), set(paper.step().entrants)
    for table in story.rounds[0].tables[::2]:
        assert {min(table.seats.values(), key=lot.__getitem__)} == on & set(table.seats.values())


def test_the_two_games_of_one_match_are_the_last_of_a_knock_out():
    paper = Paper(4, tied="score", **KNOCK_OUT | {"rounds": 3})
    finish = paper.play()
    assert [len(one.tables) for one in paper.story.rounds] == [4, 2]
    assert sorted(finish.places.values())[:2] == [1, 2]


def test_on_a_ladder_two_who_tie_their_match_stay_as_they_stood():
    paper = Paper(4, tied="standing", kind="ladder", advance=1, rounds=2, seeds="list", seed_list=handles(4), **TWO)
    for table in drawn(paper):
        end(paper, table, min(table.seats.values()) if table.number % 2 else max(table.seats.values()))
    assert [*final_places(paper.story)] == handles(4)
    for table in drawn(paper):
        end(paper, table, max(table.seats.values()))
    said = " ".join(Explained(paper.story).why("player-002"))
    assert "Round 1: pairing 1, tied the match 12 to 12, stays on rung 2." in said
    assert "won the match 24 to 0, from rung" in said


def test_of_an_annulled_game_the_other_decides_and_who_left_it_wins_nothing_there():
    paper = Paper(4, tied="score", **KNOCK_OUT)
    one, two, three, four = drawn(paper)
    a = min(one.seats.values())
    end(paper, one, a)
    paper.act(AnnulGame(reason="the host was down", game=two.game))
    c, d = sorted(three.seats.values())
    end(paper, three, c, left=[c])
    end(paper, four, None)
    assert set(paper.step().entrants) == {a, d}
    assert accused(paper) == []


def test_who_plays_one_game_of_a_match_can_take_back_a_seat_in_the_other_but_none_elsewhere():
    paper = Paper(4, **TWO)
    one, two, three, _ = drawn(paper)
    player = min(one.seats.values())
    assert seat_refused(paper.story, two.game, player, named=True) is None
    assert seat_refused(paper.story, three.game, player, named=True) == f"{player} is in another game of this round"


def test_a_draw_whose_second_games_do_not_change_sides_is_no_log_of_such_a_contest():
    paper = Paper(4, **TWO)
    drawn(paper)
    body = paper.log.pop().body
    same = msgspec.structs.replace(body.tables[1], seats=dict(body.tables[0].seats))
    paper.write(msgspec.structs.replace(body, tables=[body.tables[0], same, *body.tables[2:]]))
    with pytest.raises(BrokenLog, match="two games with sides changed make a match"):
        _ = paper.story


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"tables": (4,), "both_sides": True}, "both_sides: a match over both sides is between two, and this"),
        (
            {"tables": (3, 2), "both_sides": True},
            "both_sides: a match over both sides is between two, and this",
        ),
        ({**TWO, "kind": "knock-out", "advance": 1}, "tied: who wins a match that is tied on points? Say `score` (who"),
        ({**TWO, "kind": "ladder", "advance": 1}, "tied: who wins a match that is tied on points? Say `score` (who"),
        ({**TWO, "tied": "score"}, "tied: in a swiss a match need not be won; leave it out"),
        ({"kind": "knock-out", "advance": 1, "tied": "score"}, "tied: it means nothing without `both_sides`; leave it"),
    ],
)
def test_matches_are_refused_where_they_cannot_be_or_nobody_would_know_who_wins(changes, fault):
    [found] = plan_faults(plan(**changes))
    assert found.startswith(fault)


def test_a_plan_says_who_wins_a_match():
    said = " ".join(plan_in_words(plan(tied="score", **KNOCK_OUT), str))
    assert "Each pairing is a match of two games, in which the two change sides; the points of both are added." in said
    assert (
        "A match that is tied on points goes to whoever scored more in both games together, then to whoever stood "
        "higher in the standings before it (in round 1 by lot); the last match to whoever does after it."
    ) in said
    assert "gets twice the mean of their games for it." in said
    byes = " ".join(plan_in_words(plan(**TWO, asked_byes=1, asked_worth="half"), str))
    assert "may sit out a round; it brings them a win." in byes
