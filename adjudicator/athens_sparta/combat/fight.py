"""5.0-D to 5.2, 6.1, 6.2: who takes part in a battle, who may be hit by whom, and when whose turn is.

Then decisions that say a word for each of several blocks; for those that go into a city there must be room (5.52-A).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import NamedTuple

from adjudicator.athens_sparta.sieges.ways import has_room
from adjudicator.athens_sparta.state.battle import Battle
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.stacking import began_in_oracle
from adjudicator.athens_sparta.words import CITIZENS, ENEMY, SICILY, BlockName, HexName, SideName

OPEN_GROUND = ("FIELD", "SIEGING")
SHELTERED = ("BESIEGED", "PATROL")


class Fight(NamedTuple):
    """The battle under way in a position, or in a view of it, as the rules read it."""

    position: AthensSparta
    battle: Battle

    @classmethod
    def of(cls, position: AthensSparta) -> Fight:
        """ValueError where there is no battle."""
        if position.combat is None or position.combat.battle is None:
            raise ValueError("there is no battle")
        return cls(position, position.combat.battle)

    @property
    def place(self) -> HexName:
        return self.battle.place

    @property
    def attacker(self) -> SideName:
        return self.battle.attacker

    @property
    def defender(self) -> SideName:
        """5.0-D."""
        return ENEMY[self.attacker]

    # --- who is there -------------------------------------------------------------------------------------------------

    def there(self, side: SideName, *postures: str) -> list[Block]:
        """The blocks of a side in the hex, of any posture where none is named."""
        return [one for one in self.position.at(self.place, side) if not postures or one.posture in postures]

    def present(self, *names: BlockName | None) -> list[Block]:
        """Those of the blocks that are still in the hex."""
        return [one for one in self.position.at(self.place) if one.id in names]

    def in_field(self, side: SideName) -> list[Block]:
        """5.0-C, RULING-41: who fights outside the walls; those on PATROL or merely BLOCKADING do not.

        Defenders attacked by relief or sally lie outside whatever their posture is; a Revolt rises in the city.
        """
        there = self.there(side)
        if side == self.attacker:
            fighting = [one for one in there if one.id in self.battle.attackers and one.posture in OPEN_GROUND]
        elif self.battle.relief:
            fighting = [one for one in there if one.posture not in SHELTERED and not one.rising]
        else:
            fighting = [one for one in there if one.posture == "FIELD"]
        coastal = [one for one in there if one.posture == "BLOCKADING" and one.id in self.battle.coastal]
        return [*fighting, *(one for one in coastal if one not in fighting)]

    def besieged(self) -> list[Block]:
        """The defenders in the walled city."""
        return self.there(self.defender, "BESIEGED")

    def facing_ships(self, side: SideName) -> list[Block]:
        """5.0-E, 6.1-A: the enemy's ships that are not sheltered. What a view hides fights no battle."""
        outside = [one for one in self.there(ENEMY[side]) if one.posture not in SHELTERED and isinstance(one.id, str)]
        return [one for one in outside if self.position.is_ship(one)]

    def land_in_field(self, side: SideName) -> list[Block]:
        """Land blocks outside the walls; after a fall the captors, as what ships storm (5.5-E).

        What a view hides then is a ship that came over with the city (9.4-C): captors lie open.
        """
        captors = self.battle.fallen and side == self.attacker
        found = [one for one in self.there(side) if isinstance(one.id, str)] if captors else self.in_field(side)
        return [one for one in found if not self.position.is_ship(one)]

    def coastal_ships(self, side: SideName) -> list[Block]:
        """6.2-A: those that were declared and are still outside."""
        there = self.present(*self.battle.coastal)
        return [one for one in there if one.side == side and one.posture not in SHELTERED]

    def holds_out(self) -> bool:
        """5.1-F: a defending land block, or a defending ship in Coastal Combat, is still in the field."""
        return not self.battle.fallen and bool(self.land_in_field(self.defender) or self.coastal_ships(self.defender))

    # --- who may be hit -----------------------------------------------------------------------------------------------

    def targets(self, block: Block) -> list[Block]:
        """5.0-E, 5.54-B, 6.2-A, 7.0-D, 7.0-E, RULING-89: whom a block may hit now."""
        rebel = self.battle.rebel
        if block.id == rebel:
            return [one for one in self.there(ENEMY[block.side]) if one.posture != "PATROL"]
        usual = self._usual_targets(block)
        if rebel is None or block.side == self.attacker:
            return usual
        risen = [one for one in self.present(rebel) if one not in usual]
        return [one for one in [*usual, *risen] if one.id in (rebel, *self.battle.fired)]

    def _usual_targets(self, block: Block) -> list[Block]:
        enemy, battle = ENEMY[block.side], self.battle
        if battle.storm and block.id in battle.stormers:
            return self.besieged()
        if block.posture == "BESIEGED":
            return self.present(*battle.stormers) if battle.storm else []
        if not self.position.is_ship(block):
            return [*self.land_in_field(enemy), *self.coastal_ships(enemy)]
        if facing := self.facing_ships(block.side):
            return facing if block.posture != "BLOCKADING" or battle.relief else []
        return self.land_in_field(enemy) if block.id in battle.coastal else []

    def is_walled_off(self, block: Block) -> bool:
        """5.53-A, 5.5-E: under double defence: besieged and stormed without betrayal, or a captor that ships storm."""
        battle = self.battle
        if battle.storm and block.posture == "BESIEGED" and block.side != self.attacker:
            return not battle.betrayal and (battle.acting is None or battle.acting != battle.rebel)
        return battle.fallen and block.side == self.attacker and battle.acting in battle.coastal

    def in_siege(self, block: Block) -> bool:
        """2.1-E, 5.1-C: whether a block fights by siege ratings now; RULING-107: a Storm is for whole rounds."""
        battle, attacks = self.battle, block.side == self.attacker
        if battle.storm and (block.id in battle.stormers or (block.posture == "BESIEGED" and not attacks)):
            return True
        captor = attacks and not self.position.is_ship(block)
        return battle.fallen and (captor or (block.id in battle.coastal and not attacks))

    def rating(self, block: Block) -> tuple[str, int]:
        """2.1-A, 2.1-E, 6.22-A: letter and number."""
        facts, siege = self.position.facts(block), self.position.box.components.siege_rating
        if self.in_siege(block):
            printed = {"cavalry": siege.cavalry, "ship": siege.ship}.get(facts.type, facts.letter + str(facts.number))
            return printed[0], int(printed[1:])
        return facts.letter, facts.number

    # --- whose turn it is ---------------------------------------------------------------------------------------------

    def fighters(self) -> list[Block]:
        """5.1-A, 5.1-A2, 5.54-B, 6.2-B: who has combat turns now; in a Storm or Revolt those in the city too."""
        found = [one for side in (self.defender, self.attacker) for one in self.in_field(side) if self._has_turn(one)]
        if self.battle.storm or self.present(self.battle.rebel):
            found += self.besieged()
        stormers = self.present(*self.battle.stormers) if self.battle.storm else []
        return [*found, *(one for one in stormers if one not in found)]

    def _has_turn(self, block: Block) -> bool:
        """5.54-B: in a Storm land blocks of the attacker that do not storm have none."""
        idle = self.battle.storm and block.side == self.attacker and not self.position.is_ship(block)
        return not idle or block.id in (self.battle.rebel, *self.battle.stormers)

    def turn_order(self, side: SideName | None = None) -> list[Block]:
        """5.1-A: letter by letter, defenders first, each side in its order: by its owner's, by strength, by id.

        In a view for the reader's side alone: blocks that fight a Revolt from inside may be hidden.
        """

        def rank(block: Block) -> tuple[str, bool, int, int, BlockName]:
            line = self.battle.lines.get(block.side, [])
            place = line.index(block.name) if block.id in line else len(line)
            began = self.battle.began.get(block.name, block.steps)
            return self.rating(block)[0], block.side == self.attacker, place, -began, block.name

        return sorted((one for one in self.fighters() if side in (None, one.side)), key=rank)

    def in_turn_anew(self, blocks: Iterable[Block]) -> list[Block]:
        """5.1-A, 5.1-F, RULING-112: after the rounds: by printed letter, by the strength that is left, by id."""
        return sorted(blocks, key=lambda one: (self.position.facts(one).letter, -one.steps, one.name))

    def next_to_act(self) -> Block | None:
        """5.1-B, 5.1-D: whose combat turn is next in this round."""
        over = (*self.battle.acted, *self.battle.passed)
        return next((one for one in self.turn_order() if one.id not in over), None)

    def is_undecided(self) -> bool:
        """5.1-D: both sides have blocks in the field, or a Storm or a Revolt goes on."""
        enemies = [one for one in self.there(self.defender) if one.posture != "PATROL"]
        if self.battle.storm or (enemies and self.present(self.battle.rebel)):
            return True
        return bool(self.in_field(self.attacker) and self.in_field(self.defender))

    # --- what may be done ---------------------------------------------------------------------------------------------

    def may_storm(self) -> bool:
        """5.54-A, RULING-33: every defending land block, and every ship in Coastal Combat, is BESIEGED."""
        if self.battle.relief or self.battle.fallen or not self.besieged() or self.holds_out():
            return False
        return bool(self.storm_candidates())

    def storm_candidates(self) -> list[Block]:
        """5.54-B, 6.6-G, 1.4-B, RULING-4, 7.0-I: attackers outside; ships only where no enemy ship is left."""
        ours = [one for one in self.there(self.attacker) if one.posture in (*OPEN_GROUND, "BLOCKADING")]
        ours = [one for one in ours if one.id in self.battle.attackers or one.posture == "BLOCKADING"]
        ours = [one for one in ours if one.id != self.battle.rebel and not began_in_oracle(self.position, one)]
        faced = bool(self.facing_ships(self.attacker))
        return [one for one in ours if not (faced and self.position.is_ship(one))]

    def may_declare_coastal(self, block: Block) -> bool:
        """6.2-A, 5.54-A, 5.5-E, RULING-102, 1.4-B: a ship that faces none, while enemies are in the field on land."""
        if not self.position.is_ship(block) or block.posture in SHELTERED or block.id in self.battle.coastal:
            return False
        if self.battle.unaided or self.facing_ships(block.side) or began_in_oracle(self.position, block):
            return False
        if self.battle.stormed and block.side == self.defender and not self.battle.fallen:
            return False
        return bool(self.land_in_field(ENEMY[block.side]))

    def may_blockade(self, block: Block) -> bool:
        """6.6-A, 5.5-E: an enemy port city with an enemy block in it, no enemy ship that is not BESIEGED."""
        enemy, position = ENEMY[block.side], self.position
        if not position.is_ship(block) or self.place not in position.box.ports:
            return False
        if position.control.get(self.place) != enemy or self.facing_ships(block.side) or self.there(enemy, "PATROL"):
            return False
        relieves = self.battle.relief and block.side == self.attacker and self.place != SICILY
        return bool(self.there(enemy)) and not relieves

    def may_patrol(self, block: Block) -> bool:
        """6.7-A, RULING-73: a ship in a port of its side, of a relief too, while no enemy ship is there outside.

        5.56-A: one that sallied goes back into the city instead.
        """
        if block.id in self.battle.sallied:
            return False
        mine = self.position.control.get(self.place) == block.side and self.place in self.position.box.ports
        return mine and self.position.is_ship(block) and not self.facing_ships(block.side)

    def may_besiege(self) -> bool:
        """5.5-B2, 5.4-D, 9.2-H2: of the defenders of a city those on land are all BESIEGED."""
        held = self.position.control.get(self.place) == self.defender
        return held and bool(self.besieged()) and not self.land_in_field(self.defender)

    def is_citizen(self, block: Block) -> bool:
        """7.0-I: DEMOS and TYRANT hold their city and nothing else."""
        return self.position.facts(block).type in CITIZENS


# --- a word for each of several blocks --------------------------------------------------------------------------------

INSIDE = ("withdraw", "enter")
Able = Mapping[BlockName, Sequence[str]]
Said = dict[BlockName, str]


def named(position: AthensSparta, said: Mapping[BlockName, str], *words: str) -> list[Block]:
    """The blocks for which one of the words is said."""
    return [block for name, word in said.items() if word in words and (block := position.block(name))]


def all_ways(view: AthensSparta, able: Able) -> list[Said]:
    """Every way to say one of its words for each block."""
    found = [dict(zip(able, words, strict=True)) for words in product(*able.values())]
    return [one for one in found if has_room(view, *named(view, one, *INSIDE))]


def by_wishes(
    view: AthensSparta,
    able: Able,
    wishes: Callable[[Block], Iterable[str]],
    before: Callable[[Block], bool] = lambda one: False,
) -> Said:
    """The strongest first, then by id: each does the first of its wishes that it can, else the first that it can.

    Those for whom `before` holds choose before all others.
    """
    said: Said = {}
    for block in sorted(by_strength(filter(None, map(view.block, able))), key=lambda one: not before(one)):
        room = has_room(view, *named(view, said, *INSIDE), block)
        words = [word for word in able[block.name] if word not in INSIDE or room]
        said[block.name] = next((word for word in wishes(block) if word in words), words[0])
    return {name: said[name] for name in able}


def by_strength(blocks: Iterable[Block]) -> list[Block]:
    """The strongest first, then by id."""
    return sorted(blocks, key=lambda one: (-one.steps, one.name))


def sets_of(names: Sequence[BlockName], most: int) -> list[list[BlockName]]:
    """Every set of at most so many."""
    return [[*one] for size in range(min(most, len(names)) + 1) for one in combinations(names, size)]
