"""5.0-D to 5.2, 6.1, 6.2: who takes part in a battle, who may be hit by whom, and when whose turn is."""

from __future__ import annotations

from adjudicator.athens_sparta.state.battle import Battle
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import ENEMY, SICILY, BlockName, SideName


def battle_of(position: AthensSparta) -> Battle:
    """The battle under way. ValueError where there is none."""
    if position.combat is None or position.combat.battle is None:
        raise ValueError("there is no battle")
    return position.combat.battle


def defender_of(battle: Battle) -> SideName:
    """5.0-D."""
    return ENEMY[battle.attacker]


def present(position: AthensSparta, battle: Battle, names: list[BlockName]) -> list[Block]:
    """Those of the blocks that are still in the hex."""
    return [one for one in position.at(battle.place) if one.id in names]


def in_field(position: AthensSparta, battle: Battle, side: SideName) -> list[Block]:
    """5.0-C, RULING-41: the blocks of a side that fight outside the walls; those on PATROL or merely BLOCKADING do not.

    Defenders attacked by relief or sally lie outside whatever their posture is.
    """
    there = position.at(battle.place, side)
    if side == battle.attacker:
        fighting = [one for one in there if one.id in battle.attackers and one.posture in ("FIELD", "SIEGING")]
    elif battle.relief:
        fighting = [one for one in there if one.posture not in ("BESIEGED", "PATROL")]
    else:
        fighting = [one for one in there if one.posture == "FIELD"]
    others = [one for one in there if one.posture == "BLOCKADING" and one.id in battle.coastal]
    return [*fighting, *(one for one in others if one not in fighting)]


def besieged_in(position: AthensSparta, battle: Battle, side: SideName) -> list[Block]:
    """The blocks of a side in the walled city."""
    return [one for one in position.at(battle.place, side) if one.posture == "BESIEGED"]


def facing_ships(position: AthensSparta, battle: Battle, side: SideName) -> list[Block]:
    """5.0-E, 6.1-A: the enemy's ships that are neither BESIEGED nor on PATROL. What a view hides fights no battle."""
    there = position.at(battle.place, ENEMY[side])
    outside = [one for one in there if one.posture not in ("BESIEGED", "PATROL") and isinstance(one.id, str)]
    return [one for one in outside if position.is_ship(one)]


def land_in_field(position: AthensSparta, battle: Battle, side: SideName) -> list[Block]:
    """Land blocks outside the walls; after a fall the captors, as what ships storm (5.5-E)."""
    if battle.fallen and side == battle.attacker:
        return [one for one in position.at(battle.place, side) if not position.is_ship(one)]
    return [one for one in in_field(position, battle, side) if not position.is_ship(one)]


def coastal_ships(position: AthensSparta, battle: Battle, side: SideName) -> list[Block]:
    """6.2-A: those that were declared and are still outside."""
    there = present(position, battle, battle.coastal)
    return [one for one in there if one.side == side and one.posture not in ("BESIEGED", "PATROL")]


def targets(position: AthensSparta, battle: Battle, block: Block) -> list[Block]:
    """5.0-E, 5.54-B, 6.2-A, 7.0-D, 7.0-E: whom a block may hit now."""
    enemy = ENEMY[block.side]
    if block.id == battle.rebel:
        return [one for one in position.at(battle.place, enemy) if one.posture != "PATROL"]
    usual = _usual_targets(position, battle, block)
    if battle.rebel is None or block.side == battle.attacker:
        return usual
    return [one for one in _with_rebel(position, battle, usual) if one.id in (battle.rebel, *battle.fired)]


def _with_rebel(position: AthensSparta, battle: Battle, usual: list[Block]) -> list[Block]:
    rebels = present(position, battle, [battle.rebel] if battle.rebel else [])
    return [*usual, *(one for one in rebels if one not in usual)]


def _usual_targets(position: AthensSparta, battle: Battle, block: Block) -> list[Block]:
    enemy = ENEMY[block.side]
    if battle.storm and block.id in battle.stormers:
        return besieged_in(position, battle, enemy)
    if block.posture == "BESIEGED":
        return present(position, battle, battle.stormers) if battle.storm else []
    if not position.is_ship(block):
        return [*land_in_field(position, battle, enemy), *coastal_ships(position, battle, enemy)]
    if facing := facing_ships(position, battle, block.side):
        return facing if block.posture != "BLOCKADING" or battle.relief else []
    return land_in_field(position, battle, enemy) if block.id in battle.coastal else []


def is_walled_off(position: AthensSparta, battle: Battle, block: Block) -> bool:
    """5.53-A, 5.5-E: under double defence: besieged and stormed without betrayal, or a captor that ships storm."""
    if battle.storm and block.posture == "BESIEGED" and block.side != battle.attacker:
        acting = position.block(battle.acting or "")
        return not battle.betrayal and not (acting and acting.id == battle.rebel)
    ship = position.block(battle.acting or "")
    return battle.fallen and block.side == battle.attacker and ship is not None and ship.id in battle.coastal


def in_siege(position: AthensSparta, battle: Battle, block: Block) -> bool:
    """2.1-E, 5.1-C: whether a block fights by the ratings of sieges now."""
    if battle.storm and (
        block.id in battle.stormers or (block.posture == "BESIEGED" and block.side != battle.attacker)
    ):
        return True
    if not battle.fallen:
        return False
    captor = block.side == battle.attacker and not position.is_ship(block)
    return captor or (block.id in battle.coastal and block.side != battle.attacker)


def rating(position: AthensSparta, battle: Battle, block: Block) -> tuple[str, int]:
    """2.1-A, 2.1-E, 6.22-A: letter and number."""
    facts, siege = position.facts(block), position.box.components.siege_rating
    if in_siege(position, battle, block):
        printed = {"cavalry": siege.cavalry, "ship": siege.ship}.get(facts.type, facts.letter + str(facts.number))
        return printed[0], int(printed[1:])
    return facts.letter, facts.number


def fighters(position: AthensSparta, battle: Battle) -> list[Block]:
    """5.1-A, 5.1-A2, 5.54-B, 6.2-B: the blocks that have combat turns now; in a Storm those in the city too."""
    found = []
    for side in (defender_of(battle), battle.attacker):
        found += [one for one in in_field(position, battle, side) if _has_turn(position, battle, one)]
    if battle.storm or battle.rebel:
        found += besieged_in(position, battle, defender_of(battle))
    stormers = present(position, battle, battle.stormers) if battle.storm else []
    return [*found, *(one for one in stormers if one not in found)]


def _has_turn(position: AthensSparta, battle: Battle, block: Block) -> bool:
    """5.54-B: in a Storm land blocks of the attacker that do not storm have none."""
    idle = battle.storm and block.side == battle.attacker and not position.is_ship(block)
    return not idle or block.id in (battle.rebel, *battle.stormers)


def turn_order(position: AthensSparta, battle: Battle, side: SideName | None = None) -> list[Block]:
    """5.1-A: letter by letter, defenders first, each side in its order: by its owner's, by strength, by id.

    In a view for the reader's side alone: blocks that fight a Revolt from inside may be hidden.
    """

    def rank(block: Block) -> tuple[str, bool, int, int, BlockName]:
        line = battle.lines.get(block.side, [])
        place = line.index(block.name) if block.id in line else len(line)
        began = battle.began.get(block.name, block.steps)
        return rating(position, battle, block)[0], block.side == battle.attacker, place, -began, block.name

    return sorted((one for one in fighters(position, battle) if side in (None, one.side)), key=rank)


def next_to_act(position: AthensSparta, battle: Battle) -> Block | None:
    """5.1-B, 5.1-D: whose combat turn is next in this round."""
    waiting = (one for one in turn_order(position, battle) if one.id not in (*battle.acted, *battle.passed))
    return next(waiting, None)


def may_storm(position: AthensSparta, battle: Battle) -> bool:
    """5.54-A, RULING-33: every defending land block, and every ship in Coastal Combat, is BESIEGED."""
    side = defender_of(battle)
    if battle.relief or battle.fallen or not besieged_in(position, battle, side):
        return False
    if land_in_field(position, battle, side) or coastal_ships(position, battle, side):
        return False
    return bool(storm_candidates(position, battle))


def storm_candidates(position: AthensSparta, battle: Battle) -> list[Block]:
    """5.54-B, 6.6-G, 1.4-B, RULING-4, 7.0-I: attackers outside; ships only where no enemy ship is left."""
    facing = facing_ships(position, battle, battle.attacker)
    there = position.at(battle.place, battle.attacker)
    ours = [one for one in there if one.id in battle.attackers or one.posture == "BLOCKADING"]
    return [
        one
        for one in ours
        if one.posture in ("FIELD", "SIEGING", "BLOCKADING")
        and one.id != battle.rebel
        and not (position.is_ship(one) and facing)
        and (one.origin or one.place) not in position.box.oracles
    ]


def may_declare_coastal(position: AthensSparta, battle: Battle, block: Block) -> bool:
    """6.2-A, 5.54-A, 5.5-E, 7.0-D2, 1.4-B: a ship that faces no enemy ship, while enemies are in the field on land."""
    if not position.is_ship(block) or block.posture in ("BESIEGED", "PATROL") or block.id in battle.coastal:
        return False
    if (
        battle.unaided
        or facing_ships(position, battle, block.side)
        or (block.origin or block.place) in position.box.oracles
    ):
        return False
    if battle.stormed and block.side != battle.attacker and not battle.fallen:
        return False
    return bool(land_in_field(position, battle, ENEMY[block.side]))


def may_blockade(position: AthensSparta, battle: Battle, block: Block) -> bool:
    """6.6-A, 5.5-E: an enemy port city with an enemy block in it, no enemy ship that is not BESIEGED."""
    place, enemy = block.place, ENEMY[block.side]
    if not position.is_ship(block) or place not in position.box.ports or position.control.get(place) != enemy:
        return False
    theirs = position.at(place, enemy)
    if any(one.posture == "PATROL" for one in theirs) or facing_ships(position, battle, block.side):
        return False
    if block.side == battle.attacker and battle.relief and place != SICILY:
        return False
    return bool(theirs)


def may_patrol(position: AthensSparta, battle: Battle, block: Block) -> bool:
    """6.7-A, RULING-73: a ship in a port of its side, of a relief too, while no enemy ship is there outside."""
    mine = position.control.get(block.place) == block.side and block.place in position.box.ports
    return mine and position.is_ship(block) and not facing_ships(position, battle, block.side)


def undecided(position: AthensSparta, battle: Battle) -> bool:
    """5.1-D: both sides have blocks in the field, or a Storm or a Revolt goes on."""
    rebels = present(position, battle, [battle.rebel] if battle.rebel else [])
    enemies = [one for one in position.at(battle.place, defender_of(battle)) if one.posture != "PATROL"]
    if rebels and enemies:
        return True
    if battle.storm:
        return True
    return all(in_field(position, battle, side) for side in (battle.attacker, defender_of(battle)))
