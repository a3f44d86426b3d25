"""7.8: collection."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from adjudicator.kernel import Illegal
from adjudicator.kernel.subjects import count_of, listed
from adjudicator.polis.actions.kind import Military, Running
from adjudicator.polis.events.actions import Collected
from adjudicator.polis.names import counts, goods_said, name_of, of_sides
from adjudicator.polis.state.actions import Action, Collect
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import GOODS, TERRITORIES, Good, SideName, TerritoryName

ROW = ".rows."  # in the name of a field of an order


def row_said(position: Polis, action: Action, field: str) -> str:
    """7.8-C: what a row of squares yields, for a field such as `action.rows.wheat`."""
    good = field.partition(ROW)[2]
    rows = action.rows if isinstance(action, Collect) else {}
    return next((f"{position.box.components.collection_yield[n]} {one}" for one, n in rows.items() if one == good), "")


def yields(position: Polis, rows: Mapping[Good, int]) -> dict[Good, int]:
    """7.8-C: what the squares filled in each row come to."""
    table = position.box.components.collection_yield
    return {good: table[rows[good]] for good in GOODS if good in rows}


class Collecting(Military[Collect]):
    """7.8: hoplites fill squares of the tribute box of a territory."""

    clause, name = "7.8", "collection"

    def costs(self, position: Polis, side: SideName, action: Collect) -> bool:
        # 7.8-D
        return position.box.components.homes[side] != action.territory

    def military_refusal(self, position: Polis, side: SideName, action: Collect) -> Illegal | None:
        return self.right_refusal(position, side, action.territory) or self.squares_refusal(position, side, action)

    def right_refusal(self, position: Polis, side: SideName, territory: TerritoryName) -> Illegal | None:
        """7.8-A, 7.8-E, RULING-10: who may collect where."""
        poleis = position.box.poleis_in[territory]
        if not position.count(side, territory):
            return Illegal("7.8-A", of_sides(f"{{side}} has no hoplite in {name_of(territory)}", side=side))
        if poleis and not position.owns(side, *poleis):
            return Illegal("7.8-A", of_sides(f"{{side}} owns no polis in {name_of(territory)}", side=side))
        if territory in position.collected:
            return Illegal("7.8-E", f"goods were already collected in {name_of(territory)} this round")
        if territory in position.closed_territories:
            return Illegal("7.8-A", f"the event closes {name_of(territory)} to collection this round")
        return None

    def squares_refusal(self, position: Polis, side: SideName, action: Collect) -> Illegal | None:
        """7.8-B, RULING-49, 13-H: rows within their length, and no hoplite twice."""
        rows = position.box.components.tribute_boxes[action.territory]
        for good, squares in action.rows.items():
            if not 1 <= squares <= rows.get(good, 0):
                return Illegal(
                    "7.8-B", f"the tribute box of {name_of(action.territory)} has squares for {goods_said(rows)} only"
                )
        if wrong := self.suppressing_refusal(position, side, action):
            return wrong
        used = sum(action.rows.values()) + action.suppress
        most = self.collectors(position, side, action.territory)
        if not 1 <= used <= most:
            wanted = f"at most {count_of(most, 'hoplite')}" if used > most else "at least 1 hoplite"
            return Illegal("7.8-B", f"collect in {name_of(action.territory)} with {wanted}, not with {used}")
        return None

    def collectors(self, position: Polis, side: SideName, territory: TerritoryName) -> int:
        """How many hoplites may be used there (E5b-6)."""
        there = position.count(side, territory)
        return min(there, position.effect.most_collectors.get(territory, there))

    def suppressing_refusal(self, position: Polis, side: SideName, action: Collect) -> Illegal | None:
        """13-H: at home, under Pacifism, up to the population of the capital."""
        if action.suppress == 0:
            return None
        if not position.effect.suppressing_prestige or self.costs(position, side, action):
            return Illegal("13-H", "hoplites can suppress only at home, and only while the event Pacifism is in force")
        most = position.poleis[position.box.capitals[side]].population
        if not 0 < action.suppress <= most:
            return Illegal("13-H", f"at most {count_of(most, 'hoplite')} can suppress, not {action.suppress}")
        return None

    def options(self, position: Polis, side: SideName) -> Iterator[Collect]:
        for territory in TERRITORIES:
            if self.right_refusal(position, side, territory) is None:
                rows = position.box.components.tribute_boxes[territory]
                smallest = [Collect(territory=territory, rows={good: 1}) for good in GOODS if good in rows]
                for action in (*smallest, Collect(territory=territory, suppress=1)):
                    if self.refusal(position, side, action) is None:
                        yield action

    def grown(self, position: Polis, side: SideName, action: Collect) -> Iterator[Collect]:
        for good in position.box.components.tribute_boxes[action.territory]:
            rows = {**action.rows, good: action.rows.get(good, 0) + 1}
            further = msgspec.structs.replace(action, rows=rows)
            if self.refusal(position, side, further) is None:
                yield further
        further = msgspec.structs.replace(action, suppress=action.suppress + 1)
        if self.refusal(position, side, further) is None:
            yield further

    def military_make(self, running: Running, side: SideName, action: Collect) -> None:
        position = running.position
        goods = yields(position, action.rows)
        position.gain(side, goods)
        rows = {good: action.rows[good] for good in goods}
        position.collected[action.territory] = rows
        position.gain_prestige(side, action.suppress * position.effect.suppressing_prestige)
        running.emit(
            Collected(
                side=side, territory=action.territory, rows=counts(rows), goods=counts(goods), suppress=action.suppress
            )
        )

    def in_words(self, action: Collect) -> str:
        hoplites = [f"{number} on {good}" for good, number in action.rows.items()]
        hoplites += [f"{action.suppress} suppressing"] if action.suppress else []
        return f"collect in {name_of(action.territory)} with hoplites: {listed(hoplites)}"

    def deed(self, position: Polis, action: Collect) -> str:
        if any(not 0 <= squares < len(position.box.components.collection_yield) for squares in action.rows.values()):
            return self.in_words(action)
        goods = f"collect {goods_said(yields(position, action.rows))} in {name_of(action.territory)}"
        hoplites = count_of(sum(action.rows.values()), "hoplite")
        suppressing = f"{count_of(action.suppress, 'hoplite')} suppressing"
        if not action.rows:
            return f"collect nothing in {name_of(action.territory)}, {suppressing}"
        return f"{goods} with {hoplites}{f' and {suppressing}' if action.suppress else ''}"
