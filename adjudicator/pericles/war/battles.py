"""9.4, 12.3: the battle of an expedition up to its result; decision D31."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from adjudicator.kernel import Answers, Ask, YesNo, agenda_step, forward, step
from adjudicator.pericles.events import battles as events
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.expedition import before_cards, contested, lead, on_expedition, strategoi
from adjudicator.pericles.state.orders import StateShipOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.war.base_losses import destroy_bases
from adjudicator.pericles.war.battle_honor import award_battle
from adjudicator.pericles.war.losses import inflict_losses, suffer_losses
from adjudicator.pericles.words import SIDES, SideName, UnitKind

OFFER_SECOND_BATTLE = forward("offer_second_battle")


@agenda_step
def begin_battle(running: Running) -> None:
    """9.4-A, 9.4-B: if the theater is Contested after movement, a battle of the theater's own kind must be fought."""
    theater = on_expedition(running.position).theater
    if contested(running.position):
        open_battle(running, running.position.box.theaters[theater].type)
    else:
        running.emit(events.NoBattle(theater=theater))


def open_battle(running: Running, kind: UnitKind) -> None:
    """9.42, 12.3-A, 20-E, RULING-54: a battle begins; Athens may commit the State Ship while it is available."""
    position, expedition = running.position, on_expedition(running.position)
    expedition.battles, expedition.kind = expedition.battles + 1, kind
    expedition.winner, expedition.differential = None, 0
    expedition.lost, expedition.lost_bases = {}, 0
    athens, sparta = (before_cards(position, side, kind) for side in SIDES)
    running.emit(events.BattleBegins(theater=expedition.theater, kind=kind, athens=athens, sparta=sparta))
    running.do(step(fight_battle))
    if position.state_ship:
        running.ask([Ask(position.controlling["athens"], StateShip.id)], settle_state_ship)


@agenda_step
def settle_state_ship(running: Running, answers: Answers) -> None:
    """12.3-A: the State Ship counts for the rest of the expedition, and is used for this turn."""
    faction = running.position.controlling["athens"]
    if answers[faction][StateShip.id].use:
        running.position.state_ship = False
        on_expedition(running.position).state_ship = True
        running.emit(events.StateShipCommitted(faction=faction))


@agenda_step
def fight_battle(running: Running) -> None:
    """9.42-A, 9.43-A: Battle cards are drawn, totals compared."""
    position, expedition = running.position, on_expedition(running.position)
    kind, there = _kind(position), position.theaters[expedition.theater]
    cards = {side: ledger.draw_battle_card(running, side, "9.42-A battle") for side in SIDES}
    expedition.strategoi = {side: strategoi(position, side) for side in SIDES}
    expedition.totals = {side: before_cards(position, side, kind) + cards[side] for side in SIDES}
    running.emit(
        events.BattleFought(
            theater=expedition.theater,
            kind=kind,
            athens=expedition.totals["athens"],
            sparta=expedition.totals["sparta"],
            strength={side: there.strength(side, kind) for side in SIDES},
            treachery={side: there.treachery.get(side, 0) for side in SIDES},
            strategoi=expedition.strategoi,
            card=cards,
        )
    )
    _compare(running)


def _kind(position: Pericles) -> UnitKind:
    """The kind of the battle being fought."""
    kind = on_expedition(position).kind
    if kind is None:
        raise ValueError("no battle is being fought")
    return kind


def _compare(running: Running) -> None:
    """9.43-A: a tie ends it; else losses, Honor and perhaps a second battle follow."""
    expedition, kind = on_expedition(running.position), _kind(running.position)
    ahead = expedition.totals["athens"] - expedition.totals["sparta"]
    if not ahead:
        running.emit(events.BattleTied(theater=expedition.theater, kind=kind))
        return
    winner: SideName = "athens" if ahead > 0 else "sparta"
    expedition.winner, expedition.differential = winner, abs(ahead)
    running.emit(events.BattleWon(side=winner, kind=kind, theater=expedition.theater, differential=abs(ahead)))
    after = (inflict_losses, destroy_bases, suffer_losses, award_battle, OFFER_SECOND_BATTLE)
    running.do(*(step(function) for function in after))


class StateShipChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A choice of a book for D31: yes, no, or only where it turns a deficit before cards into at least 0."""

    use: Literal["yes", "no", "if it turns a deficit"]

    def in_words(self) -> str:
        only_if = "if it turns a deficit before cards into a lead or a tie"
        return {"yes": "use it", "no": "do not use it"}.get(self.use, f"use it {only_if}")


class StateShip(
    PartedDecision[StateShipOrder],
    id="D31",
    passing={"use": False},
    clause="12.3-A",
    policy="15.4-E1",
    choice=StateShipChoice,
    subject="Commit the State Ship",
    public_options=True,
    may_decline=True,
):
    """D31: whether the State Ship is committed (12.3-A)."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        where, ahead = name_of(on_expedition(view).theater), lead(view, "athens", _kind(view))
        stand = f"Athens is {'ahead' if ahead >= 0 else 'behind'} by {abs(ahead)} before cards"
        return f"{_kind(view).capitalize()} battle in {where}, {stand}. Commit the State Ship?"

    parts = {"use": YesNo(yes="commit the State Ship", no="keep the State Ship")}

    def choice_of(self, view: Pericles, ask: Ask, order: StateShipOrder) -> dict[str, Any]:
        return {"use": "yes" if order.use else "no"}

    def orders_of(self, view: Pericles, ask: Ask, choice: StateShipChoice) -> Iterator[StateShipOrder]:
        """Section 20, D31: the condition looks at the totals before cards."""
        turns = lead(view, "athens", _kind(view)) == -1
        yield StateShipOrder(use=choice.use == "yes" or (choice.use == "if it turns a deficit" and turns))

    def policy(self, view: Pericles, ask: Ask) -> StateShipOrder:
        """15.4-E1: where Athens has a unit of the fighting kind."""
        there = view.theaters[on_expedition(view).theater]
        return StateShipOrder(use=there.units("athens", _kind(view)) > 0)
