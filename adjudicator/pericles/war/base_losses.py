"""9.44-D, 9.44-E: bases destroyed after a battle; decision D33."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from adjudicator.kernel import Answers, Ask, Illegal, One, agenda_step
from adjudicator.pericles.names import name_of, pieces_of, pool_of
from adjudicator.pericles.state import ledger
from adjudicator.pericles.state.decision import PartedDecision, Running
from adjudicator.pericles.state.expedition import battle, decider, on_expedition
from adjudicator.pericles.state.orders import BaseLossOrder
from adjudicator.pericles.state.position import Pericles
from adjudicator.pericles.war.loss_tables import base_picks, most_bases
from adjudicator.pericles.words import BASES_OF, ENEMY, BaseName


@agenda_step
def destroy_bases(running: Running) -> None:
    """9.44-D: ask the winner's decision-maker, where there are bases to destroy."""
    winner, _ = battle(running.position)
    if most_bases(running.position):
        running.ask([Ask(decider(running.position, winner), BaseLosses.id)], take_bases)


@agenda_step
def take_bases(running: Running, answers: Answers) -> None:
    """9.44-D, 9.44-E: with a base go the loser's own Treachery markers in the theater."""
    position, expedition = running.position, on_expedition(running.position)
    winner, _ = battle(position)
    order = answers[decider(position, winner)][BaseLosses.id]
    gone = ledger.remove(running, expedition.theater, {**order.bases}, "9.44-D bases destroyed")
    expedition.lost_bases = sum(gone.values())
    if gone:
        loser = ENEMY[winner]
        markers = position.theaters[expedition.theater].treachery.get(loser, 0)
        ledger.drop_treachery(running, expedition.theater, loser, markers, "9.44-E base destroyed")


class BasesChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A choice of a book for D33: how many bases at most (None: as many as possible), and which first."""

    most: Annotated[int, msgspec.Meta(ge=0)] | None = None
    first: Literal["city-state", "league"] = "city-state"

    def in_words(self) -> str:
        most = "as many as possible" if self.most is None else f"at most {self.most}"
        which = {"city-state": "City-State", "league": "League"}[self.first]
        return f"destroy {most}, {which} bases first"


def bases_to_destroy(view: Pericles, ask: Ask) -> list[dict[BaseName, int]]:
    """As many as possible first, none last."""
    return [bases for number in range(most_bases(view), -1, -1) for bases in base_picks(view, number)]


def bases_in_words(bases: dict[BaseName, int]) -> str:
    """So many of each class."""
    return f"destroy {pool_of(bases)}" if bases else "destroy none"


class BaseLosses(
    PartedDecision[BaseLossOrder],
    id="D33",
    passing={"bases": {}},
    clause="9.44-D",
    policy="15.4-E3",
    choice=BasesChoice,
    subject="Destroy enemy bases",
    public_options=True,
    may_decline=True,
):
    """D33: the bases destroyed (9.44-D)."""

    def prompt(self, view: Pericles, ask: Ask) -> str:
        where = name_of(on_expedition(view).theater)
        return f"Which enemy bases in {where} do you destroy? At most {most_bases(view)}."

    parts = {"bases": One(bases_to_destroy, words=bases_in_words)}

    def refusal(self, view: Pericles, ask: Ask, order: BaseLossOrder) -> Illegal | None:
        """9.44-D: bases of the loser that stand there, no more than may be destroyed."""
        loser, most = ENEMY[battle(view)[0]], most_bases(view)
        there = view.theaters[on_expedition(view).theater]
        if any(number < 1 for number in order.bases.values()) or sum(order.bases.values()) > most:
            return Illegal("9.44-D", f"destroy 0 to {most} bases, naming 1 or more of each class")
        for base, number in order.bases.items():
            if number > there.count(base) or base not in BASES_OF[loser]:
                return Illegal("9.44-D", f"{name_of(loser)} does not have {pieces_of(number, base)} there")
        return None

    def choice_of(self, view: Pericles, ask: Ask, order: BaseLossOrder) -> dict[str, Any]:
        """So many bases at most."""
        return {"most": sum(order.bases.values())}

    def orders_of(self, view: Pericles, ask: Ask, choice: BasesChoice) -> Iterator[BaseLossOrder]:
        """Section 20: as many as the choice and the rules allow."""
        most = most_bases(view)
        number = most if choice.most is None else max(0, min(most, choice.most))
        for bases in base_picks(view, number, city_state_first=choice.first == "city-state"):
            yield BaseLossOrder(bases=bases)

    def policy(self, view: Pericles, ask: Ask) -> BaseLossOrder:
        """15.4-E3: as many as possible, City-State bases first."""
        return BaseLossOrder(bases=next(base_picks(view, most_bases(view))))
