"""Blocks that change sides attack those whose turn it is (9.5-G): on top of the second reading of battles."""

import pytest

from adjudicator.athens_sparta.state.control import look_around
from adjudicator.athens_sparta.state.position import Block
from adjudicator.kernel.position.position import Step
from tests.adjudicator.athens_sparta.battle_model import OTHER, Fight
from tests.adjudicator.athens_sparta.test_battle_model import anything, play

POSITIONS = [pytest.param(100, id="some"), pytest.param(5_000, marks=pytest.mark.soak, id="thousands")]
PLACES = ["E06", "F06", "F07", "G06", "G07", "G09", "H05", "H08", "D06", "F04"]  # no city: nobody is besieged there
CITY, HOPLITE, SHIP = "H11", "N05", "N06"


def changed(random):
    """Whose turn it is came to attack with a green block, which has changed sides; the enemy may be there, or not."""
    position = anything(random, PLACES)
    [battle] = position.agenda
    hex, mover = battle.args["place"], battle.args["side"]
    side = OTHER[mover]
    if random.random() < 0.5:
        gone = position.at(hex, side)
        position.blocks = [one for one in position.blocks if one not in gone]
        position.pools[side] += [one.id for one in gone]
    if not position.at(hex, mover):
        return None
    position.control[CITY], position.joined[CITY] = side, mover
    position.aside = [one for one in position.aside if one not in (HOPLITE, SHIP)]
    position.pools[side] = sorted([*position.pools[side], SHIP])
    came = random.choice([None, *position.turn.attacks[hex]])
    green = Block(HOPLITE, side, "green", hex, random.randint(1, 4), origin=came, came_from=came, turned=True)
    position.put(green)
    look_around(position)
    position.standing.open.pop(hex, None)
    position.agenda = [Step("fight_changed", {"place": hex, "side": side})]
    return position


class ChangedFight(Fight):
    def run(self):
        self.gone, self.relief, self.mover = {}, False, self.enemy
        self.attackers, self.free = self.here(self.att, "FIELD"), [HOPLITE]
        yield from self.declare()
        yield from self.both_rounds()


@pytest.mark.parametrize("number", POSITIONS)
def test_9_5_G_RULING_105_a_battle_of_blocks_that_changed_sides_comes_to_the_same(number):
    found = [play(f"changed {seed}", changed, ChangedFight) for seed in range(number)]
    assert len([one for one in found if one is not None]) > number * 0.6
    assert sum(filter(None, found)) > 2 * number
