"""Games under athens_sparta/1 that go on under the rules of now.

`stored/athens_sparta-1.faults.json` holds positions in which those rules left something as it should not be, as their
own code stored them.
"""

import json
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from adjudicator.athens_sparta.combat.phase import begin_combat_phase, end_combat_phase
from adjudicator.athens_sparta.state.battle import BattlePlan
from adjudicator.athens_sparta.state.position import Turn
from adjudicator.athens_sparta.turns.player_turn import end_player_turn
from adjudicator.kernel import Chance, step
from adjudicator.kernel.contract.playing import orders_of_bots
from adjudicator.kernel.title.reopening import reopened_under
from tests.adjudicator.athens_sparta.tables import TITLE, start
from tests.adjudicator.players import key, play_on, playthrough

FAULTS = json.loads((Path(__file__).parents[1] / "stored/athens_sparta-1.faults.json").read_text())
GAMES = [pytest.param(2, id="some"), pytest.param(300, marks=pytest.mark.soak, id="hundreds")]
NEWLY_STORED = "turned"  # by athens_sparta/2


def upgraded(stored):
    """The position as its phase is opened anew."""
    position, fallen = reopened_under(TITLE, msgspec.json.encode(stored), stored["phase"]["number"] + 1)
    assert fallen == {}
    return position


def resolved(position, orders=None):
    return TITLE.resolve(position, orders or {}, Chance(bytes(32)))


def play(position, seed, phases=None):
    """By bots, to the end or for so many phases, sound after each."""
    first = resolved(position, orders_of_bots(TITLE, position, seed))
    for *_, resolution in islice(play_on(TITLE, first, seed), phases):
        TITLE.invariants(resolution.position)
    assert phases or resolution.position.outcome is not None


def as_version_1(position):
    stored = msgspec.json.decode(TITLE.encode(position))
    blocks = [{name: value for name, value in one.items() if name != NEWLY_STORED} for one in stored["blocks"]]
    for ask in stored["phase"]["asks"]:
        ask["args"] = {name: value for name, value in ask["args"].items() if name not in ("again", "rest")}
    return {**stored, "version": "athens_sparta/1", "blocks": blocks}


@pytest.mark.parametrize("number", GAMES)
def test_games_that_are_stopped_at_some_phase_go_on_to_their_end(number):
    for seed in range(number):
        game = islice(playthrough(TITLE, 2, ("upgrades", seed)), 5 + key("stopped", seed)[0] % 60)
        *_, (position, *_) = game
        play(upgraded(as_version_1(position)), seed)


@pytest.mark.parametrize("name", FAULTS)
def test_a_game_goes_on_where_version_1_was_wrong(name):
    play(upgraded(FAULTS[name]), name, 25)


@pytest.mark.parametrize(
    "name",
    ["a TYRANT goes on rising", "a TYRANT that goes on rising is a contact", "a Revolt whose last opponent has gone"],
)
def test_7_0_G_a_revolt_that_has_nothing_to_fight_is_over(name):
    assert next(one for one in FAULTS[name]["blocks"] if one["id"] == "S30")["rising"]
    assert not upgraded(FAULTS[name]).block("S30").rising


def test_7_0_G_a_revolt_that_is_still_to_be_fought_goes_on():
    stored = FAULTS["a Revolt whose last opponent has gone"]
    here = {"id": "A14", "place": "R09"}
    blocks = [one | here if one["id"] == "A14" else one for one in stored["blocks"]]
    assert upgraded({**stored, "blocks": blocks}).block("S30").rising


def test_16_1_D_a_ship_outside_its_own_besieged_port_goes_in():
    stored = FAULTS["a ship outside its own besieged port"]
    assert upgraded(stored).block("N06").posture == "BESIEGED"
    within = {"place": "I09", "posture": "BESIEGED"}
    inside = ("A09", "A10", "A11", "A12")  # Megara is full
    blocks = [one | within if one["id"] in inside else one for one in stored["blocks"]]
    assert upgraded({**stored, "blocks": blocks}).block("N06").posture == "PATROL"


def test_9_5_G_RULING_115_who_has_left_meets_nobody_who_still_stands_among_former_friends_does():
    position = upgraded(FAULTS["a ship has regrouped, a hoplite stands among former friends"])
    assert [one.id for one in position.blocks if one.turned] == ["N05"]
    later = resolved(position)
    assert [event.place for event in later.events if type(event).__name__ == "BattleBegins"] == ["G10"]
    assert later.position.block("N06").posture == "BESIEGED"


def test_9_5_G_a_ship_that_is_to_leave_its_former_friends_does():
    position = upgraded(FAULTS["a ship is to leave its former friends"])
    assert [one.id for one in position.blocks if one.turned] == ["N06"]
    assert resolved(position).position.block("N06").place != position.block("N06").place


def test_4_2_B_a_hex_where_blocks_that_changed_sides_stand_alone_is_their_new_friends():
    stored = FAULTS["a hex is not yet the new friends'"]
    assert stored["standing"]["open"]["G06"] == "sparta"
    assert upgraded(stored).standing.open["G06"] == "athens"


WRONG = {"contacts": [{"stop": True}], "battle": {}, "revise": False}
FIGHTING = {"contacts": [], "battle": {"F08": {"storm": True}}, "revise": True}


def test_RULING_118_RULING_121_battle_orders_of_version_1_that_cannot_be_read_are_none_and_the_others_go_on():
    stored = as_version_1(started(place="F08", plans={"athens": WRONG, "sparta": FIGHTING}))
    position = upgraded(stored)
    assert msgspec.to_builtins(position.battle_plans) == {
        "sparta": {"battle": {"F08": {"storm": True}}, "revise": True}
    }
    asks = {ask.seat: ask.args for ask in position.phase.asks}
    assert ("again" in asks["athens"], "again" in asks["sparta"]) == (False, True)
    assert resolved(position).position.battle_plans == {}


def started(place, plans):
    """The Combat Phase in which a Spartan block has come to a place, when the contacts are known."""
    position = msgspec.convert(msgspec.json.decode(TITLE.encode(start())), TITLE.position)
    position.turn, position.phase = Turn("sparta", 3, attacks={place: {"E07": 1}}), None
    block = position.block("S15")
    block.place, block.origin, block.came_from = place, "E07", "E07"
    position.battle_plans = msgspec.convert({"sparta": {"revise": True}}, dict[str, BattlePlan])
    position.agenda = [step(begin_combat_phase, side="sparta"), step(end_combat_phase, side="sparta")]
    position.agenda += [step(end_player_turn, side="sparta"), *start().agenda]
    asked = TITLE.run_on(position, Chance(bytes(32))).position
    asked.battle_plans = msgspec.convert(plans, dict[str, BattlePlan])
    return asked


@pytest.mark.parametrize("name", FAULTS)
def test_RULING_123_who_was_asked_for_the_rest_of_a_list_of_moves_is_still_asked_it(name):
    stored = json.loads(json.dumps(FAULTS[name]))
    for then, rest in (("move_on", True), (stored["phase"]["then"]["name"], False)):
        stored["phase"]["then"]["name"] = then
        asks = msgspec.json.decode(TITLE.encode(TITLE.upgraded(msgspec.json.encode(stored))))["phase"]["asks"]
        assert [ask["args"].get("rest", False) for ask in asks] == [rest] * len(asks)
