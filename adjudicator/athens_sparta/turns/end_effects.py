"""0.1-D (v): the Hellespont (9.1) and the grain of Corinth (9.2-L)."""

from __future__ import annotations

from adjudicator.athens_sparta.events.turns import GrainRolled, HellespontClosed
from adjudicator.athens_sparta.names import block_name
from adjudicator.athens_sparta.sieges.attrition import take_attrition
from adjudicator.athens_sparta.sieges.losses import choose_hit, eliminate, strongest
from adjudicator.athens_sparta.state.control import has_sea_control
from adjudicator.athens_sparta.state.orders import Decision, HungerOrder
from adjudicator.athens_sparta.state.position import AthensSparta, Block
from adjudicator.athens_sparta.words import SICILY, HexName, SideName
from adjudicator.kernel import Answers, Ask, One, Resolution, agenda_step, step

Running = Resolution[AthensSparta]
DIE = 6


@agenda_step
def end_effects(running: Running, side: SideName) -> None:
    """9.1-A at the end of an Athenian turn, 9.2-L at the end of a Spartan one."""
    if side == "sparta":
        roll_grain(running)
    elif hungry(running.position):
        close_hellespont(running)


# --- the Hellespont ---------------------------------------------------------------------------------------------------


def hungry(position: AthensSparta) -> bool:
    """9.1-A, 9.2-M, RULING-91: Sparta has sea control of Abydos, and Athens has not Syracuse with its sea."""
    straits = [hex for hex, city in position.box.cities.items() if city.hellespont]
    fed = position.control.get(SICILY) == "athens" and has_sea_control(position, "athens", SICILY)
    return any(has_sea_control(position, "sparta", hex) for hex in straits) and not fed


def starving(position: AthensSparta) -> list[Block]:
    """9.1-A: Athens' blocks in Athens, the weakest first, then by id."""
    there = position.at(position.box.capitals["athens"], "athens")
    return sorted(there, key=lambda one: (one.steps, one.name))


class HungerQuestion(
    Decision[HungerOrder], id="D-18", clause="9.1-A", default="9.1-A", subject="Lose a block in Athens"
):
    """D-18: a book holds a list of blocks, the first of which that is there goes."""

    parts = {"block": One(lambda view, ask: [one.name for one in starving(view)], words=block_name, subject="block")}

    def prompt(self, view: AthensSparta, ask: Ask) -> str:
        return "The Hellespont is closed: which block in Athens do you lose (9.1)?"


def close_hellespont(running: Running) -> None:
    """9.1-A: no block there: no effect."""
    there = starving(running.position)
    if not there:
        return
    running.emit(HellespontClosed())
    if len(there) == 1:
        eliminate(running, there[0])
    else:
        running.ask([Ask("athens", HungerQuestion.id)], starve)


@agenda_step
def starve(running: Running, answers: Answers) -> None:
    """D-18."""
    name = answers.of("athens", HungerQuestion.id).block
    eliminate(running, next(one for one in starving(running.position) if one.name == name))


# --- the grain of Corinth ---------------------------------------------------------------------------------------------


def without_grain(position: AthensSparta) -> bool:
    """9.2-L: Athens blockades Syracuse or holds it."""
    blockades = any(one.posture == "BLOCKADING" for one in position.at(SICILY, "athens"))
    return blockades or position.control.get(SICILY) == "athens"


def roll_grain(running: Running) -> None:
    """9.2-L, 5.59-D, RULING-38: a die for each Spartan block in Corinth; each hit goes to the strongest.

    RULING-92: if the city falls, `update_control` sees to it.
    """
    position = running.position
    place: HexName = position.box.hex_named["Corinth"]
    group = position.at(place, "sparta")
    if not group or not without_grain(position):
        return
    dice = [running.chance.die(DIE, f"9.2-L {place}") for _ in group]
    hits = sum(die >= position.box.components.siege_attrition.corinth_grain for die in dice)
    running.emit(GrainRolled(place=place, dice=dice, hits=hits))
    running.do(*[step(starve_strongest, place=place)] * hits)


@agenda_step
def starve_strongest(running: Running, place: HexName) -> None:
    """9.2-L, 5.59-D: a step of the strongest (D-13)."""
    group = running.position.at(place, "sparta")
    if group:
        choose_hit(running, strongest(running.position, group), take_attrition, side="sparta")
