"""A title of the tests whose orders are plans: bands of secret strength are sent to three fields.

Clauses: F.01 the bands are dealt, F.02 everybody seals a plan, F.03 the plans are carried out seat by seat, F.04 who
wants to be asked is asked, F.05 the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any, Literal

import msgspec

from adjudicator.kernel import (
    UNKNOWN,
    Answers,
    Ask,
    Chance,
    ChapterBegins,
    Event,
    Illegal,
    Order,
    Position,
    Question,
    Resolution,
    Scenario,
    Title,
    Unknown,
    agenda_step,
    gather,
    step,
)
from adjudicator.kernel.books.conditions import Quantities
from adjudicator.kernel.books.items import Item, item_faults
from adjudicator.kernel.books.quantities import Quantity
from adjudicator.kernel.hidden.parts import Filed
from adjudicator.kernel.hidden.zones import Held, Open, Pile, Zone
from adjudicator.kernel.run.plans import Runner, carry_out

SEATS = ("agis", "brasidas", "cleon")
Field = Literal["north", "middle", "south"]
FIELDS: tuple[Field, ...] = ("north", "middle", "south")
STRENGTHS = (1, 2, 3, 4, 5, 6) * 3
HAND = 5
ROOM = 2  # bands of one seat on one field
ROUNDS = 4


# --- the position ---------------------------------------------------------------------------------------------------


class Foray(Position, kw_only=True):
    """The bands in hand, those on the fields (face up), those that were not dealt, and the plans that are sealed."""

    round: int = 0
    hands: dict[str, list[int | Unknown]] = {}
    fields: dict[Field, dict[str, list[int]]] = {}
    away: list[int | Unknown] = []
    plans: dict[str, list[Item]] = {}


def set_up(**given: Any) -> Foray:
    return Foray(**given, agenda=[step(deal), step(ask_for_plans)])


HIDDEN = [
    Zone(
        Foray,
        "bands",
        lambda _position: STRENGTHS,
        Held("hands.*.*"),
        Open("fields.*.*.*"),
        Pile("away"),
        clause="F.01",
    ),
    Filed(Foray, "plans"),
]


# --- quantities, and what a plan may do -----------------------------------------------------------------------------


def _best(view: Foray, seat: str) -> Any:
    """UNKNOWN where the hand is hidden, or empty."""
    held = view.hands[seat]
    return UNKNOWN if not held or UNKNOWN in held else max(held)


QUANTITIES = Quantities(
    {
        "strength": Quantity(
            lambda view, seat, field: sum(view.fields[field].get(seat, ())),
            "the strength of {seat} in the {field}",
            {"seat": Literal[SEATS], "field": Field},
            fact="at_least",
        ),
        "best": Quantity(_best, "the strongest band that you see {seat} hold", {"seat": Literal[SEATS]}),
        "empty": Quantity(
            lambda view, field: not any(view.fields[field].values()), "the {field} is empty", {"field": Field}, bool
        ),
    }
)


class Send(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One band goes to one field."""

    band: int
    to: Field


class Foraging(Runner[Foray, Send]):
    quantities = QUANTITIES
    kind = Send

    def view(self, running: Resolution[Foray], seat: str) -> Foray:
        return TITLE.view(running.position, seat)

    def refusal(self, view: Foray, seat: str, action: Send) -> Illegal | None:
        if action.band not in view.hands[seat]:
            return Illegal("F.03", f"no band of {action.band} is in hand")
        if len(view.fields[action.to].get(seat, ())) == ROOM:
            return Illegal("F.03", f"there is no more room in the {action.to}")
        return None

    def make(self, running: Resolution[Foray], seat: str, action: Send) -> None:
        running.position.hands[seat].remove(action.band)
        running.position.fields[action.to].setdefault(seat, []).append(action.band)
        running.emit(Sent(seat=seat, band=action.band, field=action.to))

    def in_words(self, action: Send) -> str:
        return f"{action.band} to the {action.to}"


FORAGING = Foraging()


# --- what is told ---------------------------------------------------------------------------------------------------


class BandsDealt(Event, frozen=True, tag="bands-dealt", clause="F.01"):
    sentence = "Your bands are {bands}."
    bands: list[int]


class Sent(Event, frozen=True, tag="sent", clause="F.03"):
    sentence = "{seat} sends {band} to the {field}."
    seat: str
    band: int
    field: Field


# --- what is asked --------------------------------------------------------------------------------------------------


class Plan(Order, frozen=True, tag="F-1"):
    plan: list[Item]


class PlanQuestion(Question[Foray, Plan], id="F-1", clause="F.02", default="F.02", subject="Send bands out"):
    def prompt(self, view: Foray, ask: Ask) -> str:
        return f"What is your plan with {view.hands[ask.seat]}?"

    def space(self, view: Foray, ask: Ask) -> Iterator[Plan]:
        yield Plan(plan=[])
        for band in dict.fromkeys(view.hands[ask.seat]):
            for field in FIELDS:
                yield Plan(plan=[Item(do={"band": band, "to": field})])

    def refusal(self, view: Foray, ask: Ask, order: Plan) -> Illegal | None:
        faults = list(item_faults(order.plan, FORAGING.grammar))
        return Illegal("F.02", "; ".join(map(str, faults))) if faults else None


class Deed(Order, frozen=True, tag="F-2"):
    band: int | None = None
    to: Field | None = None


class DeedQuestion(Question[Foray, Deed], id="F-2", clause="F.04", default="F.04"):
    """One band to one field, or none."""

    def prompt(self, view: Foray, ask: Ask) -> str:
        return f"Which of {view.hands[ask.seat]} do you send where?"

    def space(self, view: Foray, ask: Ask) -> Iterator[Deed]:
        yield Deed()
        yield from (Deed(band=band, to=field) for band in dict.fromkeys(view.hands[ask.seat]) for field in FIELDS)

    def refusal(self, view: Foray, ask: Ask, order: Deed) -> Illegal | None:
        if order.band is None or order.to is None:
            return None if order.band is order.to else Illegal("F.04", "a band and a field belong together")
        return FORAGING.refusal(view, ask.seat, Send(band=order.band, to=order.to))


# --- what happens ---------------------------------------------------------------------------------------------------


@agenda_step
def deal(running: Resolution[Foray]) -> None:
    position = running.position
    mixed = list(running.chance.shuffle(STRENGTHS, "F.01 bands"))
    position.fields = {field: {} for field in FIELDS}
    for seat in position.seats:
        position.hands[seat] = [mixed.pop() for _ in range(HAND)]
        running.emit(BandsDealt(bands=position.hands[seat], only=(seat,)))
    position.away = mixed


@agenda_step
def ask_for_plans(running: Resolution[Foray]) -> None:
    running.position.round += 1
    running.emit(ChapterBegins(chapter=str(running.position.round), name=f"Round {running.position.round}"))
    running.ask([Ask(seat, "F-1") for seat in running.position.seats], take_plans)


@agenda_step
def take_plans(running: Resolution[Foray], answers: Answers) -> None:
    position = running.position
    position.plans = {seat: answers[seat]["F-1"].plan for seat in position.seats}
    then = step(ask_for_plans if position.round < ROUNDS else end)
    running.do(*(step(follow_plan, seat=seat) for seat in position.seats), then)


@agenda_step
def follow_plan(running: Resolution[Foray], seat: str) -> None:
    """F.03; F.04."""
    carried = carry_out(running, seat, "F-1", running.position.plans.pop(seat), FORAGING)
    if carried.asks:
        running.ask([Ask(seat, "F-2")], take_deed, seat=seat)


@agenda_step
def take_deed(running: Resolution[Foray], answers: Answers, seat: str) -> None:
    deed = answers[seat]["F-2"]
    if deed.band is not None:
        FORAGING.make(running, seat, Send(band=deed.band, to=deed.to))


@agenda_step
def end(running: Resolution[Foray]) -> None:
    scores = score(running.position)
    ranked = sorted(scores.values(), reverse=True)
    running.finish("F.05", {seat: 1 + ranked.index(scores[seat]) for seat in running.position.seats})


def score(position: Foray) -> dict[str, int]:
    """F.05: what stands in the fields."""
    return {seat: sum(sum(field.get(seat, ())) for field in position.fields.values()) for seat in position.seats}


def invariants(position: Foray) -> None:
    for part in HIDDEN:
        if broken := part.strayed(position):
            raise ValueError(f"the position breaks {', '.join(broken)}")


# --- to look at, and a bot ------------------------------------------------------------------------------------------


def show(view: Foray) -> str:
    lines = [f"{field:6} {view.fields.get(field, {})}" for field in FIELDS]
    return "\n".join([*lines, *(f"{seat}: {len(hand)} bands" for seat, hand in view.hands.items())]) + "\n"


def draw(view: Foray, seat: str | None, dark: bool = False, shape: str = "wide") -> str:
    fill = "white" if dark else "black"
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text y="20" fill="{fill}">{escape(show(view))}</text></svg>'


def steady(view: Foray, seat: str, chance: Chance) -> list[Order]:
    """The strongest band to the field where it is most needed; asked for the next one."""
    asked = [ask.question for ask in view.phase.asked_of(seat)] if view.phase else []
    best = max((band for band in view.hands.get(seat, ()) if isinstance(band, int)), default=None)
    plan = [Item(do={"band": best, "to": "middle"}), Item(when={"fact": "empty", "field": "north"}, ask_me=True)]
    answers = {"F-1": Plan(plan=plan), "F-2": Deed() if best is None else Deed(band=best, to="north")}
    return [answers[question] for question in asked]


_DECLARED = gather(__name__)
TITLE = Title(
    id="foray",
    name="Foray",
    about="A title of the tests.",
    version="foray/1",
    position=Foray,
    questions=_DECLARED.questions,
    events=_DECLARED.events,
    steps=_DECLARED.steps,
    chapters={"deal": (step(deal), step(ask_for_plans)), "plans": (step(ask_for_plans),)},
    scenarios={"raid": Scenario("raid", "Raid", "Four rounds of a plan each.", (2, 3))},
    seat_names=SEATS,
    set_up=set_up,
    hidden=HIDDEN,
    invariants=invariants,
    scores=score,
    show=show,
    draw=draw,
    steady=steady,
    quantities=QUANTITIES,
)
