"""What holds in every contest, at every moment of its log, whatever people do."""

import csv
import io
from collections import Counter
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from schemas.contests.draws import seating
from schemas.contests.explaining import explained
from schemas.contests.exports import (
    appointments,
    calendar,
    exported,
    feed,
    results_csv,
    standings_csv,
    standings_json,
)
from schemas.contests.plan import plan_in_words
from schemas.contests.progress import final_places, sizes_with_bots
from schemas.contests.rounds import Wait, next_step, stuck
from schemas.contests.standings import standings
from schemas.contests.verification import verify_contest
from schemas.log.contest_entries import Drawn
from tests.schemas.contests.simulated import KINDS, Simulated, still_drawn

IN_SUITE = 63
SOAKED = 3_000


def look(contest):
    """All that anybody could look at, at this moment."""
    story = contest.story
    for after in (None, *range(1, len(story.rounds))[-1:]):
        require_agreement(story, after)
    require_words(story)
    require_results(story)
    plan_in_words(story.plan, str)
    ElementTree.fromstring(feed(story, "https://host.example/c"))
    calendar(story.plan.name, story.contest, contest.now, appointments(story))
    require_waiting(contest, story)


def require_agreement(story, after):
    """JSON, CSV and places tell the same, and everybody has one line, the first first."""
    lines = standings_json(story, after)["lines"]
    rows = list(csv.DictReader(io.StringIO(standings_csv(story, after))))
    assert [(line["player"], str(line["place"])) for line in lines] == [(row["player"], row["place"]) for row in rows]
    assert [line["place"] for line in lines] == sorted(line["place"] for line in lines)
    if after is None:
        assert {line["player"]: line["place"] for line in lines} == final_places(story)


def require_words(story):
    """Each line can be explained."""
    table = standings(story)
    for line in table.lines:
        assert explained(story, line.player)


def require_results(story):
    """A player's points in `results.csv` and byes make those of the standings, but for what two digits leave out."""
    table, sums = standings(story), Counter()
    for row in csv.DictReader(io.StringIO(results_csv(story))):
        sums[row["player"]] += float(row["points"] or 0)
        sums[row["substitute"]] += float(row["substitute_points"] or 0)
    for line in table.lines:
        assert abs(sums[line.player] + table.unplayed(line.player) / 60 - line.points / 60) < 0.1


def require_waiting(contest, story):
    """Whatever does not go on by itself says for what it waits."""
    waits = stuck(story)
    assert (waits is None) == (story.finished is not None)
    if story.finished is None and next_step(story, contest.now, contest.ratings) == Wait(None):
        assert waits.games or not story.rounds
    if story.finished is not None:
        assert bool(story.finished.places) == story.has_results


def look_at_draws(contest):
    """Nobody twice; nobody who is out; as few byes as can be."""
    before, body = contest.before, contest.log[-1].body
    contest.before = contest.story
    if not isinstance(body, Drawn):
        return
    playing, pool = still_drawn(before)
    seated = [player for table in body.tables for player in table.seats.values()]
    assert len(seated + body.byes) == len({*seated, *body.byes})
    fill_ins = {*seated} - playing
    assert {*seated, *body.byes} - fill_ins == playing
    assert fill_ins <= pool
    sizes = sizes_with_bots(before.plan)
    assert len(body.byes) == (0 if fill_ins else seating.byes(len(playing), sizes))
    assert all(len(table.seats) in sizes for table in body.tables)


def played(seed):
    def look_at_all(contest):
        if contest.log[1:]:
            look_at_draws(contest)
        else:
            contest.before = contest.story
        look(contest)

    contest = Simulated(seed, look_at_all)
    contest.play_at_random()
    return contest


def require_true(contest):
    """It is over, and who verifies it accuses nobody."""
    assert contest.story.finished is not None
    numbers = [(one.number, other.number) for one, other in pairwise(contest.story.rounds)]
    assert all(other == one + 1 for one, other in numbers)
    found = verify_contest(exported(contest.log, contest.host.signing_key, {}), others=None)
    assert [str(one) for one in found if one.accuses] == []


@pytest.mark.parametrize("kind", KINDS)
def test_whatever_people_do_a_contest_goes_on_to_its_end_and_can_be_shown_and_proved_throughout(kind):
    for seed in range(KINDS.index(kind), IN_SUITE, len(KINDS)):
        require_true(played(seed))


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS)
def test_soak_of_contests_at_random(kind):
    for seed in range(IN_SUITE + KINDS.index(kind), SOAKED, len(KINDS)):
        require_true(played(seed))
