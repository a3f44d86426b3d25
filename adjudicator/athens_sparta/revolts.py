"""7.0, 7.1: Revolts: where they may break out, how they rise, how they succeed without a battle, how they are ended."""

from __future__ import annotations

from adjudicator.athens_sparta.events.blocks import RevoltBreaksOut
from adjudicator.athens_sparta.names import block_name, place_name
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import COLOURS, ENEMY, HELOT_CITY, REVOLT_TYPES, BlockName, HexName, SideName
from adjudicator.kernel import Illegal, Resolution

Running = Resolution[AthensSparta]


def rebel_of(position: AthensSparta, side: SideName, place: HexName) -> BlockName:
    """7.0-A, 7.1-A, 7.1-B, RULING-9: who would rise there: DEMOS or TYRANT, in Messene for Athens the HELOT."""
    helot = side == "athens" and place == position.box.hex_named[HELOT_CITY]
    kind = "tyrant" if side == "sparta" else "helot" if helot else "demos"
    names = position.box.components.rebels[side]
    return next(name for name in names if position.box.blocks[name].type == kind)


def revolt_refusal(view: AthensSparta, side: SideName, place: HexName, steps: int) -> Illegal | None:
    """7.0-A, 7.0-B, 7.1-A: what forbids a Revolt. Each step costs 1 MP: the caller counts them."""
    city = view.box.cities.get(place)
    if city is None or city.size != "major" or city.revolt_immune or view.control.get(place) != ENEMY[side]:
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
