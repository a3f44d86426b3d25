"""A title of the tests: seven seats send their heralds round a ring of cities; nothing is hidden.

It has what the others have not: an order for each piece (keyed asks made of parts), seven seats, no secrets at all.
Clauses: H.01 the start, H.02 moves, H.03 the end.
"""

from __future__ import annotations

from typing import Any

from adjudicator.kernel import (
    Answers,
    Ask,
    Chance,
    ChapterBegins,
    Event,
    KeyedOrder,
    One,
    Order,
    Parted,
    Position,
    Resolution,
    Scenario,
    Title,
    agenda_step,
    gather,
    step,
)
from adjudicator.kernel.subjects import Naming

SEATS = ("argos", "athens", "corinth", "megara", "samos", "sparta", "thebes")
RING = ("delphi", "olympia", "pylos", "naxos", "chios", "lesbos", "pella", "larissa", "chalkis")
HERALDS = ("first", "second")
ROUNDS = 4


class Heralds(Position, kw_only=True):
    """Where the heralds of each seat are, and the cities that each seat has seen."""

    round: int = 0
    at: dict[str, dict[str, str]] = {}
    seen: dict[str, list[str]] = {}


def goals(view: Heralds, ask: Ask, key: str) -> list[str]:
    """H.02: to stay, or the city on either side."""
    here = RING.index(view.at[ask.seat][key])
    return [RING[here], RING[here - 1], RING[(here + 1) % len(RING)]]


class Go(KeyedOrder, frozen=True, tag="H-1"):
    to: str


class GoQuestion(
    Parted[Heralds, Go], id="H-1", clause="H.02", default="H.02", subject="Send a herald", public_options=True
):
    """H.02: each herald stays or goes one city on; silence has them stay."""

    parts = {
        "key": One(lambda view, ask: [ask.key], words=lambda key: f"the {key} herald"),
        "to": One(goals, words=lambda city: f"to {city.capitalize()}", subject="city"),
    }

    def prompt(self, view: Heralds, ask: Ask) -> str:
        return f"Where does your {ask.key} herald go?"


class Sent(Event, frozen=True, tag="sent", clause="H.02"):
    sentence = "The {herald} herald of {seat} is at {city}."
    seat: str
    herald: str
    city: str


@agenda_step
def begin_round(running: Resolution[Heralds]) -> None:
    position = running.position
    position.round += 1
    running.emit(ChapterBegins(chapter=str(position.round), name=f"Round {position.round}"))
    asks = [
        Ask(seat, "H-1", {"city": position.at[seat][herald]}, key=herald)
        for seat in position.seats
        for herald in HERALDS
    ]
    running.ask(asks, go)


@agenda_step
def go(running: Resolution[Heralds], answers: Answers) -> None:
    position = running.position
    for seat in position.seats:
        for herald in HERALDS:
            city = answers.of(seat, "H-1", herald).to
            position.at[seat][herald] = city
            position.seen[seat] = [*dict.fromkeys([*position.seen[seat], city])]
            running.emit(Sent(seat=seat, herald=herald, city=city))
    if position.round < ROUNDS:
        running.do(step(begin_round))
    else:
        most = max(map(len, position.seen.values()))
        running.finish("H.03", {seat: 1 if len(position.seen[seat]) == most else 2 for seat in position.seats})


def set_up(**given: Any) -> Heralds:
    """H.01: the heralds of a seat begin three cities apart, those of the next seat one city on."""
    seats = given["seats"]
    at = {seat: {"first": RING[place], "second": RING[(place + 3) % len(RING)]} for place, seat in enumerate(seats)}
    seen = {seat: [*at[seat].values()] for seat in seats}
    return Heralds(**given, at=at, seen=seen, agenda=[step(begin_round)])


def show(view: Heralds) -> str:
    return "".join(f"{seat}: {', '.join(view.at[seat].values())}\n" for seat in view.seats)


def city_of(place: int, city: str) -> str:
    shape = f'<rect x="{40 * place}" y="0" width="30" height="30" rx="15"/>'
    return f'<g data-id="city:{city}"><title>{city.capitalize()}</title>{shape}</g>'


def draw(view: Heralds, seat: str | None, dark: bool = False, shape: str = "wide") -> str:
    fill = "#fff" if dark else "#000"
    cities = "".join(city_of(place, city) for place, city in enumerate(RING))
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 40" fill="{fill}">{cities}</svg>'


def steady(view: Heralds, seat: str, chance: Chance) -> list[Order]:
    asks = view.phase.asked_of(seat) if view.phase else []
    return [Go(key=str(ask.key), to=goals(view, ask, str(ask.key))[2]) for ask in asks]


_DECLARED = gather(__name__)

TITLE = Title(
    id="heralds",
    name="Heralds",
    about="A title of the tests.",
    version="heralds/1",
    position=Heralds,
    questions=_DECLARED.questions,
    events=_DECLARED.events,
    steps=_DECLARED.steps,
    chapters={"ring": (step(begin_round),)},
    scenarios={"ring": Scenario("ring", "The ring", "Four rounds.", (7, 2))},
    seat_names=SEATS,
    set_up=set_up,
    hidden=[],
    invariants=lambda position: None,
    scores=lambda position: {seat: len(position.seen[seat]) for seat in position.seats},
    show=show,
    draw=draw,
    steady=steady,
    naming=Naming(lambda view, one: one.partition(":")[2].capitalize(), {"to": "city", "city": "city", "seat": "seat"}),
)
