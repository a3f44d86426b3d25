"""7.9: trade."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from adjudicator.kernel import Illegal
from adjudicator.kernel.subjects import listed
from adjudicator.polis.actions.kind import Dice, Kind, Running, lacking, pay
from adjudicator.polis.components import box
from adjudicator.polis.components.model import ShipmentFacts
from adjudicator.polis.events.actions import Traded
from adjudicator.polis.names import counts, goods_said, name_of, of_sides
from adjudicator.polis.state.actions import Trade
from adjudicator.polis.state.position import Polis
from adjudicator.polis.state.routes import Routes, barred
from adjudicator.polis.words import SEAS, SHIPMENTS, Good, ShipmentName, SideName

BARTER, SILVER = "7.9-F barter", "7.9-G silver"


def price(position: Polis, shipment: ShipmentName) -> int:
    """7.9-E: what a shipment costs in the good that it demands."""
    facts = position.box.shipments[shipment]
    return position.box.components.market_value.price[facts.cls][position.markers[facts.give] - 1]


class Trading(Kind[Trade]):
    """7.9: one merchant to one shipment."""

    clause, name = "7.9", "trade"

    def bill(self, position: Polis, action: Trade) -> dict[Good, int]:
        """7.9-E, 7.9-H: the price before the marker moves, or as much silver as wheat is received."""
        facts = position.box.shipments[action.shipment]
        return {facts.give: price(position, action.shipment)} if action.pay == "barter" else {"silver": facts.cls}

    def refusal(self, position: Polis, side: SideName, action: Trade) -> Illegal | None:
        return (
            self.shipment_refusal(position, side, action.shipment)
            or self.silver_refusal(position, action)
            or self.route_refusal(position, side, action.shipment)
            or lacking(position, side, "7.9-E", self.bill(position, action))
        )

    def shipment_refusal(self, position: Polis, side: SideName, shipment: ShipmentName) -> Illegal | None:
        """7.9-A: a merchant, and a shipment that is open."""
        if not position.sides[side].port:
            return Illegal("7.9-A", of_sides("{side} has no merchant in port", side=side))
        if shipment in position.shipments or shipment in position.closed_shipments:
            return Illegal("7.9-A", f"{name_of(shipment)} is already taken, or closed, this round")
        facts, open_now = position.box.shipments[shipment], position.type.shipment_classes
        if facts.cls not in open_now:
            cls = f"{name_of(shipment)} is of class {facts.cls}"
            return Illegal("7.9-A", f"{cls}; only class {listed([*map(str, open_now)])} is open this round (5-A)")
        return None

    def silver_refusal(self, position: Polis, action: Trade) -> Illegal | None:
        """7.9-E."""
        if action.pay == "silver" and position.box.shipments[action.shipment].get == "silver":
            return Illegal("7.9-E", "silver cannot buy silver")
        return None

    def route_refusal(self, position: Polis, side: SideName, shipment: ShipmentName) -> Illegal | None:
        """7.9-B to 7.9-D, RULING-11: ports, and a way that is not barred, unless the owner of a polis needs none."""
        port, market = position.box.components.trade_ports[side], position.box.market(shipment)
        if not position.owns(side, *port.needs_one_of):
            poleis = " or ".join(map(name_of, port.needs_one_of))
            return Illegal("7.9-C", of_sides(f"{{side}} can trade only while it owns {poleis}", side=side))
        routes = Routes(position, side)
        if position.owns(side, market.owner_bypass) or routes.lead_over_free_seas(port.start_seas, [market.via]):
            return None
        return Illegal("7.9-B", f"no free way leads to {market.name}: {barred(position, side, SEAS)}")

    def options(self, position: Polis, side: SideName) -> Iterator[Trade]:
        for shipment in SHIPMENTS if position.sides[side].port else ():
            if self.shipment_refusal(position, side, shipment) or self.route_refusal(position, side, shipment):
                continue
            for action in (Trade(shipment=shipment, pay="barter"), Trade(shipment=shipment, pay="silver")):
                paid = self.bill(position, action)
                if not self.silver_refusal(position, action) and not lacking(position, side, "7.9-E", paid):
                    yield action

    def results(self, position: Polis, side: SideName, action: Trade) -> Sequence[Dice]:
        """15.3-E: one die for a barter, two for silver, of which the higher counts."""
        faces = range(1, position.box.components.die + 1)
        return [{BARTER: [face]} if action.pay == "barter" else {SILVER: [face, face]} for face in faces]

    def make(self, running: Running, side: SideName, action: Trade) -> None:
        position = running.position
        facts, bill = position.box.shipments[action.shipment], self.bill(position, action)
        goods: dict[Good, int] = {facts.get: facts.cls}
        pay(position, side, bill)
        position.gain(side, goods)
        position.sides[side].port -= 1
        position.shipments[action.shipment] = side
        dice = self.roll(running, action)
        if position.turn is not None:
            position.turn.die = max(dice)
        column = position.markers[facts.give]
        running.emit(
            Traded(
                side=side,
                shipment=action.shipment,
                paid=counts(bill),
                got=counts(goods),
                dice=dice,
                good=facts.give,
                column=column,
            )
        )

    def roll(self, running: Running, action: Trade) -> list[int]:
        """7.9-F, 7.9-G, 18-B, RULING-32: the dice, and the marker of the good that is demanded."""
        position, printed = running.position, running.position.box.components
        good = position.box.shipments[action.shipment].give
        if action.pay == "barter":
            dice = [running.chance.die(printed.die, BARTER)]
            position.markers[good] = min(printed.market_value.columns, position.markers[good] + dice[0])
        else:
            dice = [running.chance.die(printed.die, SILVER) for _ in range(2)]
            position.markers[good] = max(1, position.markers[good] - max(dice))
        return dice

    def in_words(self, action: Trade) -> str:
        facts = box().shipments[action.shipment]
        return _traded(action, f"{facts.cls} silver" if action.pay == "silver" else f"{facts.give} at its price", facts)

    def deed(self, position: Polis, action: Trade) -> str:
        return _traded(action, goods_said(self.bill(position, action)), position.box.shipments[action.shipment])


def _traded(action: Trade, paid: str, facts: ShipmentFacts) -> str:
    return f"trade at {name_of(action.shipment)}: pay {paid}, get {facts.cls} {facts.get}"
