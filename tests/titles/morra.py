"""Morra, a small title that lives in the tests: coins face down, fingers shown by everybody at once, a stake.

Clauses: M.01 the deal, M.02 showing fingers, M.03 the round's point, M.04 the stake, M.05 the end.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from adjudicator.kernel import (
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
from adjudicator.kernel.hidden.zones import Held, Pile, Zone

SEATS = ("chloris", "phaidra", "melitta", "thais")
COINS = (1, 1, 2, 3, 4, 5, 6)
ROUNDS = 5
HAND = 5


# --- the position ---------------------------------------------------------------------------------------------------


class Morra(Position, kw_only=True):
    """Points, and a coin face down before each seat; the coins that were not dealt lie in the bag."""

    round: int = 0
    points: dict[str, int] = {}
    coins: dict[str, int | Unknown] = {}
    bag: list[int | Unknown] = []


def set_up(**given: Any) -> Morra:
    """A table before the deal, with the steps that come first."""
    return Morra(**given, agenda=[step(deal), step(open_round)])


HIDDEN = [
    Zone(Morra, "coins", lambda _position: COINS, Held("coins.*"), Pile("bag"), clause="M.01"),
]


def invariants(position: Morra) -> None:
    """No coin is lost or made."""
    for zone in HIDDEN:
        if broken := zone.strayed(position):
            raise ValueError(f"the position breaks {', '.join(broken)}")


# --- what is told ---------------------------------------------------------------------------------------------------


class CoinDealt(Event, frozen=True, tag="coin-dealt", clause="M.01"):
    """M.01: to its owner only."""

    sentence = "Your coin is a {coin}."
    coin: int


class Shown(Event, frozen=True, tag="shown", clause="M.02"):
    """M.02."""

    sentence = "{seat} shows {fingers} and calls {call}."
    seat: str
    fingers: int
    call: int


class Scored(Event, frozen=True, tag="scored", clause="M.03"):
    """M.03, M.04."""

    sentence = "{seat} gains a point."
    seat: str


class Staked(Event, frozen=True, tag="staked", clause="M.04"):
    """M.04: the coin is turned up."""

    sentence = "{seat} stakes a coin of {coin}."
    seat: str
    coin: int


# --- what is asked --------------------------------------------------------------------------------------------------


class Show(Order, frozen=True, tag="M-1"):
    """Fingers of one hand, and the sum of all hands as one guesses it."""

    fingers: int
    call: int


class ShowQuestion(Question[Morra, Show], id="M-1", clause="M.02", default="M.02", public_options=True):
    """M.02: everybody at once."""

    def prompt(self, view: Morra, ask: Ask) -> str:
        return f"How many fingers do you show, and which sum do you call (0 to {HAND * len(view.seats)})?"

    def space(self, view: Morra, ask: Ask) -> Iterator[Show]:
        calls = range(HAND * len(view.seats) + 1)
        return (Show(fingers=fingers, call=call) for fingers in range(HAND + 1) for call in calls)

    def refusal(self, view: Morra, ask: Ask, order: Show) -> Illegal | None:
        if not 0 <= order.fingers <= HAND:
            return Illegal("M.02", f"a hand shows 0 to {HAND} fingers, not {order.fingers}")
        most = order.fingers + HAND * (len(view.seats) - 1)
        if not order.fingers <= order.call <= most:
            return Illegal("M.02", f"with {order.fingers} shown the sum is {order.fingers} to {most}, not {order.call}")
        return None


class Stake(Order, frozen=True, tag="M-2"):
    """Whether one stakes the coin."""

    stake: bool


class StakeQuestion(Question[Morra, Stake], id="M-2", clause="M.04", default="M.04"):
    """M.04: everybody at once; a coin of 1 cannot be staked."""

    def prompt(self, view: Morra, ask: Ask) -> str:
        return f"Do you stake your coin of {view.coins[ask.seat]}?"

    def space(self, view: Morra, ask: Ask) -> Iterator[Stake]:
        return (Stake(stake=stake) for stake in (False, True))

    def refusal(self, view: Morra, ask: Ask, order: Stake) -> Illegal | None:
        if order.stake and view.coins[ask.seat] == 1:
            return Illegal("M.04", "a coin of 1 cannot be staked; stake: false is legal")
        return None


# --- what happens ---------------------------------------------------------------------------------------------------


@agenda_step
def deal(running: Resolution[Morra]) -> None:
    """M.01."""
    position = running.position
    mixed = running.chance.shuffle(COINS, "M.01 coins")
    position.points = dict.fromkeys(position.seats, 0)
    position.coins = dict(zip(position.seats, mixed, strict=False))
    position.bag = list(mixed[len(position.seats) :])
    for seat in position.seats:
        running.emit(CoinDealt(coin=position.coins[seat], only=(seat,)))


@agenda_step
def open_round(running: Resolution[Morra]) -> None:
    """M.02."""
    position = running.position
    position.round += 1
    running.emit(ChapterBegins(chapter=str(position.round), name=f"Round {position.round}"))
    running.ask([Ask(seat, "M-1") for seat in position.seats], count)


@agenda_step
def count(running: Resolution[Morra], answers: Answers) -> None:
    """M.03: who alone called the sum gains a point."""
    position = running.position
    shown = {seat: answers[seat]["M-1"] for seat in position.seats}
    for seat, order in shown.items():
        running.emit(Shown(seat=seat, fingers=order.fingers, call=order.call))
    total = sum(order.fingers for order in shown.values())
    right = [seat for seat in position.seats if shown[seat].call == total]
    if len(right) == 1:
        gain(running, right[0])
    if position.round < ROUNDS:
        running.do(step(open_round))
    else:
        running.ask([Ask(seat, "M-2") for seat in position.seats], turn_up)


@agenda_step
def turn_up(running: Resolution[Morra], answers: Answers) -> None:
    """M.04: the highest coin staked, if it is alone, gains a point; M.05: most points win."""
    position = running.position
    staked = {seat: position.coins[seat] for seat in position.seats if answers[seat]["M-2"].stake}
    for seat, coin in staked.items():
        running.emit(Staked(seat=seat, coin=coin))
    highest = [seat for seat in staked if staked[seat] == max(staked.values())]
    if len(highest) == 1:
        gain(running, highest[0])
    ranked = sorted(position.points.values(), reverse=True)
    running.finish("M.05", {seat: 1 + ranked.index(position.points[seat]) for seat in position.seats})


def gain(running: Resolution[Morra], seat: str) -> None:
    """One point."""
    running.position.points[seat] += 1
    running.emit(Scored(seat=seat))


# --- to look at, and a bot ------------------------------------------------------------------------------------------


def show(view: Morra) -> str:
    """The table as plain text."""
    coins = {seat: "?" if isinstance(coin, Unknown) else coin for seat, coin in view.coins.items()}
    lines = [f"{seat:8} {view.points[seat]} points, coin {coins[seat]}" for seat in view.seats]
    return "\n".join([f"round {view.round} of {ROUNDS}", *lines]) + "\n"


def draw(view: Morra, seat: str | None, dark: bool = False, shape: str = "wide") -> str:
    """The table as SVG."""
    lines = [
        f'<text x="10" y="{30 + 24 * number}" fill="{"white" if dark else "black"}">{escape(line)}</text>'
        for number, line in enumerate(show(view).splitlines())
    ]
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 180">{"".join(lines)}</svg>'


def steady(view: Morra, seat: str, chance: Chance) -> list[Order]:
    """Three fingers and a likely sum; stakes a coin of 4 or more."""
    asked = [ask.question for ask in view.phase.asked_of(seat)] if view.phase else []
    coin = view.coins.get(seat)
    answers = {
        "M-1": Show(fingers=3, call=3 + 2 * (len(view.seats) - 1)),
        "M-2": Stake(stake=isinstance(coin, int) and coin >= 4),
    }
    return [answers[question] for question in asked]


_DECLARED = gather(__name__)

TITLE = Title(
    id="morra",
    name="Morra",
    about="A title of the tests.",
    version="morra/1",
    position=Morra,
    questions=_DECLARED.questions,
    events=_DECLARED.events,
    steps=_DECLARED.steps,
    chapters={"deal": (step(deal), step(open_round)), "round": (step(open_round),)},
    scenarios={"symposion": Scenario("symposion", "Symposion", "Five rounds and a stake.", (2, 3, 4))},
    seat_names=SEATS,
    set_up=set_up,
    hidden=HIDDEN,
    invariants=invariants,
    scores=lambda position: dict(position.points),
    show=show,
    draw=draw,
    steady=steady,
)
