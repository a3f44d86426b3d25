"""What the players of Polis may write: the orders to the decisions of 15.2."""

from __future__ import annotations

from typing import TypeVar

from adjudicator.kernel import Order, Parted
from adjudicator.kernel.books.items import Item
from adjudicator.polis.state.actions import AnyAction
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import CardName, Good, PolisName, Region, SeaName, SideName, TerritoryName


class WishOrder(Order, frozen=True, tag="D1", omit_defaults=True):
    """D1: the side that one would play; none: no wish."""

    side: SideName | None = None


class TurnOrder(Order, frozen=True, tag="D2"):
    """D2: a turn sheet (15.1-B): up to two actions, the second perhaps in branches; `stop: true` passes."""

    actions: list[Item]


class SecondOrder(Order, frozen=True, tag="D3", omit_defaults=True):
    """D3: the second action of the turn; none: pass."""

    action: AnyAction | None = None


class FeeOrder(Order, frozen=True, tag="D4"):
    """D4: in which order goods pay the fees of playing on alone; none: as D4 says by itself."""

    goods: list[Good]


class BattleOrder(Order, frozen=True, tag="D5"):
    """D5: the order of simultaneous battles; those that are not named follow (8-B)."""

    regions: list[Region]


class AttackOrder(Order, frozen=True, tag="D6"):
    """D6: the cards in slot 1 and slot 2."""

    cards: list[CardName]


class DefendOrder(Order, frozen=True, tag="D7"):
    """D7: the cards against slot 1 and slot 2."""

    cards: list[CardName]


class RetreatOrder(Order, frozen=True, tag="D8"):
    """D8: retreat or fight on."""

    retreat: bool


class DoubleOrder(Order, frozen=True, tag="D9"):
    """D9: double the Prestige of the battle or keep the card."""

    double: bool


class RemoveOrder(Order, frozen=True, tag="D10"):
    """D10: where a unit is removed."""

    region: Region


class SendGalleysOrder(Order, frozen=True, tag="D11"):
    """D11: the galleys that leave the map."""

    units: dict[SeaName, int] = {}


class SendHoplitesOrder(Order, frozen=True, tag="D12"):
    """D12: the hoplites that leave the map."""

    units: dict[TerritoryName, int] = {}


class ReturnGalleysOrder(Order, frozen=True, tag="D11R"):
    """D11: the seas to which galleys return, one for each (RULING-40)."""

    to: list[SeaName]


class ReturnHoplitesOrder(Order, frozen=True, tag="D12R"):
    """D12: the territories to which hoplites return, one for each (RULING-40)."""

    to: list[TerritoryName]


class ConvertOrder(Order, frozen=True, tag="D13"):
    """D13: the Prestige that is given up."""

    prestige: int


class TakePolisOrder(Order, frozen=True, tag="D14"):
    """D14: the polis that is taken over."""

    polis: PolisName


class FeedOrder(Order, frozen=True, tag="D15"):
    """D15: a plan whose items release poleis: `{do: {release: [pylos]}}`; of several, the first that goes."""

    plan: list[Item]


class GrowOrder(Order, frozen=True, tag="D16"):
    """D16: a plan whose items say what grows: `{do: {poleis: {sparta: 2}}}` or `{do: {first: [sparta, thebai]}}`."""

    plan: list[Item]


class PhorosOrder(Order, frozen=True, tag="D17"):
    """D17: a plan whose items spend Prestige: `{do: {prestige: 2}}` or `{do: {keep: 3}}`."""

    plan: list[Item]


class ConcedeOrder(Order, frozen=True, tag="D18"):
    """D18: concede the game."""


R = TypeVar("R", bound=Order)


class Decision(Parted[Polis, R], public_options=True, choices_stand=True):
    """A decision made of parts."""
