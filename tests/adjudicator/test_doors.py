"""What is said of a game before one plays it: what it is like, and how long it takes."""

from __future__ import annotations

from statistics import median

import pytest

from adjudicator import index
from adjudicator.kernel import Chance
from adjudicator.kernel.contract.playing import begin, key
from adjudicator.registry import title

GAMES = 9
OWN = sorted(index.own())
SCENARIOS = [(name, one) for name in OWN for one in title(name).scenarios]


@pytest.mark.parametrize("name", OWN)
def test_a_title_is_told_in_one_short_sentence_and_by_its_scenarios_the_shortest_first(name: str) -> None:
    door = index.door_of(title(name))
    assert 0 < len(door["pitch"]) <= 160
    assert (door["pitch"][-1], door["pitch"][:-1].count(". ")) == (".", 0)
    lengths = [one["answers"] for one in door["scenarios"]]
    assert lengths == sorted(lengths)
    assert lengths[0] > 0
    assert all(one["summary"] for one in door["scenarios"])


def test_players_and_lengths_are_said_as_people_say_them() -> None:
    one = {"seats": [3, 4, 5], "answers": 43}
    assert (index.seats_in_words([one]), index.length_in_words([one])) == ("3 to 5 players", "43 answers")
    short = {"seats": [1], "answers": 1}
    assert (index.seats_in_words([short]), index.length_in_words([short])) == ("1 player", "1 answer")
    assert index.length_in_words([one, short]) == "1 to 43 answers"
    unknown = {"seats": [2], "answers": 0}
    assert index.length_in_words([unknown]) == ""
    assert index.by_length([unknown, one, short]) == [short, one, unknown]


def test_the_minutes_of_a_first_game_follow_from_its_answers_and_the_shortest_is_offered_first() -> None:
    doors = [index.door_of(title(name)) for name in OWN]
    for one in doors:
        scenario = title(one["id"]).first_game().scenario
        assert one["first"]["answers"] == title(one["id"]).scenario(scenario).answers
    assert [index.minutes_in_words(answers) for answers in (0, 9, 43)] == ["", "about 10 minutes", "about 35 minutes"]
    assert index.first_door(doors)["first"]["answers"] == min(one["first"]["answers"] for one in doors)
    assert index.first_door([{"first": None}]) is None


def answers_of_a_seat(name: str, scenario: str, seed: int) -> float:
    """How often a seat answers in a game of bots with the fewest seats, in the median."""
    rules = title(name)
    position = begin(rules, min(rules.scenario(scenario).seat_counts), ("answers", seed), scenario).position
    given = dict.fromkeys(position.seats, 0)
    while position.phase is not None:
        sent = {}
        for seat in rules.waits_for(position):
            chance = Chance(key(seed, position.phases, seat))
            sent[seat] = rules.bot("steady")(rules.view(position, seat), seat, chance)
            given[seat] += 1
        position = rules.advance(position, sent, Chance(key(seed, position.phases))).position
    return median(given.values())


@pytest.mark.soak
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_a_game_takes_as_many_answers_as_its_scenario_says_within_a_third(name: str, scenario: str) -> None:
    said = title(name).scenario(scenario).answers
    found = median(answers_of_a_seat(name, scenario, seed) for seed in range(GAMES))
    assert 2 * said <= 3 * found <= 4 * said, f"{found} answers, not {said}"
