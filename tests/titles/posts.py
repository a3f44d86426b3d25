"""A title of the tests: two or three seats man their posts, each post a question of its own; omens are private.

It has what the others have not: one question asked of a seat several times in a phase, private arguments, a game that
ends by concession or by an agreed draw. Clauses: P.01 omens, P.02 guards, P.03 honour, P.04 the end, P.05 concession,
P.06 draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.kernel import (
    UNKNOWN,
    Answers,
    Ask,
    Chance,
    ChapterBegins,
    Concede,
    Draw,
    DrawOffers,
    Event,
    Illegal,
    KeyedOrder,
    Order,
    Question,
    Resolution,
    Scenario,
    Title,
    Unknown,
    agenda_step,
    gather,
    step,
)
from adjudicator.kernel.hidden.parts import Hidden

SEATS = ("athens", "sparta", "thebes")
POSTS = ("gate", "hill", "harbour")
GUARDS = 2
ROUNDS = 8


class Posts(DrawOffers, kw_only=True):
    """Honour so far, and at each post of each seat an omen that it alone has read."""

    round: int = 0
    honour: dict[str, int] = {}
    omens: dict[str, dict[str, int | Unknown]] = {}


class Guard(KeyedOrder, frozen=True, tag="P-1"):
    guards: int


class GuardQuestion(Question[Posts, Guard], id="P-1", clause="P.02", default="P.02"):
    """P.02: up to two guards at each post; none where the omen is bad."""

    def prompt(self, view: Posts, ask: Ask) -> str:
        return f"How many guards at the {ask.key}, 0 to {GUARDS}? The omen is {omen(ask)}."

    def space(self, view: Posts, ask: Ask) -> Iterator[Guard]:
        return (Guard(key=str(ask.key), guards=guards) for guards in range(GUARDS + 1))

    def refusal(self, view: Posts, ask: Ask, order: Guard) -> Illegal | None:
        if order.guards and omen(ask) == 1:
            return Illegal("P.02", f"the omen at the {ask.key} is bad: 0 guards")
        if not 0 <= order.guards <= GUARDS:
            return Illegal("P.02", f"a post has 0 to {GUARDS} guards, not {order.guards}")
        return None


def omen(ask: Ask) -> int:
    assert not isinstance(ask.private, msgspec.UnsetType), "an omen is for its reader only"
    return int(ask.private["omen"])


class GiveUp(Order, frozen=True, tag="P-C"):
    """The word alone."""


class GiveUpQuestion(Concede[Posts, GiveUp], id="P-C", clause="P.05"):
    def places(self, position: Posts, seat: str) -> dict[str, int]:
        return {other: 2 if other == seat else 1 for other in position.seats}


class DrawOrder(Order, frozen=True, tag="P-D"):
    """The word alone."""


class DrawQuestion(Draw[Posts, DrawOrder], id="P-D", clause="P.06"):
    """P.06."""


class OmenRead(Event, frozen=True, tag="omen-read", clause="P.01"):
    sentence = "The omen at your {post} is {omen}."
    post: str
    omen: int


class Guarded(Event, frozen=True, tag="guarded", clause="P.03"):
    sentence = "{seat} has {guards} at the {post}."
    seat: str
    post: str
    guards: int


@agenda_step
def read_omens(running: Resolution[Posts]) -> None:
    position = running.position
    for seat in position.seats:
        position.omens[seat] = {post: running.chance.die(6, "P.01 omen") for post in POSTS}
        for post, read in position.omens[seat].items():
            running.emit(OmenRead(post=post, omen=int(str(read)), only=(seat,)))


@agenda_step
def begin_watch(running: Resolution[Posts]) -> None:
    position = running.position
    position.round += 1
    running.emit(ChapterBegins(chapter=str(position.round), name=f"Watch {position.round}"))
    running.ask(asks_of(position), man_posts)


def asks_of(position: Posts) -> list[Ask]:
    omens = position.omens
    return [Ask(s, "P-1", key=post, private={"omen": omens[s][post]}) for s in position.seats for post in POSTS]


@agenda_step
def man_posts(running: Resolution[Posts], answers: Answers) -> None:
    position = running.position
    for seat in position.seats:
        for post in POSTS:
            guards = answers.of(seat, "P-1", post).guards
            position.honour[seat] = position.honour.get(seat, 0) + guards
            running.emit(Guarded(seat=seat, post=post, guards=guards))
    if position.round < ROUNDS:
        running.do(step(begin_watch))
    else:
        best = max(position.honour.values())
        running.finish("P.04", {seat: 1 if position.honour[seat] == best else 2 for seat in position.seats})


def set_up(**given: Any) -> Posts:
    return Posts(**given, agenda=[step(read_omens), step(begin_watch)])


class Omens(Hidden):
    """What omens the others have read; their questions say it privately."""

    def hide(self, view: Posts, seat: str | None) -> None:
        view.omens = {s: omens if s == seat else dict.fromkeys(omens, UNKNOWN) for s, omens in view.omens.items()}

    def redeal(self, position: Posts, seat: str | None, chance: Chance) -> None:
        for other in position.seats:
            if other != seat and other in position.omens:
                position.omens[other] = {post: chance.die(6, "omen anew") for post in POSTS}
        if position.phase is not None:
            position.phase = msgspec.structs.replace(position.phase, asks=asks_of(position))

    imagine = redeal


def steady(view: Posts, seat: str, chance: Chance) -> list[Order]:
    asks = view.phase.asked_of(seat) if view.phase else []
    return [Guard(key=str(ask.key), guards=0 if omen(ask) == 1 else GUARDS) for ask in asks]


def draw(view: Posts, seat: str | None, dark: bool = False, shape: str = "wide") -> str:
    fill = "white" if dark else "black"
    return f'<svg xmlns="http://www.w3.org/2000/svg"><text y="20" fill="{fill}">watch {view.round}</text></svg>'


_DECLARED = gather(__name__)

TITLE = Title(
    id="posts",
    name="Posts",
    about="A title of the tests.",
    version="posts/1",
    position=Posts,
    questions=_DECLARED.questions,
    events=_DECLARED.events,
    steps=_DECLARED.steps,
    chapters={"watch": (step(begin_watch),)},
    scenarios={"watch": Scenario("watch", "Watch", "Eight nights.", (2, 3))},
    seat_names=SEATS,
    set_up=set_up,
    hidden=[Omens()],
    invariants=lambda position: None,
    scores=lambda position: {seat: position.honour.get(seat, 0) for seat in position.seats},
    show=lambda view: f"watch {view.round}\n",
    draw=draw,
    steady=steady,
)
