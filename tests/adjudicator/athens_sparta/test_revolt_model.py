"""Battles of Revolts (7.0-D to 7.0-G), read once more on top of the second reading of battles."""

import pytest

from adjudicator.athens_sparta.state.control import look_around
from adjudicator.athens_sparta.state.position import Block
from tests.adjudicator.athens_sparta.battle_model import ISLAND, OTHER, Fight, is_ship
from tests.adjudicator.athens_sparta.test_battle_model import COLOUR, anything, play

POSITIONS = [pytest.param(60, id="some"), pytest.param(5_000, marks=pytest.mark.soak, id="thousands")]
PLACES = ["K02", "H10", "R10", "Q09", "B05", "I08", "I11", "E09", "D07", "O08", "P07", "S13"]
REBEL = {"athens": "A26", "sparta": "S30"}
FACE_UP = ("SIEGING", "BLOCKADING", "PATROL")


def revolt(random):
    """A Revolt in a major city of the enemy's: alone, or beside an attack or a siege."""
    position = anything(random, PLACES)
    if position is None:
        return None
    hex, side = position.agenda[0].args["place"], position.agenda[0].args["side"]
    if position.control[hex] != OTHER[side]:
        return None
    if random.random() < 0.4:
        alone(position, hex, side)
    position.aside = sorted({*position.aside, "A27"} - {REBEL[side]})
    position.pools = {one: [n for n in pool if n not in (REBEL[side], "A27")] for one, pool in position.pools.items()}
    position.put(Block(REBEL[side], side, COLOUR[side], hex, random.randint(1, 4), rising=True))
    look_around(position)
    position.standing.open.pop(hex, None)
    return position


def alone(position, hex, side):
    """Take away who stands beside the Revolt on land; whom nobody shuts in any more is in the field."""
    gone = [one for one in position.at(hex, side) if one.posture != "BLOCKADING"]
    position.blocks = [one for one in position.blocks if one not in gone]
    position.pools[side] = sorted([*position.pools[side], *(one.id for one in gone)])
    blockade = bool(position.at(hex, side))
    for one in position.at(hex, OTHER[side]):
        if one.posture == "BESIEGED" and not (blockade and (is_ship(one.id) or hex in ISLAND)):
            one.posture = "FIELD"
    position.turn.attacks, position.turn.sailed = {hex: {}}, {hex: []}


class RevoltFight(Fight):
    def __init__(self, *args):
        super().__init__(*args)
        self.rebel, self.unaided, self.relief = REBEL[self.att], False, False
        self.fired, self.up = set(), set()

    def risen(self):
        return self.posture(self.rebel) is not None

    def resisting(self):
        return [n for n in self.here(self.enemy) if self.posture(n) != "PATROL"]

    def run(self):
        self.gone, self.free = {}, self.here(self.att, "SIEGING")
        self.attackers = self.here(self.att, "FIELD", "SIEGING")
        self.unaided = self.attackers == [self.rebel]
        self.up |= {*self.attackers}
        if not self.unaided:
            yield from self.declare()
        self.up |= {*self.here(self.enemy, "FIELD")}
        self.guard_strait()
        for side in (self.enemy, self.att):
            yield from self.first_ships(side)
        yield from self.both_rounds()

    def can_coast(self, name):
        return not self.unaided and super().can_coast(name)

    def can_storm(self):
        return [n for n in super().can_storm() if n != self.rebel]

    def offer_storm(self):
        yield from super().offer_storm()
        self.up |= {*(self.inside() if self.storm else ())}

    def goes_on(self):
        return bool(self.risen() and self.resisting()) or super().goes_on()

    def fighters(self):
        found = super().fighters()
        more = [self.rebel, *self.inside()] if self.risen() else []
        return [*found, *(n for n in more if n not in found)]

    def targets(self, name):
        """7.0-E: who takes part beside the rebels is not hit before firing."""
        if name == self.rebel:
            return self.resisting()
        found = super().targets(name)
        if self.side(name) == self.att:
            return found
        found += [self.rebel] if self.risen() and self.rebel not in found else []
        return [n for n in found if n in (self.rebel, *self.fired)]

    def walled_off(self, name, shooter):
        return shooter != self.rebel and super().walled_off(name, shooter)

    def retreats(self, name):
        return [] if name == self.rebel else super().retreats(name)

    def deeds(self, name):
        if not self.unaided:
            return super().deeds(name)
        found = [("fire", None, ())] if self.targets(name) else []
        return [*found, *(("retreat", hex, ()) for hex in self.retreats(name))] or [("pass", None, ())]

    def fire(self, name, pursuit=False):
        self.up.add(name)
        self.fired.add(name)
        yield from super().fire(name, pursuit)

    def hidden(self, name):
        return name not in self.up and self.posture(name) not in FACE_UP

    def pursued(self):
        return [n for n in super().pursued() if n != self.rebel]

    def take_hit(self, name, shooter):
        self.up.add(name)
        super().take_hit(name, shooter)

    def driven_off(self):
        return [n for n in super().driven_off() if n != self.rebel]

    def conclude(self):
        if self.risen() and self.resisting():
            self.die(self.rebel)
        yield from super().conclude()

    def moving(self, side):
        return [n for n in super().moving(side) if n != self.rebel]


@pytest.mark.parametrize("number", POSITIONS)
def test_7_0_a_battle_of_a_revolt_comes_to_the_same(number):
    found = [play(f"revolt {seed}", revolt, RevoltFight) for seed in range(number)]
    assert len([one for one in found if one is not None]) > number * 0.6
    assert sum(filter(None, found)) > 2 * number
