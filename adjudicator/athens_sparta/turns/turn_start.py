"""4.6-E: what is decided at the start of a Player Turn: Alliance and Plague (D-5); for D-6 see `places.persia`."""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.athens_sparta.cards.deal import side_of
from adjudicator.athens_sparta.events.turns import AllianceMade, EventDeclined, PlagueBreaksOut, PlagueRolled
from adjudicator.athens_sparta.names import place_name
from adjudicator.athens_sparta.places import join, support_asks
from adjudicator.athens_sparta.secrets.fog import in_no_order, veiled
from adjudicator.athens_sparta.sieges.losses import lose_step
from adjudicator.athens_sparta.sieges.postures import end_patrols
from adjudicator.athens_sparta.state.orders import Decision, TargetOrder
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.words import ENEMY, SICILY, HexName, SideName
from adjudicator.kernel import Answers, Ask, One, Resolution

Running = Resolution[AthensSparta]
PLAGUE_HITS = 4  # 4.6-J: a die of this or more
DIE = 6


def start_asks(position: AthensSparta, side: SideName) -> list[Ask]:
    """D-6, D-5: what the side decides now."""
    asks = support_asks(position) if side == "sparta" else []
    return [*asks, *([Ask(side, TargetQuestion.id)] if targets(position, side) else [])]


def targets(position: AthensSparta, side: SideName) -> list[HexName]:
    """4.6-I, 4.6-J: the cities that the event of the turn may name."""
    event, cities = position.turn.event if position.turn else None, position.box.cities
    if event == "alliance":
        return [hex for hex, one in cities.items() if one.colour == "green" and _free(position, hex)]
    if event == "plague":
        majors = [hex for hex, owner in position.control.items() if owner != side and cities[hex].size == "major"]
        return sorted(hex for hex in majors if position.at(hex, ENEMY[side]))
    return []


def _free(position: AthensSparta, hex: HexName) -> bool:
    return hex not in position.control and hex != SICILY


def _named(view: AthensSparta, ask: Ask) -> Sequence[HexName | None]:
    return (None, *targets(view, side_of(ask)))


class TargetQuestion(
    Decision[TargetOrder],
    id="D-5",
    passing={},
    clause="4.6-E",
    default="4.6-E",
    subject="Use the event",
    public_options=True,
    may_decline=True,
):
    """D-5: a book names several targets, best first."""

    parts = {
        "place": One(_named, words=lambda hex: place_name(hex) if hex else ("do not use the event"), subject="place")
    }

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        alliance = view.turn is not None and view.turn.event == "alliance"
        if alliance:
            return "Alliance: which neutral city joins you (4.6-I)?"
        return "Plague: in which enemy city does it break out?"


def use_event(running: Running, answers: Answers, side: SideName) -> None:
    """4.6-E, 4.6-I, 4.6-J: one target, or the event is declined."""
    position = running.position
    order = answers.get(side, {}).get(TargetQuestion.id)
    turn = position.turn
    if order is None or turn is None or turn.event is None:
        return
    if order.place is None:
        running.emit(EventDeclined(side=side, event_card=turn.event))
    elif turn.event == "alliance":
        running.emit(AllianceMade(side=side, city=order.place))
        join(running, order.place, side)
    else:
        plague(running, side, order.place)
    turn.event = None


def plague(running: Running, side: SideName, hex: HexName) -> None:
    """4.6-J: a die for each block of either side in the hex, in block-id order (12.3-A); 4 or more costs a step.

    1.1-C, 6.7-A: a Phase of its own, at the end of which patrols return.
    """
    position = running.position
    running.emit(PlagueBreaksOut(side=side, city=hex))
    dice = {block.name: running.chance.die(DIE, f"4.6-J {hex}") for block in position.at(hex)}
    for block in in_no_order(running, position.at(hex)):
        die = dice[block.name]
        running.emit(PlagueRolled(place=hex, side=block.side, block=block.name, die=die, **veiled(running, block)))
        if die >= PLAGUE_HITS:
            lose_step(running, block)
    end_patrols(running)
