"""What can be pointed at has an id, and the title names it."""

import pytest

from adjudicator.kernel import Ask
from adjudicator.kernel.subjects import Naming, alike, counted, listed, split
from adjudicator.pericles import TITLE as PERICLES
from adjudicator.pericles.state.orders import Move, MoveOrder
from adjudicator.perikles import TITLE as PERIKLES
from adjudicator.perikles.events.politics import TileDrawn
from adjudicator.perikles.events.war import Committed
from adjudicator.perikles.state.orders import CommitOrder, Placement
from adjudicator.registry import title
from tests.adjudicator.players import begin

NAMES = {
    "perikles": {
        "seat:red": "red",
        "city:persia": "Persia",
        "place:megara_battle": "Megara",
        "spot:epidaurus:attacker": "the attack on Epidaurus",
        "piece:argos-h1a": "Argos hoplite 1",
        "piece:argos-t?@epidaurus:defender": "Argos trireme ? in the defence of Epidaurus",
        "tile:corinth-2b": "Corinth 2-cube tile",
        "tile:argos-k": "Argos Assassin tile",
        "tile:any-a": "Any City tile",
        "tile:slave_revolt": "Slave Revolt",
    },
    "pericles": {
        "seat:AF": "the Aristocrats",
        "side:sparta": "Sparta",
        "theater:isthmus": "the Isthmus of Corinth",
        "card:ATH-01": "Erechtheis (1)",
        "card:LDR-AF": "Pericles (4)",
        "issue:war_peace": "War/Peace",
        "piece:delian_naval@chios": "Delian naval unit in Chios",
        "piece:three_hundred": "the 300",
        "marker:isthmus:2": "marker 2 from the top in the Isthmus of Corinth",
    },
}


@pytest.mark.parametrize(("rules", "one"), [(rules, one) for rules in NAMES for one in NAMES[rules]], ids=str)
def test_a_subject_has_the_name_that_people_use(rules, one):
    assert title(rules).words(None, one) == NAMES[rules][one]


def test_orders_events_and_questions_say_what_they_are_about():
    sent = CommitOrder(placements=[Placement(counter="argos-h1a", location="pylos", side="attacker")])
    assert PERIKLES.subjects(sent) == ["spot:pylos:attacker", "piece:argos-h1a", "place:pylos"]
    seen = Committed(seat="red", force="argos", kind="hoplite", location="pylos", side="attacker")
    lies = ["spot:pylos:attacker", "piece:argos-h?@pylos:attacker"]
    assert PERIKLES.subjects(seen) == [*lies, "seat:red", "city:argos", "place:pylos"]
    assert PERIKLES.subjects(TileDrawn(slot=4, tile="any-a")) == ["tile:any-a"]
    march = MoveOrder(moves=[Move(unit="delian_land", path=["chios", "samos"])])
    ways = ["theater:chios", "theater:samos"]
    assert PERICLES.subjects(march) == ["piece:delian_land@chios", "piece:delian_land", *ways]
    assert PERICLES.subjects(Ask("AF", "D18", {"theater": "samos"})) == ["theater:samos"]


def test_what_comes_several_times_is_counted():
    assert listed(alike(["Military", "Games", "Military"])) == "2 Military and Games"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert listed([]) == "none"
    assert counted(2, "Delian base") == "2 Delian bases"
    assert counted(1, "the 300") == "the 300"


def test_a_field_may_name_nothing():
    names = Naming(lambda _view, one: split(one)[1].upper(), {"to": "city"})
    assert names.said(None, "to", "argos") == "ARGOS"
    assert names.but({"to": ""}).said(None, "to", "dead pile") == "dead pile"
    assert names.but({"to": ""}).subjects({"to": "dead pile"}) == []


def test_an_order_is_said_with_the_names_of_what_it_names():
    position = begin(PERIKLES, 3, "phrases").position
    placement = Placement(counter="argos-h1a", location="pylos", side="attacker")
    phrase = "Argos hoplite 1 to Pylos as attacker, paid with a cube in Argos"
    assert PERIKLES.order_in_words(position, "black", CommitOrder(placements=[placement], cube="argos")) == phrase
    assert PERIKLES.order_in_words(position, "black", CommitOrder()) == "commit nothing"
    assert PERIKLES.naming.phrase(position, {"kinds": {"argos": "hoplite"}}) == "kinds (Argos hoplite)"


def test_an_order_that_does_nothing_says_so():
    position = begin(PERICLES, 4, "nothing", "14.4").position
    assert PERICLES.order_in_words(position, "AF", MoveOrder(moves=[])) == "no unit moves"
