"""What every kind of action can say of itself; and what the military ones have in common (7-A)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from adjudicator.kernel import Chance, Illegal, Resolution
from adjudicator.kernel.subjects import listed
from adjudicator.polis.events.actions import PrestigePaid
from adjudicator.polis.names import goods_said, name_of, of_sides
from adjudicator.polis.state.actions import Action
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import Good, SideName

A = TypeVar("A", bound=Action)
Running = Resolution[Polis]
Dice = Mapping[str, list[int]]
"""Draws by label."""
GROWING = 3  # one sample in so many stops at the least


class Kind(ABC, Generic[A]):
    """One of the twelve kinds. `clause` is where the rules have it."""

    clause: ClassVar[str]
    name: ClassVar[str]
    takes_goods: ClassVar[bool] = True
    """Else the fee of 6-D forbids nothing that was legal."""

    @abstractmethod
    def refusal(self, position: Polis, side: SideName, action: A) -> Illegal | None:
        """The clause that forbids an action now, the fee of 6-D aside; None when it is legal."""

    @abstractmethod
    def make(self, running: Running, side: SideName, action: A) -> None:
        """Carry out an action that is legal, and tell it."""

    @abstractmethod
    def options(self, position: Polis, side: SideName) -> Iterator[A]:
        """Legal actions: all of the smallest, from which `grown` leads to the others."""

    @abstractmethod
    def in_words(self, action: A) -> str:
        """An action as people read it."""

    def price(self, position: Polis, side: SideName, action: A) -> Mapping[Good, int]:
        """What an action costs in goods."""
        return {}

    def costs(self, position: Polis, side: SideName, action: A) -> bool:
        """7-A: whether it costs 1 Prestige."""
        return False

    def priced(self, position: Polis, side: SideName, action: A) -> str:
        """An action, legal or not, with its price."""
        price = {good: number for good, number in self.price(position, side, action).items() if number > 0}
        paid = ([goods_said(price)] if price else []) + ["1 Prestige"] * self.costs(position, side, action)
        return f"{self.deed(position, action)} for {listed(paid)}" if paid else self.deed(position, action)

    def deed(self, position: Polis, action: A) -> str:
        """An action in a position, without its price."""
        return self.in_words(action)

    def grown(self, position: Polis, side: SideName, action: A) -> Iterator[A]:
        """Legal actions that do a bit more than this one."""
        return iter(())

    def results(self, position: Polis, side: SideName, action: A) -> Sequence[Dice]:
        """RULING-38: what the dice may say to it, each as draws by label."""
        return ({},)

    def sample(self, position: Polis, side: SideName, chance: Chance, label: str) -> A | None:
        """Any legal action, grown a few times; each has a positive chance. None where there is none."""
        options = list(self.options(position, side))
        action = chance.pick(options, f"{label} {self.name}") if options else None
        while action is not None and chance.die(GROWING, f"{label} more") > 1:
            further = list(self.grown(position, side, action))
            if not further:
                return action
            action = chance.pick(further, f"{label} grown")
        return action


class Military(Kind[A]):
    """7-A: costs 1 Prestige, paid first, and no goods."""

    takes_goods = False

    def refusal(self, position: Polis, side: SideName, action: A) -> Illegal | None:
        if self.costs(position, side, action) and not position.sides[side].prestige:
            return Illegal("7-A", of_sides("{side} has no Prestige, and a military action costs 1", side=side))
        return self.military_refusal(position, side, action)

    def make(self, running: Running, side: SideName, action: A) -> None:
        if self.costs(running.position, side, action):
            running.position.gain_prestige(side, -1)
            running.emit(PrestigePaid(side=side))
        self.military_make(running, side, action)

    def costs(self, position: Polis, side: SideName, action: A) -> bool:
        return True

    @abstractmethod
    def military_refusal(self, position: Polis, side: SideName, action: A) -> Illegal | None:
        """The same but for the Prestige."""

    @abstractmethod
    def military_make(self, running: Running, side: SideName, action: A) -> None:
        """The same but for the Prestige."""


def lacking(position: Polis, side: SideName, clause: str, cost: Mapping[Good, int]) -> Illegal | None:
    """0-D, RULING-3: a payment needs the full amount beforehand."""
    for good, number in cost.items():
        if number > position.stock(side, good):
            has = position.stock(side, good) or "none"
            return Illegal(clause, of_sides(f"{{side}} must pay {number} {good} and has {has}", side=side))
    return None


def pay(position: Polis, side: SideName, cost: Mapping[Good, int]) -> None:
    """7-C: to the bank."""
    position.gain(side, {good: -number for good, number in cost.items()})


def require_own(position: Polis, side: SideName, clause: str, polis: Any) -> Illegal | None:
    """That a polis is the side's own."""
    if position.poleis[polis].owner == side:
        return None
    own = ", ".join(map(name_of, position.owned(side)))
    return Illegal(clause, of_sides(f"{name_of(polis)} does not belong to {{side}}, which owns {own}", side=side))
