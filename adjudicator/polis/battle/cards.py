"""8-F to 8-I: what cards do against cards; and what the default policies choose (15.3-A, 15.3-B)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Literal, NamedTuple, cast

from adjudicator.polis.components import Box
from adjudicator.polis.words import Branch, CardName

MERCENARIES, SALPINX = "mercenaries", "salpinx"
SLOTS = 2
Pair = tuple[CardName, CardName]
Criterion = Literal["units", "prestige", "specials", "value"]
CRITERIA: tuple[Criterion, ...] = ("units", "prestige", "specials", "value")


class Half(NamedTuple):
    """The half of a card that counts in a branch: its formation and the value of its manoeuvre."""

    formation: str
    value: int

    @property
    def special(self) -> bool:
        """Whether it is Mercenaries or Salpinx Call."""
        return self.formation in (MERCENARIES, SALPINX)


class Result(NamedTuple):
    """What an assault comes to: units that the defender loses, Prestige of the attacker (8-I)."""

    losses: int
    prestige: int


def half(printed: Box, card: CardName, branch: Branch) -> Half:
    """The land or the naval half of a card."""
    formation, manoeuvre = getattr(printed.components.combat_cards[card], branch)
    return Half(formation, getattr(printed.components.manoeuvres, branch)[manoeuvre])


def matches(attack: Half, defence: Half) -> bool:
    """8-F, RULING-30: an attacking Salpinx is matched by none, attacking Mercenaries by every card."""
    if attack.formation == SALPINX:
        return False
    return MERCENARIES in (attack.formation, defence.formation) or attack.formation == defence.formation


def assault(printed: Box, branch: Branch, attack: Sequence[CardName], defence: Sequence[CardName]) -> Result:
    """8-G to 8-I, RULING-14: both slots, the Prestige of which is added up."""
    losses = prestige = 0
    for one, other in zip(attack, defence, strict=True):
        mine, theirs = half(printed, one, branch), half(printed, other, branch)
        if matches(mine, theirs):
            prestige += max(0, mine.value - theirs.value)
        else:
            losses += 1
            prestige += mine.value
    return Result(losses, prestige)


def pairs(hand: Iterable[CardName]) -> list[Pair]:
    """Every way to lay two cards of a hand in two slots."""
    return cast("list[Pair]", list(permutations(hand, SLOTS)))


def best_attack(printed: Box, branch: Branch, hand: Iterable[CardName]) -> Pair:
    """15.3-A: the highest manoeuvres, Mercenaries and then Salpinx only where others are wanting."""

    def rank(card: CardName) -> tuple[int, int, CardName]:
        one = half(printed, card, branch)
        special = 0 if not one.special else 1 if one.formation == MERCENARIES else 2
        return special, 0 if special else -one.value, card

    first, second = sorted(sorted(hand, key=rank)[:SLOTS])
    return first, second


def best_defence(
    printed: Box,
    branch: Branch,
    attack: Sequence[CardName],
    hand: Iterable[CardName],
    criteria: Sequence[Criterion] = CRITERIA,
) -> Pair:
    """15.3-B: by units lost, Prestige given, special cards spent, value spent, in this order; then by card id."""

    def rank(pair: Pair) -> tuple[list[int], Pair]:
        result, halves = assault(printed, branch, attack, pair), [half(printed, card, branch) for card in pair]
        by: dict[Criterion, int] = {
            "units": result.losses,
            "prestige": result.prestige,
            "specials": sum(one.special for one in halves),
            "value": sum(one.value for one in halves),
        }
        return [by[criterion] for criterion in [*criteria, *CRITERIA]], pair

    return min(pairs(hand), key=rank)
