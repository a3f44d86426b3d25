"""19-F: a position of Polis that breaks an invariant is told which; 19-A to 19-E: what a position holds."""

import pytest

from adjudicator.kernel import Chance, Step
from adjudicator.kernel.title.paths import changed
from adjudicator.polis.state.position import Battle, City, Player, Polis
from adjudicator.registry import title

POLIS = title("polis")


@pytest.fixture
def early():
    return POLIS.begin(scenario="standard", seats=["sparta", "athens"], chance=Chance(bytes(32))).position


@pytest.mark.parametrize(
    ("says", "changes"),
    [
        ("2-A", {"poleis.pylos.population": 4}),
        ("2-A", {"poleis.pylos.population": 0}),
        ("2-B", {"poleis.thebai.population": 2}),
        ("0-F", {"units.attika.athens": 4}),
        ("0-F", {"units.kyklades.sparta": -1}),
        ("0-D", {"sides.sparta.stock.wheat": -1}),
        ("0-D", {"sides.athens.prestige": -1}),
        ("1-C", {"sides.athens.port": 9}),
        ("2-H", {"sides.athens.proxenos": "samos", "sides.sparta.proxenos": "samos"}),
        ("7.4-A", {"poleis.pylos.project": "socrates", "display": [], "project_deck": []}),
        ("2-F", {"poleis.sparta": {"owner": "athens", "population": 4}}),
        ("3-I", {"markers.oil": 12}),
        ("19-F", {"display": []}),
        ("5-D", {"event_decks.5a": []}),
    ],
)
def test_a_position_that_breaks_an_invariant_is_told_which(early, says, changes):
    POLIS.invariants(early)
    with pytest.raises(ValueError, match=says):
        POLIS.invariants(changed(POLIS, early, changes))


def test_two_proxenoi_may_share_a_capital(early):
    POLIS.invariants(changed(POLIS, early, {"sides.athens.proxenos": "sparta"}))


def test_hands_are_as_many_as_units_before_an_attack(early):
    fought = changed(POLIS, early, {"units.boiotia.sparta": 3, "units.boiotia.athens": 3, "battles": ["boiotia"]})
    fought.phase, fought.agenda = None, [Step("next_battle")]
    battle = POLIS.run_on(fought, Chance(bytes(32))).position
    POLIS.invariants(battle)
    with pytest.raises(ValueError, match="8-C"):
        POLIS.invariants(changed(POLIS, battle, {"units.boiotia.sparta": 2}))
    with pytest.raises(ValueError, match="19-F"):
        POLIS.invariants(changed(POLIS, battle, {"battle.pile": battle.battle.pile[:-1]}))


def test_19_A_to_19_E_what_a_position_holds():
    assert {"round", "passed", "turn", "event", "markers", "display", "shipments", "collected"} <= {
        *Polis.__struct_fields__
    }
    assert {"prestige", "stock", "port", "proxenos", "doubled", "abroad"} == {*Player.__struct_fields__}
    assert {"owner", "population", "project", "finished"} == {*City.__struct_fields__}
    assert {"region", "attacker", "assault", "hands", "pile", "discards", "sums"} <= {*Battle.__struct_fields__}
