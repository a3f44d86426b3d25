"""13: what events do at once, and what they ask (D10, D13, D14)."""

from __future__ import annotations

from collections.abc import Iterable

from adjudicator.kernel import Answers, Ask, Count, One, Resolution, agenda_step
from adjudicator.polis.components.model import EventPart, Landing
from adjudicator.polis.events import rounds as events
from adjudicator.polis.names import name_of, unit_of
from adjudicator.polis.rounds.sending import send_away
from adjudicator.polis.state.orders import ConvertOrder, Decision, R, RemoveOrder, TakePolisOrder
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import ENEMY, REGIONS, SEAS, SIDES, PolisName, Region, SideName

Running = Resolution[Polis]


@agenda_step
def apply_common(running: Running) -> None:
    """13: what an event does to neither side alone: closings, markers, the landing (13-C: for the round)."""
    position, effect = running.position, running.position.effect
    if effect.close_shipments:
        position.closed_shipments = [*effect.close_shipments]
        running.emit(events.ShipmentsClosed(shipments=[*effect.close_shipments]))
    for territory in effect.close_collection:
        position.closed_territories.append(territory)
        running.emit(events.TerritoryClosed(territory=territory))
    for good, column in effect.market_columns.items():
        position.markers[good] = column
        running.emit(events.MarkerSet(good=good, column=column))
    if effect.landing is not None:
        _land(running, effect.landing)


def _land(running: Running, landing: Landing) -> None:
    """E5b-5, RULING-33: armies are compared once, before losses; where there is none, no collection."""
    position = running.position
    armies = {side: position.count(side, landing.territory) for side in SIDES}
    most = max(armies.values())
    if not most:
        position.closed_territories.append(landing.territory)
        running.emit(events.TerritoryClosed(territory=landing.territory))
        return
    for side in (position.first, ENEMY[position.first]):
        if armies[side] == most:
            lost = min(landing.losses, most)
            position.units[landing.territory][side] -= lost
            running.emit(events.UnitsLost(side=side, region=landing.territory, number=lost))


@agenda_step
def apply_event(running: Running, side: SideName) -> None:
    """13-A, 13-B, RULING-24: all parts of one side; then what it has to decide."""
    part = running.position.effect.part(side)
    _gain_units(running, side, part)
    _gain_goods(running, side, part)
    _change_population(running, part)
    if running.position.effect.silver_for_prestige:
        _offer_treasury(running, side)
    if running.position.effect.betrayal_population:
        _offer_betrayal(running, side)
    if part.remove_unit:
        _ask_removal(running, side)
    if part.send is not None:
        send_away(running, side, part.send)


def _gain_units(running: Running, side: SideName, part: EventPart) -> None:
    """13-B, 13-D: from the bank, as many as there is room for."""
    for region, number in (*part.add_hoplites.items(), *part.add_galleys.items()):
        if placed := running.position.put(side, region, number):
            running.emit(events.UnitsGained(side=side, region=region, number=placed))


def _gain_goods(running: Running, side: SideName, part: EventPart) -> None:
    if part.silver:
        running.position.gain(side, {"silver": part.silver})
        running.emit(events.SilverGained(side=side, silver=part.silver))
    if part.prestige and (changed := running.position.gain_prestige(side, part.prestige)):
        running.emit(events.PrestigeChanged(side=side, prestige=changed))


def _change_population(running: Running, part: EventPart) -> None:
    """2-D, E5a-4, E5a-12: within the maximum, and at least 1 stays."""
    for polis, number in part.population.items():
        city = running.position.poleis[polis]
        city.population = max(1, min(running.position.box.poleis[polis].max, city.population + number))
        running.emit(events.PopulationSet(polis=polis, population=city.population))


class _OfEvent(Decision[R], clause="13-A", default="13-A"):
    """A decision that an event asks for."""


# --- Philopersians: a unit is removed ---------------------------------------------------------------------------------


def own_regions(view: Polis, ask: Ask) -> list[Region]:
    """E3-5: where the side has a unit."""
    return [region for region in REGIONS if view.count(view.side(ask.seat), region)]


def _unit_there(region: str) -> str:
    return f"a {unit_of(region)} in {name_of(region)}"


class RemovalQuestion(_OfEvent[RemoveOrder], id="D10", subject="Remove a hoplite or galley"):
    """D10: Philopersians."""

    parts = {"region": One(own_regions, words=_unit_there, subject="place")}

    def prompt(self, view: Polis, ask: Ask) -> str:
        return "Which of your hoplites or galleys do you remove from the map?"

    def choice_in_words(self, choice: RemoveOrder) -> str:
        return f"remove {_unit_there(choice.region)}"

    def default(self, view: Polis, ask: Ask) -> RemoveOrder:
        # D10: a galley of the largest fleet, else a hoplite of the largest army
        regions, side = own_regions(view, ask), view.side(ask.seat)
        fleets = [region for region in regions if region in SEAS]
        return RemoveOrder(region=max(fleets or regions, key=lambda region: view.count(side, region)))


def _ask_removal(running: Running, side: SideName) -> None:
    ask = Ask(running.position.seat(side), RemovalQuestion.id)
    regions = own_regions(running.position, ask)
    if len(regions) > 1:
        running.ask([ask], remove_unit, side=side)
    elif regions:
        _remove(running, side, regions[0])


@agenda_step
def remove_unit(running: Running, answers: Answers, side: SideName) -> None:
    """E3-5."""
    _remove(running, side, answers.of(running.position.seat(side), RemovalQuestion.id).region)


def _remove(running: Running, side: SideName, region: Region) -> None:
    running.position.units[region][side] -= 1
    running.emit(events.UnitsLost(side=side, region=region, number=1))


# --- Treasury Transfers: Prestige for silver --------------------------------------------------------------------------


def all_prestige(view: Polis, ask: Ask) -> int:
    """How much Prestige there is to give up."""
    return view.sides[view.side(ask.seat)].prestige


class TreasuryQuestion(_OfEvent[ConvertOrder], id="D13", subject="Give up Prestige for silver"):
    """D13: Treasury Transfers. At least 1 goes (E4-7): no order does nothing."""

    parts = {"prestige": Count(all_prestige, thing="Prestige point", least=1)}

    def prompt(self, view: Polis, ask: Ask) -> str:
        return f"How much Prestige do you give up? You gain {view.effect.silver_for_prestige} silver for each point."

    def choice_in_words(self, choice: ConvertOrder) -> str:
        return f"give up {choice.prestige or 'no'} Prestige"

    def default(self, view: Polis, ask: Ask) -> ConvertOrder:
        # D13
        return ConvertOrder(prestige=1)


def _offer_treasury(running: Running, side: SideName) -> None:
    """E4-7: at least 1; without Prestige nothing."""
    prestige = running.position.sides[side].prestige
    if prestige > 1:
        running.ask([Ask(running.position.seat(side), TreasuryQuestion.id)], convert, side=side)
    elif prestige:
        _convert(running, side, 1)


@agenda_step
def convert(running: Running, answers: Answers, side: SideName) -> None:
    """E4-7."""
    _convert(running, side, answers.of(running.position.seat(side), TreasuryQuestion.id).prestige)


def _convert(running: Running, side: SideName, prestige: int) -> None:
    silver = prestige * running.position.effect.silver_for_prestige
    running.position.gain_prestige(side, -prestige)
    running.position.gain(side, {"silver": silver})
    running.emit(events.Converted(side=side, prestige=prestige, silver=silver))


# --- Betrayal: a polis changes hands ----------------------------------------------------------------------------------


def betrayed(view: Polis, ask: Ask) -> list[PolisName]:
    """E4-8, 2-F: poleis of the opponent with population 1, no capital, and not the one just taken from the side."""
    side, wanted = view.side(ask.seat), view.effect.betrayal_population
    theirs = (*_not_in(view.owned(ENEMY[side]), (view.box.capitals[ENEMY[side]], view.taken)),)
    return [polis for polis in theirs if view.poleis[polis].population == wanted]


def _not_in(poleis: Iterable[PolisName], but: tuple[PolisName | None, ...]) -> list[PolisName]:
    return [polis for polis in poleis if polis not in but]


class BetrayalQuestion(_OfEvent[TakePolisOrder], id="D14", subject="Take over a polis"):
    """D14: Betrayal."""

    parts = {"polis": One(betrayed, words=name_of, subject="polis")}

    def prompt(self, view: Polis, ask: Ask) -> str:
        return "Which polis goes over to you?"

    def choice_in_words(self, choice: TakePolisOrder) -> str:
        return f"take over {name_of(choice.polis)}"

    def default(self, view: Polis, ask: Ask) -> TakePolisOrder:
        # D14: the highest base population, then by id
        best = min(betrayed(view, ask), key=lambda polis: (-view.box.poleis[polis].base, polis))
        return TakePolisOrder(polis=best)


def _offer_betrayal(running: Running, side: SideName) -> None:
    ask = Ask(running.position.seat(side), BetrayalQuestion.id)
    poleis = betrayed(running.position, ask)
    if len(poleis) > 1:
        running.ask([ask], betray, side=side)
    elif poleis:
        _take_over(running, side, poleis[0])


@agenda_step
def betray(running: Running, answers: Answers, side: SideName) -> None:
    """E4-8: compulsory."""
    _take_over(running, side, answers.of(running.position.seat(side), BetrayalQuestion.id).polis)


def _take_over(running: Running, side: SideName, polis: PolisName) -> None:
    """E4-8: with its population and projects, without Prestige; proxenoi stay put."""
    running.position.poleis[polis].owner = side
    running.position.taken = polis
    running.emit(events.PolisBetrayed(side=side, polis=polis))
