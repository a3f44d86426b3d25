"""What the players of Athens & Sparta may write: the orders to the decisions of 11."""

from __future__ import annotations

from typing import Literal, TypeVar

from adjudicator.athens_sparta.state.battle import BattleOrders, Declared, Deed, Relief
from adjudicator.athens_sparta.state.position import AthensSparta
from adjudicator.athens_sparta.words import BlockName, CardName, HexName, HexOrAny
from adjudicator.kernel import Order, Parted
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


# --- battles ----------------------------------------------------------------------------------------------------------


class ContactOrder(Order, frozen=True, tag="D-8", omit_defaults=True):
    """D-8: the contact that comes next; none: the rest pass."""

    place: HexName | None = None


class BattleSheet(Order, frozen=True, tag="D-8B", omit_defaults=True):
    """12.1-C, 12.2: the order of contacts, and battle orders by hex, `*` for all hexes.

    `contacts`: None where nothing is said of them. `revise`: ask again when the contacts are known.
    """

    contacts: list[Item] | None = None
    battle: dict[HexOrAny, BattleOrders] = {}
    revise: bool = False


class DeclareOrder(Order, frozen=True, tag="D-9"):
    """D-9: what each block of the defender does."""

    declare: dict[BlockName, Declared]


class ShipsOrder(Order, frozen=True, tag="D-10"):
    """D-10: what each ship does that faces no enemy ship."""

    ships: dict[BlockName, Literal["wait", "coastal", "blockade"]]


class DeedOrder(Order, frozen=True, tag="D-11", omit_defaults=True):
    """D-11: what a block does in its combat turn; `to`: where it retreats to; `ships`: declared coastal with it."""

    do: Deed
    to: HexName | None = None
    ships: list[BlockName] = []


class StormOrder(Order, frozen=True, tag="D-12", omit_defaults=True):
    """D-12: who storm; nobody: no Storm. `betrayal` uses the event (4.6-H)."""

    stormers: list[BlockName]
    betrayal: bool = False


class HitOrder(Order, frozen=True, tag="D-13"):
    """D-13: which of the strongest blocks is hit."""

    block: BlockName


class RetreatOrder(Order, frozen=True, tag="D-14", omit_defaults=True):
    """D-14: where a block retreats to; none: back into the city (5.56)."""

    to: HexName | None = None


class RegroupOrder(Order, frozen=True, tag="D-15", omit_defaults=True):
    """D-15: a block that regroups, and where; none: all that are left stay."""

    block: BlockName | None = None
    to: HexName | None = None


class SackOrder(Order, frozen=True, tag="D-16", omit_defaults=True):
    """D-16: a block that gains a step; without one the player stops."""

    block: BlockName | None = None


class AfterOrder(Order, frozen=True, tag="D-17", omit_defaults=True):
    """D-17: a block that regroups instead of besieging, and where; none: those left besiege or blockade."""

    block: BlockName | None = None
    to: HexName | None = None


class ExcessRegroupOrder(Order, frozen=True, tag="D-20R", omit_defaults=True):
    """D-20: after battles: a block that is too much, and where it regroups to; without `to` it is lost."""

    block: BlockName
    to: HexName | None = None


class ReliefOrder(Order, frozen=True, tag="D-22"):
    """D-22: what each ship does that has come into a besieged port of its own side."""

    ships: dict[BlockName, Relief]


class SallyOrder(Order, frozen=True, tag="D-23"):
    """D-23: the blocks that sally."""

    sallyers: list[BlockName]


class LineOrder(Order, frozen=True, tag="D-24"):
    """D-24: own blocks in the order of their combat turns; those not named follow."""

    order: list[BlockName]


class HavenOrder(Order, frozen=True, tag="D-25", omit_defaults=True):
    """D-25: what a ship does that is left in the field; `to`: where it retreats to."""

    do: Literal["patrol", "withdraw", "retreat", "blockade"]
    to: HexName | None = None


R = TypeVar("R", bound=Order)


class Decision(Parted[AthensSparta, R], choices_stand=True):
    """A decision made of parts. What it may choose from can rest on what its seat alone knows."""
