"""D5 to D9: what is asked in battles, and the doctrines that answer from a book (15.2-C)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations
from typing import Annotated, Any, Final, TypeVar, cast

import msgspec

from adjudicator.kernel import Ask, Illegal, Order, Question, Unknown, YesNo, no_first
from adjudicator.kernel.faults import name_of_a
from adjudicator.kernel.subjects import listed
from adjudicator.polis.battle.cards import SLOTS, Criterion, best_attack, best_defence, half, pairs
from adjudicator.polis.components import box
from adjudicator.polis.names import card_name, name_of
from adjudicator.polis.state.orders import AttackOrder, BattleOrder, Decision, DefendOrder, DoubleOrder, RetreatOrder
from adjudicator.polis.state.position import Battle, Polis, branch_of
from adjudicator.polis.state.quantities import IN_BATTLE
from adjudicator.polis.words import ENEMY, CardName

L = TypeVar("L", bound=Order)


class BattleOrderQuestion(
    Question[Polis, BattleOrder],
    id="D5",
    clause="8-B",
    default="8-B",
    subject="Order the battles",
    public_options=True,
    choices_stand=True,
):
    """D5, RULING-13."""

    field_words = {"regions": ("Where is the next battle fought?", "{}")}

    def prompt(self, view: Polis, ask: Ask) -> str:
        return f"In which order are the battles in {listed([*map(name_of, view.battles)])} fought?"

    def space(self, view: Polis, ask: Ask) -> Iterator[BattleOrder]:
        yield from (BattleOrder(regions=[*order]) for order in permutations(view.battles))

    def refusal(self, view: Polis, ask: Ask, order: BattleOrder) -> Illegal | None:
        # RULING-49
        wrong = [region for region in order.regions if region not in view.battles or order.regions.count(region) > 1]
        if wrong:
            fought = listed([*map(name_of, view.battles)])
            return Illegal("8-B", f"{name_of(wrong[0])}: battles are fought in {fought}; name each once")
        return None

    def order_in_words(self, view: Polis, order: BattleOrder, names: Any) -> str:
        return _fought([*order.regions, *(region for region in view.battles if region not in order.regions)])

    def choice_in_words(self, choice: BattleOrder) -> str:
        return _fought([*choice.regions, "the others in map order"])


def _fought(regions: Sequence[str]) -> str:
    return f"fight in {', then '.join(map(name_of, regions))}"


def _where(battle: Battle) -> str:
    return f"Battle in {name_of(battle.region)}, assault {battle.assault}"


def in_battle(view: Polis) -> Battle:
    """The battle under way."""
    if view.battle is None:
        raise ValueError("there is no battle")
    return view.battle


def hand_of(view: Polis, seat: str) -> list[CardName]:
    """The cards that a seat holds and may know."""
    held = in_battle(view).hands[view.side(seat)]
    return cast("list[CardName]", [card for card in held if not isinstance(card, Unknown)])


class _Laying(Question[Polis, L]):
    """8-E: two cards of the hand, slot by slot."""

    field_words = {"cards": ("Which card comes next?", "{}")}

    def space(self, view: Polis, ask: Ask) -> Iterator[L]:
        yield from (cast("L", self.order(cards=[*pair])) for pair in pairs(hand_of(view, ask.seat)))

    def refusal(self, view: Polis, ask: Ask, order: L) -> Illegal | None:
        hand, cards = hand_of(view, ask.seat), cast("list[CardName]", order.cards)  # type: ignore[attr-defined]
        if len(cards) != SLOTS or len(set(cards)) < SLOTS or any(card not in hand for card in cards):
            held = ", ".join(f"{card} ({said})" for card, said in zip(hand, _halves(view, hand), strict=True))
            return Illegal("8-E", f"lay two different cards of your hand: {held}")
        return None

    def order_in_words(self, view: Polis, order: L, names: Any) -> str:
        first, second = _halves(view, cast("list[CardName]", order.cards))  # type: ignore[attr-defined]
        return f"lay {first} in slot 1 and {second} in slot 2"


def _halves(view: Polis, cards: Sequence[str]) -> list[str]:
    """The halves of cards that count in the battle under way."""
    branch = branch_of(in_battle(view).region)
    return [card_name(view.box, card, branch) for card in cards]


Preferred = Annotated[str, name_of_a("card, formation or manoeuvre")]


class AttackDoctrine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A choice of a book for D6: two cards, or an attack list of cards, formations and manoeuvres, the best first."""

    cards: tuple[CardName, CardName] | None = None
    prefer: list[Preferred] = []

    def __post_init__(self) -> None:
        """One of the two. ValueError says so."""
        if (self.cards is None) == (not self.prefer):
            raise ValueError("give either cards (two) or prefer (a list)")

    def in_words(self) -> str:
        """As its author reads it."""
        if self.cards is not None:
            return f"attack with {listed(_printed(self.cards))}"
        return f"attack with the first two that you hold of: {', '.join(_printed(self.prefer))}"


def _printed(names: Sequence[str]) -> list[str]:
    """Cards, formations and manoeuvres as they are printed."""
    return [card_name(box(), name).replace("_", " ") for name in names]


class AttackQuestion(
    _Laying[AttackOrder],
    id="D6",
    moments=(IN_BATTLE,),
    clause="8-E",
    default="15.3-A",
    subject="Attack",
    choice=AttackDoctrine,
    choices_stand=True,
    exact=True,
):
    """D6."""

    def prompt(self, view: Polis, ask: Ask) -> str:
        battle = in_battle(view)
        return f"{_where(battle)}: you attack. Which two cards do you lay, in slot 1 and in slot 2?"

    def default(self, view: Polis, ask: Ask) -> AttackOrder:
        # 15.3-A
        branch = branch_of(in_battle(view).region)
        return AttackOrder(cards=[*best_attack(view.box, branch, hand_of(view, ask.seat))])

    def orders_of(self, view: Polis, ask: Ask, choice: AttackDoctrine) -> Iterator[AttackOrder]:
        """The two cards, or the two that come first in the list; where fewer are listed, as 15.3-A adds to them."""
        if choice.cards is not None:
            yield AttackOrder(cards=[*choice.cards])
            return
        branch, hand = branch_of(in_battle(view).region), hand_of(view, ask.seat)
        default = best_attack(view.box, branch, hand)

        def rank(card: CardName) -> tuple[int, bool, str]:
            names = (card, half(view.box, card, branch).formation, self.manoeuvre(view, card))
            places = [place for place, name in enumerate(choice.prefer) if name in names]
            return min(places, default=len(choice.prefer)), card not in default, card

        yield AttackOrder(cards=sorted(hand, key=rank)[:SLOTS])

    def manoeuvre(self, view: Polis, card: CardName) -> str:
        """The name of the manoeuvre on the half that counts."""
        return str(getattr(view.box.components.combat_cards[card], branch_of(in_battle(view).region))[1])


SAVED: Final[Mapping[Criterion, str]] = {
    "units": "units",
    "prestige": "Prestige",
    "specials": "special cards",
    "value": "cards of high value",
}


class DefenceDoctrine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A choice of a book for D7: two cards, or what to save first: units, prestige, specials, value (15.3-B)."""

    cards: tuple[CardName, CardName] | None = None
    save: list[Criterion] = []

    def __post_init__(self) -> None:
        """One of the two. ValueError says so."""
        if (self.cards is None) == (not self.save):
            raise ValueError("give either cards (two) or save (a list)")

    def in_words(self) -> str:
        """As its author reads it."""
        if self.cards is not None:
            return f"defend with {listed(_printed(self.cards))}"
        return f"defend so as to save {', then '.join(SAVED[one] for one in self.save)}"


class DefenceQuestion(
    _Laying[DefendOrder],
    id="D7",
    moments=(IN_BATTLE,),
    clause="8-E",
    default="15.3-B",
    subject="Defend",
    choice=DefenceDoctrine,
    choices_stand=True,
    exact=True,
):
    """D7."""

    def prompt(self, view: Polis, ask: Ask) -> str:
        battle = in_battle(view)
        one, other = _halves(view, battle.laid)
        return f"{_where(battle)}: which card do you lay against {one} in slot 1, and which against {other} in slot 2?"

    def default(self, view: Polis, ask: Ask) -> DefendOrder:
        # 15.3-B
        return self.by(view, ask)

    def by(self, view: Polis, ask: Ask, criteria: Sequence[Criterion] = ()) -> DefendOrder:
        """The pair that is best by these criteria first."""
        battle = in_battle(view)
        attack = cast("list[CardName]", battle.laid)
        hand = hand_of(view, ask.seat)
        return DefendOrder(cards=[*best_defence(view.box, branch_of(battle.region), attack, hand, criteria)])

    def orders_of(self, view: Polis, ask: Ask, choice: DefenceDoctrine) -> Iterator[DefendOrder]:
        yield DefendOrder(cards=[*choice.cards]) if choice.cards is not None else self.by(view, ask, choice.save)


class RetreatQuestion(
    Decision[RetreatOrder],
    id="D8",
    moments=(IN_BATTLE,),
    clause="8-L",
    default="8-L",
    subject="Retreat or fight on",
):
    """D8."""

    parts = {"retreat": YesNo(no_first, yes="retreat and pay 1 Prestige", no="fight on")}

    def prompt(self, view: Polis, ask: Ask) -> str:
        return (
            f"Do you retreat from the battle in {name_of(in_battle(view).region)} and pay 1 Prestige to "
            f"{name_of(ENEMY[view.side(ask.seat)])}?"
        )

    def default(self, view: Polis, ask: Ask) -> RetreatOrder:
        return RetreatOrder(retreat=False)


class DoubleQuestion(
    Decision[DoubleOrder],
    id="D9",
    moments=(IN_BATTLE,),
    passing={"double": False},
    clause="13-F",
    default="13-F",
    subject="Double the Prestige of a battle",
    may_decline=True,
):
    """D9."""

    parts = {"double": YesNo(no_first, yes="double your Prestige from this battle", no="do not double it now")}

    def prompt(self, view: Polis, ask: Ask) -> str:
        return (
            f"You won {in_battle(view).sums[view.side(ask.seat)]} Prestige in this battle. Do you double it? "
            "You can do so once this round."
        )

    def default(self, view: Polis, ask: Ask) -> DoubleOrder:
        # D9: where it gains 2 or more
        return DoubleOrder(double=in_battle(view).sums[view.side(ask.seat)] > 1)
