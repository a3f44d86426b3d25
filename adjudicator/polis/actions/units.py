"""7.1 to 7.3: hoplites, galleys and merchants of the population of a polis."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from adjudicator.kernel import Illegal
from adjudicator.kernel.subjects import count_of
from adjudicator.polis.actions.kind import Kind, Running, lacking, pay, require_own
from adjudicator.polis.events import actions as events
from adjudicator.polis.names import counts, goods_said, name_of, of_sides, units_said
from adjudicator.polis.state.actions import Create, CreateGalleys, CreateHoplites, CreateMerchants
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import Good, PolisName, SeaName, SideName, TerritoryName

U = TypeVar("U", bound=Create)


class _Creating(Kind[U]):
    """7-B, 7.1-A, 7.1-B, 15.1-A, RULING-41: units of the population of a polis, each for a good or silver."""

    good: Good

    def bill(self, position: Polis, side: SideName, action: U) -> dict[Good, int]:
        """What is paid: hired units in silver, the normal ones as ordered, else the good first and silver for the rest.

        The two numbers are the author's where they are given; they may come out below 0.
        """
        hired: int = getattr(action, "hired", 0)
        normal, given = action.n - hired, getattr(action, self.good)
        silver = action.silver
        if given is None:
            given = min(position.stock(side, self.good), normal) if silver is None else normal - silver
        if silver is None:
            silver = normal - given
        return {self.good: given, "silver": silver + hired * position.effect.hired_unit_silver}

    def payment_refusal(self, position: Polis, side: SideName, action: U) -> Illegal | None:
        """7-B, 13-G: the numbers of the payment, and whether it can be made."""
        hired = getattr(action, "hired", 0)
        if hired and not position.effect.hired_unit_silver:
            return Illegal("13-G", "units can be hired only while the event Mercenaries is in force")
        if not 0 <= hired <= action.n:
            return Illegal("13-G", f"you can hire 0 to {action.n} of the units, not {hired}")
        normal, bill = action.n - hired, self.bill(position, side, action)
        extra = hired * position.effect.hired_unit_silver
        if min(bill[self.good], bill["silver"] - extra) < 0 or bill[self.good] + bill["silver"] - extra != normal:
            units = f"{count_of(normal, self.name)} not hired" if hired else count_of(normal, self.name)
            return Illegal("15.1-A", f"{self.good} and silver must add up to {normal}, for the {units}")
        return lacking(position, side, f"{self.clause}-B", bill)

    def source_refusal(self, position: Polis, side: SideName, action: U) -> Illegal | None:
        """An own polis that keeps a population of 1 (7.1-C, 7.2-B, 7.3-B), and one unit at least (6-C)."""
        if wrong := require_own(position, side, f"{self.clause}-A", action.polis):
            return wrong
        if action.n < 1:
            return Illegal("6-C", f"create at least one {self.name}")
        most = position.poleis[action.polis].population - 1
        if action.n - getattr(action, "hired", 0) > most:
            clause = "7.1-C" if self.clause != "7.3" else "7.3-B"
            return Illegal(
                clause, f"{name_of(action.polis)} must keep a population of 1: you can create at most {most} there"
            )
        return None

    def options(self, position: Polis, side: SideName) -> Iterator[U]:
        hired = (0, 1) if position.effect.hired_unit_silver else (0,)
        for polis in position.owned(side):
            if position.poleis[polis].population < 2 and hired == (0,):
                continue
            for action in self.of_polis(position, polis, hired):
                if self.refusal(position, side, action) is None:
                    yield action

    @abstractmethod
    def of_polis(self, position: Polis, polis: PolisName, hired: Sequence[int]) -> Iterator[U]:
        """One unit of a polis, `hired` or not."""

    def one_more(self, position: Polis, side: SideName, action: U) -> Iterator[U]:
        """A unit more, of the same sort."""
        further = msgspec.structs.replace(action, n=action.n + 1, **self.hired_more(action))
        if self.refusal(position, side, further) is None:
            yield further

    def hired_more(self, action: U) -> dict[str, int]:
        """Hired ones stay hired."""
        hired = getattr(action, "hired", 0)
        return {"hired": hired + 1} if hired else {}

    def grown(self, position: Polis, side: SideName, action: U) -> Iterator[U]:
        return self.one_more(position, side, action)

    def take(self, running: Running, side: SideName, action: U) -> dict[str, int]:
        """Pay, and take the normal units from the population; gives what was paid."""
        bill = self.bill(running.position, side, action)
        pay(running.position, side, bill)
        running.position.poleis[action.polis].population -= action.n - getattr(action, "hired", 0)
        return {good: number for good, number in bill.items() if number}

    def in_words(self, action: U) -> str:
        return f"{self._made(action)}{self._hired(action)}{self._paid(action)}"

    def deed(self, position: Polis, action: U) -> str:
        return f"{self._made(action)}{self._hired(action)}"

    def price(self, position: Polis, side: SideName, action: U) -> dict[Good, int]:
        return self.bill(position, side, action)

    def _made(self, action: U) -> str:
        return f"create {count_of(action.n, self.name)} of {name_of(action.polis)}"

    def _hired(self, action: U) -> str:
        number: int = getattr(action, "hired", 0)
        return f", {number} of them hired," if number else ""

    def _paid(self, action: U) -> str:
        given = {good: getattr(action, good) or 0 for good in (self.good, "silver")}
        return f" for {goods_said(given)}" if any(given.values()) else ""


class CreatingHoplites(_Creating[CreateHoplites]):
    """7.1: in the territory of the polis."""

    clause, name, good = "7.1", "hoplite", "metal"

    def refusal(self, position: Polis, side: SideName, action: CreateHoplites) -> Illegal | None:
        if wrong := self.source_refusal(position, side, action):
            return wrong
        territory = position.box.poleis[action.polis].territory
        if territory is None:
            return Illegal("7.1-D", f"{name_of(action.polis)} lies in no territory, so it cannot create hoplites")
        if action.n > (room := position.room(side, territory)):
            return Illegal("7.1-C", f"{name_of(territory)} has room for {max(0, room)} more of your hoplites (0-F)")
        return self.payment_refusal(position, side, action)

    def of_polis(self, position: Polis, polis: PolisName, hired: Sequence[int]) -> Iterator[CreateHoplites]:
        for number in hired:
            yield CreateHoplites(polis=polis, n=1, hired=number)

    def make(self, running: Running, side: SideName, action: CreateHoplites) -> None:
        territory: TerritoryName | None = running.position.box.poleis[action.polis].territory
        if territory is not None:
            paid = self.take(running, side, action)
            running.position.put(side, territory, action.n)
            running.emit(
                events.HoplitesCreated(
                    side=side, polis=action.polis, territory=territory, number=action.n, paid=paid, hired=action.hired
                )
            )


class CreatingGalleys(_Creating[CreateGalleys]):
    """7.2: in the sea of the port."""

    clause, name, good = "7.2", "galley", "wood"

    def seas(self, position: Polis, action: CreateGalleys) -> dict[SeaName, int]:
        """7.2-A, 7.2-C: how many go to which sea."""
        ports = position.box.poleis[action.polis].ports
        return action.split if len(ports) > 1 else dict.fromkeys(ports, action.n)

    def refusal(self, position: Polis, side: SideName, action: CreateGalleys) -> Illegal | None:
        if wrong := self.source_refusal(position, side, action) or self.split_refusal(position, action):
            return wrong
        for sea, number in self.seas(position, action).items():
            if number > (room := position.room(side, sea)):
                return Illegal("7.2-B", f"{name_of(sea)} has room for {max(0, room)} more of your galleys (0-F)")
        return self.payment_refusal(position, side, action)

    def split_refusal(self, position: Polis, action: CreateGalleys) -> Illegal | None:
        """7.2-B, 7.2-C, 15.1-A, RULING-8: a port; with two of them, which galleys go where."""
        ports = position.box.poleis[action.polis].ports
        if not ports:
            return Illegal("7.2-B", f"{name_of(action.polis)} has no port")
        if len(ports) == 1:
            return (
                Illegal("15.1-A", f"{name_of(action.polis)} has one port: leave out which sea the galleys go to")
                if action.split
                else None
            )
        seas = " and ".join(map(name_of, ports))
        for sea, number in action.split.items():
            if sea not in ports:
                return Illegal("7.2-C", f"{name_of(action.polis)} has no port in {name_of(sea)}; its seas are {seas}")
            if number < 1:
                return Illegal("7.2-C", f"{name_of(sea)}: send 1 or more there, or leave it out")
        if (shared := sum(action.split.values())) != action.n:
            each = "it goes" if action.n == 1 else "they go"
            where = f"{each} to {' or '.join(map(name_of, ports))}"
            said = f"say for {count_of(action.n, 'galley')} whether {where}; you have placed {shared}"
            return Illegal("7.2-C", said)
        return None

    def of_polis(self, position: Polis, polis: PolisName, hired: Sequence[int]) -> Iterator[CreateGalleys]:
        ports = position.box.poleis[polis].ports
        splits: list[dict[SeaName, int]] = [{port: 1} for port in ports] if len(ports) > 1 else [{}]
        for split in splits:
            for number in hired:
                yield CreateGalleys(polis=polis, n=1, hired=number, split=split)

    def grown(self, position: Polis, side: SideName, action: CreateGalleys) -> Iterator[CreateGalleys]:
        ports = position.box.poleis[action.polis].ports
        if len(ports) == 1:
            yield from self.one_more(position, side, action)
            return
        for port in ports:
            split = {sea: action.split.get(sea, 0) + (sea == port) for sea in ports}
            more = {sea: number for sea, number in split.items() if number}
            yield from self.one_more(position, side, msgspec.structs.replace(action, split=more))

    def make(self, running: Running, side: SideName, action: CreateGalleys) -> None:
        seas = self.seas(running.position, action)
        paid = self.take(running, side, action)
        for sea, number in seas.items():
            running.position.put(side, sea, number)
        ordered = {sea: seas[sea] for sea in running.position.box.poleis[action.polis].ports if sea in seas}
        running.emit(
            events.GalleysCreated(side=side, polis=action.polis, seas=counts(ordered), paid=paid, hired=action.hired)
        )

    def _made(self, action: CreateGalleys) -> str:
        return super()._made(action) + (f" ({units_said(action.split)})" if action.split else "")


class CreatingMerchants(_Creating[CreateMerchants]):
    """7.3: in the trade port, in few poleis."""

    clause, name, good = "7.3", "merchant", "wood"

    def refusal(self, position: Polis, side: SideName, action: CreateMerchants) -> Illegal | None:
        facts = position.box.poleis
        if facts[action.polis].merchants != side:
            own = " or ".join(name_of(polis) for polis, one in facts.items() if one.merchants == side)
            return Illegal("7.3-A", of_sides(f"{{side}} creates merchants in {own} only", side=side))
        if wrong := self.source_refusal(position, side, action):
            return wrong
        left = position.box.components.merchants - position.merchants(side)  # RULING-2
        if action.n > left:
            return Illegal("7.3-B", of_sides(f"{{side}} can have {left or 'no'} more merchants", side=side))
        return self.payment_refusal(position, side, action)

    def of_polis(self, position: Polis, polis: PolisName, hired: Sequence[int]) -> Iterator[CreateMerchants]:
        yield CreateMerchants(polis=polis, n=1)

    def make(self, running: Running, side: SideName, action: CreateMerchants) -> None:
        """7.3-B, 7.3-C: into the trade port, ready to trade."""
        paid = self.take(running, side, action)
        running.position.sides[side].port += action.n
        running.emit(events.MerchantsCreated(side=side, polis=action.polis, number=action.n, paid=paid))
