"""7.7: besiege a polis; what becomes of a polis that is taken."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel import Illegal
from adjudicator.kernel.subjects import count_of
from adjudicator.polis.actions.kind import Dice, Military, Running
from adjudicator.polis.events import actions as events
from adjudicator.polis.names import name_of, of_sides, siege_said
from adjudicator.polis.state.actions import Besiege
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import ENEMY, POLEIS, PolisName, SideName, TerritoryName

DIE = "7.7-D siege"


class Besieging(Military[Besiege]):
    """7.7: by die against the fortification; again in a later turn (7.7-G)."""

    clause, name = "7.7", "siege"

    def military_refusal(self, position: Polis, side: SideName, action: Besiege) -> Illegal | None:
        polis, enemy = position.box.poleis[action.polis], ENEMY[side]
        if position.poleis[action.polis].owner == side:
            return Illegal("7.7-A", of_sides(f"{name_of(action.polis)} already belongs to {{side}}", side=side))
        if action.polis == position.box.capitals[enemy]:
            return Illegal(
                "7.7-A",
                of_sides(
                    f"{name_of(action.polis)} is the capital of {{enemy}} and cannot be besieged (2-F)", enemy=enemy
                ),
            )
        if polis.territory is None:
            return Illegal("7.7-C", f"{name_of(action.polis)} lies in no territory and can never be besieged")
        if not _is_strong(position, side, action.polis):
            mine, theirs = position.count(side, polis.territory), position.count(enemy, polis.territory)
            wanted = count_of(max(polis.base, theirs + 1), "hoplite")
            why = f"fortification {polis.base}, {theirs or 'no'} opposing {'hoplite' if theirs == 1 else 'hoplites'}"
            return Illegal(
                "7.7-B", f"you need {wanted} in {name_of(polis.territory)} ({why}); you have {mine or 'none'}"
            )
        return None

    def options(self, position: Polis, side: SideName) -> Iterator[Besiege]:
        for polis in POLEIS:
            action = Besiege(polis=polis)
            if _is_strong(position, side, polis) and self.refusal(position, side, action) is None:
                yield action

    def results(self, position: Polis, side: SideName, action: Besiege) -> Sequence[Dice]:
        if position.box.poleis[action.polis].base == 1:
            return ({},)
        return [{DIE: [face]} for face in range(1, position.box.components.die + 1)]

    def military_make(self, running: Running, side: SideName, action: Besiege) -> None:
        """7.7-D: automatic against fortification 1, else at least the fortification on the die."""
        position = running.position
        polis = position.box.poleis[action.polis]
        die = None if polis.base == 1 else running.chance.die(position.box.components.die, DIE)
        won = die is None or die >= polis.base
        if position.turn is not None:
            position.turn.die, position.turn.siege_won = die, won
        if won:
            _take(running, side, action.polis, die)
        elif polis.territory is not None and die is not None:
            _fail(running, side, action.polis, polis.territory, die)

    def in_words(self, action: Besiege) -> str:
        return f"besiege {name_of(action.polis)}"

    def priced(self, position: Polis, side: SideName, action: Besiege) -> str:
        """7.7-D, 7.7-F: with what the die has to show, and what it costs if it does not."""
        city, walls = position.poleis[action.polis], position.box.poleis[action.polis].base
        if walls == 1:
            odds = "without a roll"
        else:
            needs = f"needs {siege_said(position.box, action.polis)} on a d{position.box.components.die}"
            odds = f"{needs}; failing costs 1 hoplite{', and the polis 1 population' if city.owner else ''}"
        return f"{super().priced(position, side, action)} ({odds})"


def _is_strong(position: Polis, side: SideName, polis: PolisName) -> bool:
    """7.7-B."""
    facts = position.box.poleis[polis]
    if facts.territory is None:
        return False
    return position.count(side, facts.territory) >= facts.base and position.dominates(side, facts.territory)


def _take(running: Running, side: SideName, polis: PolisName, die: int | None) -> None:
    """7.7-E: with its projects; Prestige for its fortification; the enemy proxenos is captured (RULING-31)."""
    position = running.position
    city, fortification = position.poleis[polis], position.box.poleis[polis].base
    city.owner = side
    position.gain_prestige(side, fortification)
    running.emit(events.SiegeWon(side=side, polis=polis, die=die, population=city.population, prestige=fortification))
    enemy = ENEMY[side]
    if position.sides[enemy].proxenos == polis:
        position.sides[enemy].proxenos = None
        running.emit(events.ProxenosCaptured(side=enemy, polis=polis))


def _fail(running: Running, side: SideName, polis: PolisName, territory: TerritoryName, die: int) -> None:
    """7.7-F: a hoplite is lost; a polis of the opponent loses 1 population, and with its last one turns neutral."""
    position = running.position
    position.units[territory][side] -= 1
    running.emit(events.SiegeFailed(side=side, polis=polis, territory=territory, die=die))
    city = position.poleis[polis]
    if city.owner is None:
        return
    city.population -= 1
    running.emit(events.PopulationLost(polis=polis))
    if not city.population:
        position.make_neutral(polis)
        running.emit(events.PolisNeutral(polis=polis))
