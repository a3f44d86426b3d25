"""9.6: the winner of the first battle may have a second one of the other kind; decision D35."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from adjudicator.kernel import Answers, Ask, YesNo, agenda_step
from adjudicator.pericles.events import battles as events
from adjudicator.pericles.names import name_of
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.expedition import battle, contested, decider, lead, on_expedition, strategoi
from adjudicator.pericles.state.orders import SecondBattleOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.war.battles import open_battle
from adjudicator.pericles.words import ENEMY, opposite


@agenda_step
def offer_second_battle(running: Running) -> None:
    """9.6-A, RULING-44, RULING-82: after the first battle, if the theater is still Contested, whatever stands there."""
    position = running.position
    if on_expedition(position).battles == 1 and contested(position):
        winner, _ = battle(position)
        running.ask([Ask(decider(position, winner), SecondBattleAsked.id)], settle_second_battle)


@agenda_step
def settle_second_battle(running: Running, answers: Answers) -> None:
    """9.6-B: the same commitments, new Battle cards."""
    winner, kind = battle(running.position)
    faction = decider(running.position, winner)
    fight = answers[faction][SecondBattleAsked.id].fight
    running.emit(events.SecondBattle(faction=faction, fight=fight))
    if fight:
        open_battle(running, opposite(kind))


class SecondBattleChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A choice of a book for D35: whether to fight; with `ahead`, only if ahead before cards by at least so much."""

    fight: bool = True
    ahead: int | None = None

    def in_words(self) -> str:
        if not self.fight:
            return "have none"
        ahead = self.ahead
        return "have one" if ahead is None else f"have one if you lead before cards by {ahead} or more"


class SecondBattleAsked(
    PartedDecision[SecondBattleOrder],
    id="D35",
    passing={"fight": False},
    clause="9.6-A",
    policy="15.4-E4",
    choice=SecondBattleChoice,
    subject="Have a second battle",
    public_options=True,
    may_decline=True,
):
    """D35: whether there is a second battle (9.6-A)."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        winner, kind = battle(view)
        ahead = lead(view, winner, opposite(kind))
        stand = f"{'ahead' if ahead >= 0 else 'behind'} by {abs(ahead)} before cards"
        where = name_of(on_expedition(view).theater)
        return f"{name_of(winner)} is {stand}. Have a {opposite(kind)} battle in {where} as well?"

    parts = {"fight": YesNo(yes="fight", no="do not fight")}

    def orders_of(self, view: Pericles, ask: Ask, choice: SecondBattleChoice) -> Iterator[SecondBattleOrder]:
        """Section 20, D35: "if ahead before cards by at least n"."""
        winner, kind = battle(view)
        enough = choice.ahead is None or lead(view, winner, opposite(kind)) >= choice.ahead
        yield SecondBattleOrder(fight=choice.fight and enough)

    def policy(self, view: Pericles, ask: Ask) -> SecondBattleOrder:
        """15.4-E4: if stronger in the other kind, and the enemy has a unit of it or a base there."""
        winner, kind = battle(view)
        there, loser, other = view.theaters[on_expedition(view).theater], ENEMY[winner], opposite(kind)
        mine, theirs = (there.strength(side, other) + strategoi(view, side) for side in (winner, loser))
        something = there.units(loser, other) + there.bases(loser) > 0
        return SecondBattleOrder(fight=mine > theirs and something)
