"""What events of Perikles say, as people say it."""

from __future__ import annotations

import pytest

from adjudicator.kernel import Chance
from adjudicator.perikles.end_of_turn import ending
from adjudicator.perikles.events import politics, war
from adjudicator.registry import title
from tests.adjudicator.players import key

PERIKLES = title("perikles")

SAID = {
    "red sent a hoplite of Athens to Melos (attacker).": war.Committed(
        seat="red", force="athens", kind="hoplite", location="melos", side="attacker"
    ),
    "red asks leave for Argos to defend Melos (1 hoplite, 2 triremes).": war.PermissionAsked(
        seat="red", force="argos", location="melos", hoplites=1, triremes=2
    ),
    "red leads Sparta; the election cost 1 more cube.": politics.Elected(seat="red", city="sparta", cubes=1),
    "red put 2 cubes in Argos.": politics.CubesAdded(seat="red", city="argos", cubes=2),
    "Slave Revolt: a Spartan hoplite leaves the pool of the leader of Sparta.": war.HopliteRevolted(source="pool"),
    "Slave Revolt: a Spartan hoplite leaves Melos.": war.HopliteRevolted(source="melos"),
}


@pytest.mark.parametrize("said", SAID)
def test_a_sentence_names_and_counts_as_people_do(said: str) -> None:
    assert PERIKLES.sentence(SAID[said]) == said


def test_the_end_of_the_war_names_the_city_as_people_do() -> None:
    rules = title("perikles")
    seats = rules.seats("standard", 3)
    position = rules.begin(scenario="standard", seats=seats, options={}, chance=Chance(key("war"))).position
    position.cities["sparta"].defeats = 4
    assert ending(position) == "E.01 Sparta is out of the war"
