"""E4-3, E4-4: units sent away for the round (D11, D12), and how they come back (9-B, RULING-34, RULING-40)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar, TypeVar, cast

from adjudicator.kernel import Answers, Ask, Chance, Illegal, Order, Question, Resolution, Shares, agenda_step, step
from adjudicator.kernel.subjects import Naming, count_of, listed
from adjudicator.polis.components.model import Send
from adjudicator.polis.events import rounds as events
from adjudicator.polis.names import counts, name_of, units_said
from adjudicator.polis.state.orders import (
    Decision,
    ReturnGalleysOrder,
    ReturnHoplitesOrder,
    SendGalleysOrder,
    SendHoplitesOrder,
)
from adjudicator.polis.state.position import Polis
from adjudicator.polis.words import ENEMY, SEAS, SIDES, TERRITORIES, Region, SeaName, SideName

Running = Resolution[Polis]
S = TypeVar("S", bound=Order)
HOME_SEA: SeaName = "kyklades"  # D11: where galleys come from first, and go first


def rule_of(view: Polis, side: SideName) -> Send:
    """What the event in force says of units sent away."""
    rule = view.effect.part(side).send
    if rule is None:
        raise ValueError("no units are sent away")
    return rule


def regions_of(rule: Send) -> tuple[Region, ...]:
    """The regions of the units that a rule sends away, first those that come first by default."""
    seas: tuple[Region, ...] = (HOME_SEA, *(sea for sea in SEAS if sea != HOME_SEA))
    return seas if rule.what == "galleys" else (*TERRITORIES,)


def to_be_sent(view: Polis, ask: Ask) -> dict[Region, int]:
    """How many units a side has where."""
    side = view.side(ask.seat)
    return {name: view.count(side, name) for name in regions_of(rule_of(view, side)) if view.count(side, name)}


def least_sent(view: Polis, ask: Ask) -> int:
    """E4-3: at least so many, or all."""
    return min(rule_of(view, view.side(ask.seat)).least, sum(to_be_sent(view, ask).values()))


class _Sending(Decision[S], clause="13-A", default="13-A", listed=False):
    """Units leave the map."""

    parts = {"units": Shares(to_be_sent, thing="unit", least=least_sent, words=name_of, subject="place", rising=True)}

    nothing = "send none"

    def prompt(self, view: Polis, ask: Ask) -> str:
        rule = rule_of(view, view.side(ask.seat))
        least = f" Send at least {rule.least}, or all you have." if rule.least else ""
        gain = f"You gain {rule.prestige} Prestige for each, and {rule.returns} of them return after the round."
        return f"How many {rule.what} do you send away, and from where? {gain}{least}"

    def choice_in_words(self, choice: Any) -> str:
        sent = [f"{number} from {name_of(region)}" for region, number in choice.units.items()]
        return f"send {listed(sent)}" if sent else self.nothing

    def default(self, view: Polis, ask: Ask) -> S:
        """D11: the minimum, from Kyklades first; D12: none."""
        left, chosen = least_sent(view, ask), dict[Region, int]()
        for region, number in to_be_sent(view, ask).items():
            if taken := min(number, left):
                chosen[region] = taken
                left -= taken
        return cast("S", self.order(units=chosen))


class SendGalleysQuestion(_Sending[SendGalleysOrder], id="D11", subject="Send galleys to Egypt"):
    """D11: Egypt Rebels Against Persia. At least two go, or all (E4-3): no order does nothing."""


class SendHoplitesQuestion(
    _Sending[SendHoplitesOrder], id="D12", passing={}, subject="Send hoplites to Persia", may_decline=True
):
    """D12: Murder of the Persian King."""


def send_away(running: Running, side: SideName, rule: Send) -> None:
    """E4-3, E4-4, RULING-47: the side is asked, unless all that it has must go, or it has none."""
    position = running.position
    question = SendGalleysQuestion.id if rule.what == "galleys" else SendHoplitesQuestion.id
    ask = Ask(position.seat(side), question)
    there = to_be_sent(position, ask)
    if sum(there.values()) > rule.least:
        running.ask([ask], send_units, side=side, question=question)
    else:
        _send(running, side, there)


@agenda_step
def send_units(running: Running, answers: Answers, side: SideName, question: str) -> None:
    """D11, D12."""
    _send(running, side, answers.of(running.position.seat(side), question).units)


def _send(running: Running, side: SideName, units: dict[Region, int]) -> None:
    """E4-3, RULING-35: gain and loss are netted and applied once."""
    position, rule = running.position, rule_of(running.position, side)
    ordered = {region: units[region] for region in regions_of(rule) if region in units}
    for region, number in ordered.items():
        position.units[region][side] -= number
    sent = sum(ordered.values())
    position.sides[side].abroad = sent
    if sent:
        running.emit(events.UnitsSent(side=side, number=sent, regions=counts(ordered)))
    prestige = sent * rule.prestige - max(0, rule.least - sent) * rule.penalty
    if changed := position.gain_prestige(side, prestige):
        running.emit(events.PrestigeChanged(side=side, prestige=changed))


# --- back ------------------------------------------------------------------------------------------------------------


@agenda_step
def bring_back(running: Running) -> None:
    """9-B, RULING-34: half, or all; what does not return is lost. Then they are placed one by one, in turn."""
    position = running.position
    for side in position.passed:
        player = position.sides[side]
        if player.abroad and rule_of(position, side).returns == "half":
            lost = player.abroad // 2
            player.abroad -= lost
            if lost:
                running.emit(events.UnitsStayAway(side=side, number=lost))
    running.do(step(place_next, side=position.passed[0]))


def homes(view: Polis, side: SideName) -> tuple[Region, ...]:
    """D11, D12: where units return by default: Kyklades, the home territory, then the order of the components."""
    regions = regions_of(rule_of(view, side))
    if rule_of(view, side).what == "galleys":
        return regions
    home: Region = view.box.components.homes[side]
    return (home, *(region for region in regions if region != home))


def open_regions(view: Polis, side: SideName) -> list[Region]:
    """The regions with room for a unit that returns."""
    return [region for region in homes(view, side) if view.room(side, region) > 0]


@agenda_step
def place_next(running: Running, side: SideName) -> None:
    """E4-4: one unit of a side, then one of the other; where one has none left, the other places the rest."""
    position = running.position
    if not any(position.sides[one].abroad for one in SIDES):
        position.returns = {}
        return
    if not position.sides[side].abroad:
        side = ENEMY[side]
    seat = position.seat(side)
    if seat in position.returns or len(open_regions(position, side)) < 2:
        _place(running, side)
        return
    galleys = rule_of(position, side).what == "galleys"
    question = ReturnGalleysQuestion.id if galleys else ReturnHoplitesQuestion.id
    running.ask([Ask(seat, question)], take_returns, side=side, question=question)


@agenda_step
def take_returns(running: Running, answers: Answers, side: SideName, question: str) -> None:
    """15.1: where each of its units goes; the steps place them one by one."""
    seat = running.position.seat(side)
    running.position.returns[seat] = [*answers.of(seat, question).to]
    _place(running, side)


def _place(running: Running, side: SideName) -> None:
    """RULING-40: entries whose region is full are dropped; after them the default; without any room it is lost."""
    position, seat = running.position, running.position.seat(side)
    wanted = position.returns.get(seat, [])
    while wanted and position.room(side, wanted[0]) < 1:
        wanted.pop(0)
    there = [wanted.pop(0)] if wanted else open_regions(position, side)[:1]
    position.sides[side].abroad -= 1
    if there:
        position.put(side, there[0])
        running.emit(events.UnitReturned(side=side, region=there[0]))
    else:
        running.emit(events.UnitsStayAway(side=side, number=1))
    running.do(step(place_next, side=ENEMY[side]))


class _Returning(
    Question[Polis, S], clause="9-B", default="9-B", public_options=True, choices_stand=True, listed=False
):
    """15.1-A, RULING-56: a region for each unit, in the order of placing."""

    unit: ClassVar[str]
    field_words = {"to": ("Where do you place the next one?", "{}")}

    def prompt(self, view: Polis, ask: Ask) -> str:
        units = count_of(view.sides[view.side(ask.seat)].abroad, self.unit)
        return (
            f"Your {units} return{'s' * units.startswith('1 ')} from abroad. Where do you place each of them, in order?"
        )

    def made(self, to: Sequence[Region]) -> S:
        """The order that names these regions."""
        return cast("S", self.order(to=[*to]))

    def space(self, view: Polis, ask: Ask) -> Iterator[S]:
        """A sample: all by default, or all to one region first."""
        yield self.made([])
        for region in open_regions(view, view.side(ask.seat)):
            yield self.made([region] * view.sides[view.side(ask.seat)].abroad)

    def refusal(self, view: Polis, ask: Ask, order: S) -> Illegal | None:
        to: Sequence[Any] = order.to  # type: ignore[attr-defined]
        if len(to) > view.sides[view.side(ask.seat)].abroad:
            units = count_of(view.sides[view.side(ask.seat)].abroad, self.unit)
            return Illegal("15.1-A", f"{units} can return; you name {count_of(len(to), 'region')}")
        return None

    def default(self, view: Polis, ask: Ask) -> S:
        return self.made([])

    def sample(self, view: Polis, ask: Ask, chance: Chance, label: str) -> S:
        regions = open_regions(view, view.side(ask.seat))
        return self.made([chance.pick(regions, f"{label} to") for _ in range(view.sides[view.side(ask.seat)].abroad)])

    def grown(self, view: Polis, ask: Ask, order: S | None) -> Iterator[S]:
        """A region more."""
        if order is None:
            yield self.made([])
        elif len(to := order.to) < view.sides[view.side(ask.seat)].abroad:  # type: ignore[attr-defined]
            yield from (self.made([*to, region]) for region in open_regions(view, view.side(ask.seat)))

    def choice_in_words(self, choice: Any) -> str:
        return f"place {_placed(choice.to)}" if choice.to else "place all, home first"

    def answer_in_words(self, view: Polis, seat: str, order: S, names: Naming) -> str:
        """With the region to which units go first that the order does not place."""
        side, to = view.side(seat), order.to  # type: ignore[attr-defined]
        if len(to) >= view.sides[side].abroad:
            return self.choice_in_words(order)
        first = f"{name_of(open_regions(view, side)[0])} first"
        return f"place {_placed(to)}, the rest in {first}" if to else f"place all, {first}"


def _placed(to: Sequence[Region]) -> str:
    return units_said({region: to.count(region) for region in to})


class ReturnGalleysQuestion(_Returning[ReturnGalleysOrder], id="D11R", subject="Place returning galleys"):
    """D11: half of the galleys return."""

    unit = "galley"


class ReturnHoplitesQuestion(_Returning[ReturnHoplitesOrder], id="D12R", subject="Place returning hoplites"):
    """D12: all hoplites return."""

    unit = "hoplite"
