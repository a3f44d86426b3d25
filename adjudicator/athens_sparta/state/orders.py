"""What the players of Athens & Sparta may write: the orders to the decisions of 11."""

from __future__ import annotations

from adjudicator.athens_sparta.words import BlockName, CardName, HexName
from adjudicator.kernel import Order
from adjudicator.kernel.books.items import Item


class RedealOrder(Order, frozen=True, tag="D-1"):
    """D-1: demand a redeal of a bad hand, or keep it."""

    redeal: bool


class ThrowInOrder(Order, frozen=True, tag="D-2"):
    """D-2: throw one's own hand in as well, or keep it."""

    throw_in: bool


class SicilyCardOrder(Order, frozen=True, tag="D-3"):
    """D-3: the card that is laid face down in Sicily (0.4-A)."""

    card: CardName


class CardOrder(Order, frozen=True, tag="D-4"):
    """D-4: the card of the Game Turn."""

    card: CardName


class TargetOrder(Order, frozen=True, tag="D-5", omit_defaults=True):
    """D-5: the hex of the city that Alliance or Plague names; without one the event is declined."""

    place: HexName | None = None


class SupportOrder(Order, frozen=True, tag="D-6"):
    """D-6: take Persian support, which cannot be undone, or not."""

    take: bool


class HungerOrder(Order, frozen=True, tag="D-18"):
    """D-18: the block that is lost."""

    block: BlockName


class ReplacementOrder(Order, frozen=True, tag="D-19", omit_defaults=True):
    """D-19: disbands, then steps and builds; `sealed` was written before (12.1-D)."""

    plan: list[Item]
    sealed: bool = False


class MovesOrder(Order, frozen=True, tag="D-7", omit_defaults=True):
    """D-7: moves, Revolts and disbands of revolt blocks in their order; `sealed` was written before (12.1-D)."""

    plan: list[Item]
    sealed: bool = False


class ExcessOrder(Order, frozen=True, tag="D-20"):
    """D-20: a block that is lost because too many stand in its hex."""

    block: BlockName


class ResignOrder(Order, frozen=True, tag="D-21"):
    """D-21: resign."""


class DrawOrder(Order, frozen=True, tag="D-21D"):
    """D-21: offer a draw, or accept one."""


class WithdrawOrder(Order, frozen=True, tag="D-21W"):
    """D-21: withdraw one's offer of a draw."""
