"""7, 9: Revolts, and places with rules of their own."""

from __future__ import annotations

from msgspec import UNSET

from adjudicator.athens_sparta.events.blocks import (
    BlocksTurned,
    CityJoined,
    RevoltBreaksOut,
    ShipTurned,
    SupportEnded,
    SupportTaken,
)
from adjudicator.athens_sparta.events.turns import SicilyCardsTurnedUp
from adjudicator.athens_sparta.names import POSTURES, block_name, place_name
from adjudicator.athens_sparta.state.control import blockaded, look_again
from adjudicator.athens_sparta.state.orders import Decision, SupportOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.state.victory import miletus, value
from adjudicator.athens_sparta.words import (
    COLOURS,
    ENEMY,
    HELOT_CITY,
    REVOLT_TYPES,
    SICILY,
    BlockName,
    HexName,
    SideName,
)
from adjudicator.kernel import Answers, Ask, Illegal, Resolution, YesNo, no_first
from adjudicator.kernel.subjects import listed

Running = Resolution[AthensSparta]


def join(running: Running, hex: HexName, side: SideName) -> None:
    """9.2-D, 9.5-B to 9.5-E, 0.4-A: a city that has joined nobody joins a side at once, its blocks at full strength."""
    position = running.position
    names = position.box.green_blocks[hex]
    position.control[hex] = side
    position.joined[hex] = side
    position.aside = [one for one in position.aside if one not in names]
    for name in names:
        position.put(Block(name, side, "green", hex, position.box.blocks[name].steps))
    running.emit(CityJoined(side=side, city=hex, number=len(names)))
    if hex == SICILY and position.sicily_cards:
        position.sicily_up = True
        cards = [str(card) for card in position.sicily_cards.values()]
        running.emit(SicilyCardsTurnedUp(cards=sorted(cards), value=value(position, SICILY)))


def turn_blocks(running: Running, hex: HexName, side: SideName) -> None:
    """9.5-F, 9.5-G: the blocks of a green city go where it goes, wherever they are, at their strength, pool to pool.

    4.2-A, 4.2-B: what the hexes where they stand are to either side changes with them. What they do to former friends
    in the same hex is the caller's to see to; who goes back before that has nobody to meet.
    """
    position = running.position
    names = position.box.green_blocks.get(hex, [])
    turned = [one for one in position.blocks if one.id in names and one.side != side]
    pooled = [one for one in position.pools[ENEMY[side]] if one in names]
    for block in turned:
        block.side, block.turned = side, UNSET if block.turned else True
    look_again(position, [one.place for one in turned])
    position.pools[ENEMY[side]] = [one for one in position.pools[ENEMY[side]] if one not in pooled]
    position.pools[side] = sorted([*position.pools[side], *pooled], key=str)
    if turned:
        running.emit(BlocksTurned(side=side, city=hex))


# --- 9.3 --------------------------------------------------------------------------------------------------------------


def may_take_support(position: AthensSparta) -> bool:
    """9.3-B, 9.3-D: Sparta controls Miletus, and never had support before."""
    return position.control[miletus(position)] == "sparta" and not position.supported


class SupportQuestion(
    Decision[SupportOrder],
    id="D-6",
    passing={"take": False},
    clause="9.3-B",
    default="9.3-B",
    subject="Take Persian support",
    public_options=True,
    may_decline=True,
):
    """D-6."""

    parts = {"take": YesNo(no_first, yes="take Persian support", no="take no Persian support")}

    def warning(self, view: AthensSparta, ask: Ask, order: SupportOrder) -> str:
        """9.3-C."""
        return "You cannot give Persian support back: Miletus then never counts for your victory." if order.take else ""

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return (
            "Do you take Persian support? You cannot give it back: Miletus then never counts for your victory (9.3-C)."
        )


def support_asks(position: AthensSparta) -> list[Ask]:
    """D-6: asked at the start of a Spartan turn and of a Replacement Phase."""
    return [Ask("sparta", SupportQuestion.id)] if may_take_support(position) else []


def use_support(running: Running, answers: Answers) -> None:
    """9.3-B."""
    order = answers.get("sparta", {}).get(SupportQuestion.id)
    if order is not None and order.take:
        take_support(running)


def take_support(running: Running) -> None:
    """9.3-B: irrevocable."""
    running.position.support = running.position.supported = True
    running.emit(SupportTaken())


def end_support(running: Running) -> None:
    """9.3-D: it ends for good as soon as Athens controls Miletus again."""
    position = running.position
    if position.support and position.control[miletus(position)] == "athens":
        position.support = False
        running.emit(SupportEnded())


# --- 9.2 --------------------------------------------------------------------------------------------------------------


def embarkation_ports(position: AthensSparta, side: SideName) -> list[HexName]:
    """9.2-B: Corcyra, Leucas, Cyllene and Cephallenia, where a side controls them and nobody blockades."""
    cities = [hex for hex, one in position.box.cities.items() if one.sicily_embarkation]
    return [hex for hex in cities if position.control[hex] == side and not blockaded(position, hex)]


def sicily_refusal(view: AthensSparta, block: Block, to: HexName) -> Illegal | None:
    """9.2-B, 9.2-C, 9.2-G, 4.0-C, 4.6-F: what forbids a Sicily Move of an own block that has not moved.

    RULING-36: from a port to Sicily, or from there to a port, and nothing else with it. RULING-40: besiegers and
    blockaders leave Sicily so, the besieged do not.
    """
    if view.event == "storm":
        return Illegal("4.6-F", "in a Storm there are no Sicily Moves")
    ports = embarkation_ports(view, block.side)
    port, away = (to, block.place == SICILY) if block.place == SICILY else (block.place, to == SICILY)
    if not away or port not in ports:
        said = listed([place_name(hex) for hex in ports]) if ports else "a port of embarkation, and you have none"
        return Illegal("9.2-B", f"a Sicily Move leads to Sicily or back, from or to {said}")
    stays = ("BESIEGED",) if block.place == SICILY else ("BESIEGED", "SIEGING", "BLOCKADING", "PATROL")
    return Illegal("4.0-C", f"{block_name(block.name)} {POSTURES[block.posture]}") if block.posture in stays else None


# --- 9.4 --------------------------------------------------------------------------------------------------------------


def turn_ship(running: Resolution[AthensSparta], hex: HexName, side: SideName) -> HexName | None:
    """9.4-A to 9.4-C, RULING-28: the twin comes to the city at the same strength, from the pool to the pool.

    It leaves battle and blockade as it is; beside enemy ships it is BESIEGED in the city, whatever the limits say.
    Returned is the place that it has left, if any.
    """
    position = running.position
    if hex not in position.box.twins:
        return None
    blue, red = position.box.twins[hex]
    old, new = (blue, red) if side == "sparta" else (red, blue)
    loser = ENEMY[side]
    block = position.block(old)
    if block is None and old not in position.pools[loser]:
        return None
    position.aside = sorted([*(one for one in position.aside if one != new), old])
    if block is None:
        position.pools[loser].remove(old)
        position.pools[side] = sorted([*position.pools[side], new], key=str)
    else:
        position.take(block)
        enemies = [one for one in position.at(hex, loser) if position.is_ship(one)]
        posture = "BESIEGED" if enemies else "FIELD"
        colour = "red" if side == "sparta" else "blue"
        position.put(Block(new, side, colour, hex, block.steps, posture))  # type: ignore[arg-type]
    running.emit(ShipTurned(side=side, city=hex, block=new, pooled=block is None))
    return block.place if block else None


# --- Revolts (7.0, 7.1) -----------------------------------------------------------------------------------------------


def rebel_of(position: AthensSparta, side: SideName, place: HexName) -> BlockName:
    """7.0-A, 7.1-A, 7.1-B, RULING-9: who would rise there: DEMOS or TYRANT, in Messene for Athens the HELOT."""
    helot = side == "athens" and place == position.box.hex_named[HELOT_CITY]
    kind = "tyrant" if side == "sparta" else "helot" if helot else "demos"
    names = position.box.components.rebels[side]
    return next(name for name in names if position.box.blocks[name].type == kind)


def revolt_refusal(view: AthensSparta, side: SideName, place: HexName, steps: int) -> Illegal | None:
    """7.0-A, 7.0-B, 7.1-A: what forbids a Revolt. Each step costs 1 MP: the caller counts them."""
    if place not in view.box.restless_cities or view.control.get(place) != ENEMY[side]:
        return Illegal(
            "7.0-A",
            (f"a Revolt needs a major city of the enemy, other than Athens and Sparta; {place_name(place)} is not one"),
        )
    rebel = rebel_of(view, side, place)
    clause = "7.1-A" if view.box.blocks[rebel].type == "helot" else "7.0-B"
    if place in view.revolted.get(side, []):
        return Illegal(clause, f"you have already raised a Revolt in {place_name(place)} in this Olympiad")
    if rebel not in view.aside:
        return Illegal(clause, f"{block_name(rebel)} is already on the map")
    if not 0 < steps <= view.box.blocks[rebel].steps:
        return Illegal("7.0-A", f"a Revolt has 1 to {view.box.blocks[rebel].steps} steps")
    return None


def rise(running: Running, side: SideName, place: HexName, steps: int) -> None:
    """7.0-C: the place is public at once, the strength when its battle is fought."""
    position = running.position
    name = rebel_of(position, side, place)
    position.aside = [one for one in position.aside if one != name]
    position.put(Block(name, side, COLOURS[side], place, steps, rising=True))
    position.revolted = {**position.revolted, side: [*position.revolted.get(side, []), place]}
    running.emit(RevoltBreaksOut(side=side, city=place, block=name, steps=steps, known_to=(side,)))


def end_refusal(view: AthensSparta, side: SideName, name: BlockName) -> Illegal | None:
    """7.0-H: the owner disbands a revolt block of theirs in a Movement Phase, for no MP (`sieges.losses.disband`)."""
    block = view.block(name)
    if block is None or block.side != side or view.facts(block).type not in REVOLT_TYPES:
        return Illegal("7.0-H", f"{block_name(name)} is not one of your revolt blocks on the map")
    return None
