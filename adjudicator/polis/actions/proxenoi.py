"""7.10 to 7.12: the proxenos travels, is redeemed, instigates civil war."""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.kernel import Illegal
from adjudicator.polis.actions.kind import Kind, Running, lacking, pay
from adjudicator.polis.events import actions as events
from adjudicator.polis.names import name_of, of_sides
from adjudicator.polis.state.actions import CivilWar, MoveProxenos, RedeemProxenos
from adjudicator.polis.state.position import Polis
from adjudicator.polis.state.routes import Routes
from adjudicator.polis.words import ENEMY, POLEIS, Good, Mode, PolisName, SideName

RANSOM = 2
NEUTRAL, OPPOSING = 2, 3  # 7.12-B: silver for each of the population
MODES: tuple[Mode, ...] = ("land", "sea")


def captive(position: Polis, side: SideName, clause: str) -> Illegal | None:
    """7.10-A: that the proxenos is free."""
    free = position.sides[side].proxenos is not None
    return (
        None
        if free
        else Illegal(clause, of_sides("the proxenos of {side} is captive; you can redeem him (7.11)", side=side))
    )


class MovingProxenos(Kind[MoveProxenos]):
    """7.10: he travels by land or by sea, and nothing bars him but the price."""

    clause, name = "7.10", "proxenos"

    def refusal(self, position: Polis, side: SideName, action: MoveProxenos) -> Illegal | None:
        origin = position.sides[side].proxenos
        if origin is None or action.to == origin:
            return captive(position, side, "7.10-A") or Illegal(
                "7.10-A", f"the proxenos is already in {name_of(action.to)}"
            )
        if position.sides[ENEMY[side]].proxenos == action.to:
            return Illegal(
                "7.10-E",
                of_sides(
                    f"the proxenos of {{enemy}} is in {name_of(action.to)}, where there is room for one",
                    enemy=ENEMY[side],
                ),
            )
        price = Routes(position, side).price_of_proxenos(origin, action.to, action.mode)
        if price is None:
            way_said = f"no way by {action.mode} leads from {name_of(origin)} to {name_of(action.to)}"
            return Illegal("7.10-F" if self.cut_off(position, origin, action) else "7.10-B", way_said)
        return lacking(position, side, "7.10-C", {"silver": price})

    def cut_off(self, position: Polis, origin: PolisName, action: MoveProxenos) -> bool:
        """7.10-F: whether one of the two poleis can be reached by the other mode only."""
        ends = [position.box.poleis[polis] for polis in (origin, action.to)]
        return any(one.territory is None if action.mode == "land" else not one.ports for one in ends)

    def options(self, position: Polis, side: SideName) -> Iterator[MoveProxenos]:
        origin, routes = position.sides[side].proxenos, Routes(position, side)
        if origin is None:
            return
        for polis in [one for one in POLEIS if one not in (origin, position.sides[ENEMY[side]].proxenos)]:
            for mode in MODES:
                price = routes.price_of_proxenos(origin, polis, mode)
                if price is not None and price <= position.stock(side, "silver"):
                    yield MoveProxenos(to=polis, mode=mode)

    def make(self, running: Running, side: SideName, action: MoveProxenos) -> None:
        player = running.position.sides[side]
        origin, price = player.proxenos, self.price(running.position, side, action)
        if origin is not None and price:
            pay(running.position, side, price)
            player.proxenos = action.to
            moved = events.ProxenosMoved(
                side=side, from_polis=origin, to_polis=action.to, mode=action.mode, silver=price["silver"]
            )
            running.emit(moved)

    def in_words(self, action: MoveProxenos) -> str:
        return f"move the proxenos to {name_of(action.to)} by {action.mode}"

    def price(self, position: Polis, side: SideName, action: MoveProxenos) -> dict[Good, int]:
        origin = position.sides[side].proxenos
        price = Routes(position, side).price_of_proxenos(origin, action.to, action.mode) if origin else None
        return {} if price is None else {"silver": price}


class RedeemingProxenos(Kind[RedeemProxenos]):
    """7.11: the captive proxenos comes back to the capital."""

    clause, name = "7.11", "ransom"

    def refusal(self, position: Polis, side: SideName, action: RedeemProxenos) -> Illegal | None:
        if position.sides[side].proxenos is not None:
            return Illegal("7.11-A", of_sides("the proxenos of {side} is not captive", side=side))
        return lacking(position, side, "7.11-A", {"silver": RANSOM})

    def options(self, position: Polis, side: SideName) -> Iterator[RedeemProxenos]:
        action = RedeemProxenos()
        if self.refusal(position, side, action) is None:
            yield action

    def make(self, running: Running, side: SideName, action: RedeemProxenos) -> None:
        """7-C, RULING-12: paid to the opponent; he appears in the capital, whoever else is there."""
        position, enemy = running.position, ENEMY[side]
        position.gain(side, {"silver": -RANSOM})
        position.gain(enemy, {"silver": RANSOM})
        capital = position.box.capitals[side]
        position.sides[side].proxenos = capital
        running.emit(events.ProxenosRedeemed(side=side, other=enemy, polis=capital, silver=RANSOM))

    def in_words(self, action: RedeemProxenos) -> str:
        return "redeem the proxenos"

    def price(self, position: Polis, side: SideName, action: RedeemProxenos) -> dict[Good, int]:
        return {"silver": RANSOM}


class InstigatingCivilWar(Kind[CivilWar]):
    """7.12: a polis is bought."""

    clause, name = "7.12", "civil war"

    def cost(self, position: Polis, polis: PolisName) -> int:
        """7.12-B."""
        city = position.poleis[polis]
        return (NEUTRAL if city.owner is None else OPPOSING) * city.population

    def refusal(self, position: Polis, side: SideName, action: CivilWar) -> Illegal | None:
        polis = position.sides[side].proxenos
        if polis is None:
            return captive(position, side, "7.12-A")
        if position.poleis[polis].owner == side:
            return Illegal(
                "7.12-A", of_sides(f"the proxenos is in {name_of(polis)}, which already belongs to {{side}}", side=side)
            )
        if polis == position.box.capitals[ENEMY[side]]:
            return Illegal(
                "7.12-A",
                of_sides("the proxenos is in the capital of {enemy}, which cannot be bought (2-F)", enemy=ENEMY[side]),
            )
        return lacking(position, side, "7.12-B", {"silver": self.cost(position, polis)})

    def options(self, position: Polis, side: SideName) -> Iterator[CivilWar]:
        action = CivilWar()
        if self.refusal(position, side, action) is None:
            yield action

    def make(self, running: Running, side: SideName, action: CivilWar) -> None:
        """7.12-C: with its population and projects, for as much Prestige; the proxenos stays."""
        position = running.position
        polis = position.sides[side].proxenos
        if polis is not None:
            silver, city = self.cost(position, polis), position.poleis[polis]
            pay(position, side, {"silver": silver})
            city.owner = side
            position.gain_prestige(side, city.population)
            running.emit(events.CivilWarWon(side=side, polis=polis, silver=silver, population=city.population))

    def in_words(self, action: CivilWar) -> str:
        return "instigate civil war"

    def priced(self, position: Polis, side: SideName, action: CivilWar) -> str:
        polis = position.sides[side].proxenos
        if polis is None:
            return self.in_words(action)
        return f"instigate civil war in {name_of(polis)} for {self.cost(position, polis)} silver"
