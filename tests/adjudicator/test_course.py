"""How a game went: when it turned; what points came from is tried with every title (`TitleContract`)."""

from __future__ import annotations

import pytest

from adjudicator.kernel.contract.playing import begin, playthrough
from adjudicator.kernel.title.course import Turned, course, turned
from adjudicator.registry import title


def leads(*pairs):
    return {phase: {"red": red, "black": black} for phase, (red, black) in enumerate(pairs)}


WON = {"red": 1, "black": 2}


def test_a_game_turns_where_the_winners_lead_grew_most():
    assert turned(leads((0, 0), (2, 3), (7, 3), (8, 6)), WON) == Turned(2, 5, 4, for_good=True)


def test_a_winner_who_was_behind_again_had_not_turned_it_for_good():
    assert turned(leads((0, 0), (6, 0), (6, 7), (9, 7)), WON) == Turned(1, 6, 6, for_good=False)


@pytest.mark.parametrize("places", [{"red": 1, "black": 1}, {"red": 2, "black": 1}])
def test_nothing_turned_where_the_victory_is_shared_or_the_winner_never_gained(places):
    assert turned(leads((0, 0), (1, 0), (5, 0)), places) is None


def test_the_course_of_a_game_has_the_scores_of_every_phase():
    rules = title("polis")
    first = begin(rules, 2, "course", "corinthian_war")
    phases = [(0, first.position, first.events)]
    with pytest.raises(ValueError, match="not over"):
        course(rules, phases)
    for number, (*_, resolution) in enumerate(playthrough(rules, 2, "course", "steady", scenario="corinthian_war"), 1):
        phases.append((number, resolution.position, resolution.events))
    found = course(rules, phases)
    assert [*found.scores] == [*range(len(phases))]
    assert found.scores[len(phases) - 1] == rules.scores(resolution.position)
    assert found.tally.keys() == {*first.position.seats}
