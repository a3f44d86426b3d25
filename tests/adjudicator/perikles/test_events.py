"""What events of Perikles say, as people say it."""

from __future__ import annotations

import pytest

from adjudicator.kernel import Chance
from adjudicator.perikles.events import battles, politics, war
from adjudicator.perikles.turn import ending
from adjudicator.registry import title
from tests.adjudicator.players import key

PERIKLES = title("perikles")

SAID = {
    "red sent a hoplite of Athens to attack Melos.": war.Committed(
        seat="red", force="athens", kind="hoplite", location="melos", side="attacker"
    ),
    "red asks permission to defend Melos with 1 hoplite and 2 triremes of Argos.": war.PermissionAsked(
        seat="red", force="argos", location="melos", hoplites=1, triremes=2
    ),
    "red leads Sparta and pays 1 cube, as many as the loser had there.": politics.Elected(
        seat="red", city="sparta", cubes=1
    ),
    "red leads Sparta and pays nothing.": politics.Elected(seat="red", city="sparta", cubes=0),
    "red put 2 cubes in Argos.": politics.CubesAdded(seat="red", city="argos", cubes=2),
    "green took the Corinth Assassin tile and put 1 cube in Corinth.": politics.TileTaken(
        seat="green", tile="corinth-k", city="corinth", cubes=1
    ),
    "red assassinated an orange cube in the temple of Argos.": politics.Assassinated(
        seat="red", city="argos", place="temple", colour="orange"
    ),
    "red assassinated blue, the first candidate in Argos.": politics.Assassinated(
        seat="red", city="argos", place="a", colour="blue"
    ),
    "Plague in Argos: cubes lost: red 2.": politics.PlagueStruck(city="argos", returned={"red": 2, "blue": 0}),
    "Plague in Argos: no cube is lost.": politics.PlagueStruck(city="argos", returned={"red": 0}),
    "Slave Revolt: a Spartan hoplite leaves the pool of the leader of Sparta.": war.HopliteRevolted(source="pool"),
    "Slave Revolt: a Spartan hoplite leaves Melos.": war.HopliteRevolted(source="melos"),
    "Mantinea: attacked by Corinth hoplite 2; undefended.": battles.TurnedUp(
        location="mantinea", attacker=["corinth-h2a"], defender=[]
    ),
    "Potidea: attacked by the rebels (hoplites, strength 1), Athens hoplite 1 and Athens hoplite 1; undefended.": (
        battles.TurnedUp(location="potidea", attacker=["athens-h1a", "athens-h1b"], defender=[])
    ),
    "Melos: not attacked; defended by the militia (hoplites and triremes, strength 1).": battles.TurnedUp(
        location="melos", attacker=[], defender=[]
    ),
    "Melos, hoplite round: attack 3, defence 1, column 3:1. The attack needs 5, the defence 10.": battles.RoundFought(
        location="melos", kind="hoplite", attack=3, defence=1, column="3:1", attacker_tokens=0, defender_tokens=0
    ),
    "Attack 5+4 = 9; defence 5+1 = 6. Tokens: attack 1, defence 0.": battles.DiceRolled(
        attacker=[5, 4], defender=[5, 1], attacker_tokens=1, defender_tokens=0
    ),
    "Argos hoplite 1 is lost and goes to the dead pile.": battles.CounterLost(counter="argos-h1a", to="dead pile"),
    "red and blue take Melos (3 VP).": battles.LocationTaken(location="melos", seats=["red", "blue"], vp=3),
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
