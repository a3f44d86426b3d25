"""Who makes up the number at a table: a substitute, for whom the game does not count."""

import msgspec
import pytest

from schemas.contests.exports import exported, results_csv
from schemas.contests.plan import plan_faults
from schemas.contests.ratings import contest_ratings
from schemas.contests.rounds import Close
from schemas.contests.verification import verify_contest
from schemas.errors import BrokenLog
from tests.schemas.contests.paper import Paper, handles, plan


def waiting(players, pool, **changes):
    """A contest with players, and substitutes who wait."""
    paper = Paper(players, odd="fill-in", **changes)
    for n in range(pool):
        paper.enter(f"sub-{n}", substitute=True)
    return paper


@pytest.mark.parametrize("kind", ["round-robin", "swiss"])
def test_who_fills_in_sits_where_one_is_wanting_and_counts_for_nothing(kind):
    paper = waiting(6, 4, kind=kind)
    paper.play_round()
    paper.leave("sub-0")  # the next round closes without them
    finish = paper.play()
    for round_ in paper.story.rounds:
        assert not round_.byes
        assert [len(table.fill_ins) for table in round_.tables] == [1, 1]
        assert [sorted(table.counting.places.values()) for table in round_.tables] == [[1, 2, 3]] * 2
    often = [paper.story.filled_in(f"sub-{n}") for n in range(4)]
    assert sum(often) == 6
    assert max(often[1:]) - min(often[1:]) <= 1
    assert sorted(finish.places) == handles(6)
    assert sorted(contest_ratings([paper.story])["perikles"].players) == handles(6)
    assert results_csv(paper.story).count(",fill-in,,,,,,\n") == 6
    assert not [one for one in verify_contest(exported(paper.log, paper.host.signing_key, {})) if one.accuses]


@pytest.mark.parametrize(
    ("players", "pool", "byes", "filled"), [(5, 3, 1, 0), (7, 0, 3, 0), (8, 2, 0, 0), (9, 3, 0, 3), (10, 1, 2, 0)]
)
def test_one_fills_in_at_a_table_at_most_and_where_too_few_wait_somebody_sits_out(players, pool, byes, filled):
    paper = waiting(players, pool, rounds=1)
    paper.play_round()
    [round_] = paper.story.rounds
    assert len(round_.byes) == byes
    assert [table.fill_ins for table in round_.tables if len(table.fill_ins) > 1] == []
    assert sum(len(table.fill_ins) for table in round_.tables) == filled


@pytest.mark.parametrize(("players", "pool", "size"), [(4, 2, 3), (9, 3, 4)])
def test_two_never_fill_in_together_however_often_all_have_met_and_whatever_their_points(players, pool, size):
    paper = waiting(players, pool, tables=(size,), rounds=12)
    paper.play()
    assert {len(table.fill_ins) for table in paper.story.games} == {1}


def test_who_comes_into_the_pool_after_a_round_closed_does_not_fill_in_there():
    paper = waiting(7, 0, rounds=1)
    assert isinstance(paper.step(), Close)
    paper.enter("too-late", substitute=True)
    paper.step()
    drawn = paper.log.pop().body
    assert len(drawn.byes) == 3
    forged = msgspec.structs.replace(drawn.tables[0], seats={**drawn.tables[0].seats, "d": "too-late"})
    paper.write(msgspec.structs.replace(drawn, tables=[forged]))
    with pytest.raises(BrokenLog, match="does not place each entrant of the round exactly once"):
        _ = paper.story


def test_nobody_fills_in_where_places_decide_who_plays_on_nor_without_substitutes():
    assert plan_faults(plan(odd="fill-in")) == []
    [said] = plan_faults(plan(odd="fill-in", kind="knock-out", advance=1))
    assert "not in a knock-out" in said
    [said] = plan_faults(plan(odd="fill-in", substitutes=False))
    assert "fill-ins are taken from the substitutes" in said
    [said] = plan_faults(plan(odd="fill-in", tables=(4, 2)))
    assert "at a table of 2 a fill-in would leave nobody to meet" in said
