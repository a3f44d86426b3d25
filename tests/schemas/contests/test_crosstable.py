"""The crosstable: its rows add up to the standings, whatever people do."""

import csv
import io

import pytest

from schemas.contests.counting.scoring import WIN, scored_by
from schemas.contests.exports import standings_json
from schemas.contests.standings import standings
from schemas.contests.told.crosstable import crosstable, crosstable_csv, in_round
from tests.schemas.contests.paper import Paper
from tests.schemas.contests.simulated import KINDS, Simulated


def require_sums(story):
    """Of each row, places from its results, points from its places, and what is left from byes and the like."""
    table, games = standings(story), {table.game: table for table in story.games}
    rows = crosstable(story)
    lines = standings_json(story)["lines"]
    assert [(row.player, row.place, row.points) for row in rows] == [
        (line["player"], line["place"], line["points"]) for line in lines
    ]
    for row in rows:
        met: dict[str, list[str]] = {}
        for one in (one for found in row.met.values() for one in found):
            met.setdefault(one.game, []).append(one.result)
        came_in = sum(
            table.counts(row.player, game)
            for game in table.gained[row.player]
            if row.player not in games[game].competitors.values()
        )
        drawn = 0
        for game, results in met.items():
            assert len(results) == len(games[game].competitors) - 1
            if games[game].round in table.dropped[row.player]:
                continue
            result = games[game].counting
            if result and scored_by(story.plan, result) != "places":
                drawn += table.counts(row.player, game)
            elif result and row.player not in games[game].given_up:
                step = WIN // len(results)
                drawn += WIN - step * results.count("0") - step * results.count("½") // 2
            elif result:
                assert set(results) == {"0"}
        assert row.points == drawn + came_in + table.unplayed(row.player)
        assert row.others == came_in + table.unplayed(row.player)


@pytest.mark.parametrize("kind", KINDS)
def test_every_row_adds_up_to_its_points_and_every_meeting_stands_on_both_sides(kind):
    contest = Simulated(KINDS.index(kind) + 7, lambda _: None)
    contest.play_at_random()
    story = contest.story
    require_sums(story)
    rows = {row.player: row for row in crosstable(story)}
    for row in rows.values():
        for other, met in row.met.items():
            if other in rows:
                assert [one.game for one in met] == [one.game for one in rows[other].met[row.player]]
    lines = list(csv.DictReader(io.StringIO(crosstable_csv(story))))
    assert len(lines) == sum(len(met) for row in rows.values() for met in row.met.values())
    assert {line["result"] for line in lines} <= {"1", "0.5", "0", "annulled", ""}


def test_a_round_in_a_few_words():
    paper = Paper(9, rounds=2)
    paper.play_round()
    round_ = paper.story.rounds[0]
    assert in_round(paper.story.plan, round_, round_.byes[0]) == "bye"
    said = {in_round(paper.story.plan, round_, player) for player in round_.tables[0].seats.values()}
    assert said == {f"table 1, place {n} of 4" for n in range(1, 5)}
