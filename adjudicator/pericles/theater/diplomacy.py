"""8.51-A, 8.51-B: Diplomatic issues where pieces stand; decisions D19 and D20. Neutral theaters: `courting`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import msgspec

from adjudicator.kernel import Answers, Ask, Illegal, Shares, agenda_step, step
from adjudicator.kernel.subjects import count_of
from adjudicator.pericles.events import theater as events
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.orders import DiplomacyOrder, QuietOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.state.theaters import decides, faction_of, resistance, theater_of, treachery_at
from adjudicator.pericles.theater.courting import court_theater
from adjudicator.pericles.theater.queues import ask_owner, declined, without_effect
from adjudicator.pericles.theater.token_questions import TokenDecision
from adjudicator.pericles.words import ENEMY, LEAGUE_BASE, SIDE_OF, SIDES, FactionName, SideName, TheaterName

MOST = 3


@agenda_step
def resolve_diplomatic(running: Running, theater: TheaterName, owner: FactionName) -> None:
    """8.51: by the status of the theater, which is public, as is whether anything can come of it (RULING-80)."""
    position, side = running.position, SIDE_OF[owner]
    status = position.status(theater, side)
    if status == "neutral":
        running.do(step(court_theater, theater=theater, owner=owner))
    elif status == "friendly":
        if any(treachery_at(position, theater, one) for one in SIDES):
            asks = ask_owner(theater, "diplomatic", owner, Quiet.id)
            running.ask(asks, quiet_theater, theater=theater, owner=owner)
        else:
            without_effect(running, theater, "diplomatic", owner, "8.51-B: no Treachery marker is there")
    elif can_convert(position, theater, side, MOST) or position.treachery_left(side):
        asks = ask_owner(theater, "diplomatic", owner, Diplomacy.id)
        running.ask(asks, settle_diplomacy, veiled=True, theater=theater, owner=owner)
    else:
        without_effect(running, theater, "diplomatic", owner, "8.51-A: no base can be won, no Treachery marker is left")


def can_convert(position: Pericles, theater: TheaterName, side: SideName, tokens: int) -> bool:
    """8.51-A, RULING-26: T > E, an enemy League base there, and a friendly one in the reserve."""
    base = position.league_bases(theater, ENEMY[side]) and position.reserve(LEAGUE_BASE[side]) > 0
    return bool(base) and tokens + treachery_at(position, theater, side) > resistance(position, theater, side)


@agenda_step
def settle_diplomacy(running: Running, answers: Answers, theater: TheaterName, owner: FactionName) -> None:
    """8.51-A: the enemy's League base is won, or Treachery is placed; the tokens are spent in both cases."""
    if declined(running, answers, theater, "diplomatic", owner):
        return
    position, side = running.position, SIDE_OF[owner]
    tokens = answers[owner][Diplomacy.id].tokens
    own = tokens + treachery_at(position, theater, side)
    running.emit(events.Diplomacy(owner=owner, theater=theater, own=own, enemy=resistance(position, theater, side)))
    converted = can_convert(position, theater, side, tokens)
    ledger.spend(running, owner, tokens, "8.51-A")
    if converted:
        _win_base(running, theater, owner)
    else:
        ledger.add_treachery(running, theater, side, tokens, "8.51-A")


def _win_base(running: Running, theater: TheaterName, owner: FactionName) -> None:
    """8.51-A, 9.8-A: the base, the friendly Treachery markers, and Honor."""
    side = SIDE_OF[owner]
    enemy = ENEMY[side]
    ledger.remove(running, theater, {LEAGUE_BASE[enemy]: 1}, "8.51-A: converted")
    ledger.place(running, theater, {LEAGUE_BASE[side]: 1}, "8.51-A: converted")
    ledger.drop_treachery(running, theater, side, treachery_at(running.position, theater, side), "8.51-A")
    ledger.gain_honor(running, owner, 2, "8.51-A: an enemy base converted")
    ledger.lose_honor(running, running.position.controlling[enemy], 2, "8.51-A: a base lost to diplomacy")


@agenda_step
def quiet_theater(running: Running, answers: Answers, theater: TheaterName, owner: FactionName) -> None:
    """8.51-B: as many Treachery markers go as tokens."""
    if declined(running, answers, theater, "diplomatic", owner):
        return
    order: QuietOrder = answers[owner][Quiet.id]
    ledger.spend(running, owner, sum(order.removed.get(side, 0) for side in SIDES), "8.51-B")
    for side in SIDES:
        ledger.drop_treachery(running, theater, side, order.removed.get(side, 0), "8.51-B")


class Diplomacy(
    TokenDecision[DiplomacyOrder],
    id="D19",
    passing={"tokens": 0},
    clause="8.51-A",
    policy="15.4-D3",
    subject="Commit tokens to diplomacy",
    may_decline=True,
):
    """D19: asked of the owner of a Diplomatic issue."""

    most = MOST
    usual = MOST
    what = "Diplomacy"


class Quieting(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a book says to D20: how many enemy and own markers to remove at most; in these theaters, or in all."""

    enemy: Annotated[int, msgspec.Meta(ge=0, le=MOST)] = MOST
    own: Annotated[int, msgspec.Meta(ge=0, le=MOST)] = 0
    theaters: list[TheaterName] = []

    def in_words(self) -> str:
        where = f" in {', '.join(name_of(one) for one in self.theaters)}" if self.theaters else ""
        return f"up to {self.enemy} enemy and {self.own} own markers{where}"


def markers_there(view: Pericles, ask: Ask) -> dict[SideName, int]:
    """The Treachery markers in the theater."""
    return {side: treachery_at(view, theater_of(ask), side) for side in SIDES}


def most_removed(view: Pericles, ask: Ask) -> int:
    """8.51-B: three at most, and each costs a token."""
    return min(MOST, view.tokens(faction_of(ask)))


def marker_of(side: SideName) -> str:
    """Whose marker."""
    return f"of {name_of(side)}"


class Quiet(
    PartedDecision[QuietOrder],
    id="D20",
    passing={"removed": {}},
    clause="8.51-B",
    policy="15.4-D3",
    choice=Quieting,
    subject="Remove Treachery markers by diplomacy",
    may_decline=True,
    nothing="remove none",
):
    """D20: asked of the owner of a Diplomatic issue."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        most, where = most_removed(view, ask), name_of(theater_of(ask))
        return f"How many Treachery markers do you remove in {where}? At most {most}; each costs a token."

    def awaited(self, ask: Ask) -> str:
        return decides(ask, "which Treachery markers to remove")

    parts = {"removed": Shares(markers_there, most=most_removed, thing="marker", words=marker_of, rising=True)}

    def refusal(self, view: Pericles, ask: Ask, order: QuietOrder) -> Illegal | None:
        """8.51-B: each costs a token, three at most, and each must be there."""
        numbers = [order.removed.get(side, 0) for side in SIDES]
        held = view.tokens(faction_of(ask))
        if min(numbers) < 0 or sum(numbers) > min(MOST, held):
            limit = f"0 to {MOST}, and no more than tokens are held: {held}"
            return Illegal("8.51-B", f"{count_of(sum(numbers), 'marker')}: {limit}")
        for side, number in zip(SIDES, numbers, strict=True):
            there = treachery_at(view, theater_of(ask), side)
            if number > there:
                return Illegal("8.51-B", f"{count_of(number, 'marker')} of {name_of(side)}: {there} there")
        return None

    def policy(self, view: Pericles, ask: Ask) -> QuietOrder:
        """15.4-D3: as many enemy markers as there are and tokens allow."""
        return self._within(view, ask, Quieting())

    def _within(self, view: Pericles, ask: Ask, wanted: Quieting) -> QuietOrder:
        """Enemy markers first, as far as they and the tokens go."""
        side, left = SIDE_OF[faction_of(ask)], min(MOST, view.tokens(faction_of(ask)))
        enemy = max(0, min(wanted.enemy, left, treachery_at(view, theater_of(ask), ENEMY[side])))
        own = max(0, min(wanted.own, left - enemy, treachery_at(view, theater_of(ask), side)))
        return _quiet({side: own, ENEMY[side]: enemy})

    def concerns(self, view: Pericles, ask: Ask, choice: Quieting) -> bool:
        """Section 20: a standing order is for all theaters, or for those that it names."""
        return not choice.theaters or theater_of(ask) in choice.theaters

    def orders_of(self, view: Pericles, ask: Ask, choice: Quieting) -> Iterator[QuietOrder]:
        """As many as there are and tokens allow."""
        yield self._within(view, ask, choice)


def _quiet(numbers: dict[SideName, int]) -> QuietOrder:
    """The order without the Sides of which none goes."""
    return QuietOrder(removed={side: numbers[side] for side in SIDES if numbers[side]})
