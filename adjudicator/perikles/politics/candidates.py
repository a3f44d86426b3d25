"""Chapters 3 and 4: propose candidates (decision D-3; the same rules serve the Candidate symbol, 2.09), and elect."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from adjudicator.kernel import Answers, Ask, Event, Illegal, One, Parted, Resolution, agenda_step, step
from adjudicator.kernel.subjects import count_of
from adjudicator.perikles.components import CITIES, CityName
from adjudicator.perikles.events.politics import Elected, NoLeader, PersianLeaders, Proposed
from adjudicator.perikles.names import name_of, no_seat
from adjudicator.perikles.state.orders import Proposal, ProposeOrder, SeatName
from adjudicator.perikles.state.position import City, Perikles, tell_chapter, temple_in_words

Running = Resolution[Perikles]


def proposal_refusal(position: Perikles, seat: str, city: str, colour: str) -> Illegal | None:
    """3.03 to 3.06, RULING-7: why a seat may not propose the cube of a colour in a city."""
    there = position.cities[city]
    if there.b is not None:
        return Illegal("3.03", f"both candidate spaces of {name_of(city)} are filled")
    if there.cubes(seat) == 0:
        return Illegal("3.04", f"{seat} has no cube in {name_of(city)}; propose in a city where you have one")
    if colour not in position.seats:
        return Illegal("3.05", no_seat(colour, position.seats))
    if colour == there.a:
        return Illegal("3.06", f"{colour} is the first candidate of {name_of(city)} already; propose another colour")
    if there.temple[colour] == 0:
        return Illegal("3.03", f"{colour} has no cube in the temple of {name_of(city)}")
    return None


def proposals(position: Perikles, seat: str) -> Iterator[Proposal]:
    """All legal proposals of a seat: cities in city order, colours clockwise from the seat."""
    clockwise = position.clockwise(seat)
    for city in CITIES:
        there = position.cities[city]
        if there.b is None and there.cubes(seat):
            for colour in clockwise:
                if there.temple[colour] and colour != there.a:
                    yield Proposal(city=city, colour=colour)


def propose(position: Perikles, seat: str, city: CityName, colour: str) -> Proposed:
    """3.03: move the cube from the temple to the next candidate space. The proposal must be legal."""
    there = position.cities[city]
    there.temple[colour] -= 1
    space = "a" if there.a is None else "b"
    setattr(there, space, colour)
    return Proposed(seat=seat, city=city, colour=colour, space=space)


def default_proposal(position: Perikles, seat: str) -> Proposal:
    """N.03: the own colour in the first city in city order; else the first city, colours clockwise."""
    legal = list(proposals(position, seat))
    return next((proposal for proposal in legal if proposal.colour == seat), legal[0])


@agenda_step
def propose_candidates(running: Running) -> None:
    """3.01: the phase starts with the first player of phase 2."""
    running.position.chapter = 3
    tell_chapter(running, 3)
    running.do(step(next_proposer, start=running.position.first_player))


@agenda_step
def next_proposer(running: Running, start: str) -> None:
    """3.02, 3.08: the next seat clockwise with a legal proposal; the phase ends when there is none.

    A seat that has exactly one makes it without being asked (D.04).
    """
    for seat in running.position.clockwise(start):
        legal = list(proposals(running.position, seat))
        if len(legal) == 1:
            _made(running, seat, legal[0])
            return
        if legal:
            running.ask([Ask(seat, Propose.id)], take_proposal, seat=seat)
            return


@agenda_step
def take_proposal(running: Running, answers: Answers, seat: str) -> None:
    """3.03: carry out the proposal; then the next seat."""
    order: ProposeOrder = answers[seat][Propose.id]
    _made(running, seat, Proposal(city=order.city, colour=order.colour))


def _made(running: Running, seat: str, proposal: Proposal) -> None:
    running.emit(propose(running.position, seat, proposal.city, proposal.colour))
    running.do(step(next_proposer, start=running.position.after(seat)))


def colours_to_propose(view: Perikles, ask: Ask, city: CityName) -> list[str]:
    """3.03 to 3.06: the colours that the seat may propose in a city."""
    there = view.cities[city]
    if there.b is not None or not there.cubes(ask.seat):
        return []
    return [colour for colour in view.seats if there.temple[colour] and colour != there.a]


def cities_to_propose_in(view: Perikles, ask: Ask) -> list[CityName]:
    """The cities in which it may propose any."""
    return [city for city in CITIES if colours_to_propose(view, ask, city)]


def temple_there(view: Perikles, ask: Ask, city: CityName) -> str:
    """The cubes of all colours that a city has."""
    return temple_in_words(view.temple(city))


def cubes_of(view: Perikles, ask: Ask, city: CityName, colour: str) -> str:
    """How many of a colour it has."""
    return f"{count_of(view.cities[city].temple[colour], 'cube')} in the temple"


class ProposeChoice(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """D.03: a proposal named by city and colour; or the cube of a colour (left out: one's own) in the city where the
    colour has most cubes of those where the seat may propose it."""

    city: CityName | None = None
    colour: SeatName | None = None
    most_cubes: bool = False

    def __post_init__(self) -> None:
        """One of the two. ValueError says so."""
        if self.most_cubes == (self.city is not None) or (self.city is not None and self.colour is None):
            raise ValueError("a choice names a city and a colour, or has most_cubes: true")

    def in_words(self) -> str:
        if not self.most_cubes:
            return f"{self.colour} in {name_of(str(self.city))}"
        return f"{self.colour} where {self.colour} has most cubes" if self.colour else "me where I have most cubes"


class Propose(
    Parted[Perikles, ProposeOrder],
    id="D-3",
    clause="3.01",
    default="N.03",
    choice=ProposeChoice,
    subject="Propose a candidate",
    public_options=True,
    ahead=5,
    ahead_words="And for the whole turn? Your next proposals.",
):
    """D-3: one proposal; compulsory (3.08)."""

    def prompt(self, view: Perikles, ask: Ask) -> str:
        return "Propose a candidate: choose a city, then whose cube."

    parts = {
        "city": One(cities_to_propose_in, words=name_of, subject="city", note=temple_there),
        "colour": One(
            colours_to_propose, subject="seat", note=cubes_of, asks="Choose whose cube becomes the candidate."
        ),
    }

    def refusal(self, view: Perikles, ask: Ask, order: ProposeOrder) -> Illegal | None:
        # 3.03 to 3.06
        return proposal_refusal(view, ask.seat, order.city, order.colour)

    def orders_of(self, view: Perikles, ask: Ask, choice: ProposeChoice) -> Iterator[ProposeOrder]:
        """D.03: the proposal that is named; or in the city with most cubes of the colour, ties in city order."""
        if choice.city is not None:
            yield ProposeOrder(city=choice.city, colour=str(choice.colour))
            return
        colour = choice.colour or ask.seat
        may = [city for city in CITIES if proposal_refusal(view, ask.seat, city, colour) is None]
        if may:
            yield ProposeOrder(city=max(may, key=lambda city: view.cities[city].temple[colour]), colour=colour)

    def choice_in_words(self, choice: ProposeChoice | ProposeOrder) -> str:
        """Whose cube, and where."""
        if isinstance(choice, ProposeOrder):
            return f"{choice.colour} in {name_of(choice.city)}"
        return super().choice_in_words(choice)

    def is_standing(self, choice: ProposeChoice) -> bool:
        """A rule stands; a proposal that is named is used once."""
        return choice.most_cubes

    def after(self, view: Perikles, ask: Ask, order: ProposeOrder) -> Perikles:
        """The cube is a candidate."""
        position = view.scratch()
        propose(position, ask.seat, order.city, order.colour)
        return position

    def otherwise(self, view: Perikles, ask: Ask) -> list[dict[str, Any]]:
        """Where the seat has most cubes."""
        return [{"most_cubes": True}]

    def default(self, view: Perikles, ask: Ask) -> ProposeOrder:
        # N.03
        proposal = default_proposal(view, ask.seat)
        return ProposeOrder(city=proposal.city, colour=proposal.colour)


# --- elections ----------------------------------------------------------------------------------------------------


@agenda_step
def hold_elections(running: Resolution[Perikles]) -> None:
    """4.01 to 4.08: a leader for each city that has a candidate; the others become Persian leaders."""
    position = running.position
    position.chapter = 4
    tell_chapter(running, 4)
    for name in CITIES:
        running.emit(elect(position.cities[name], name))
    position.athens_last_led_by = position.cities["athens"].leader or position.athens_last_led_by  # RULING-4
    running.emit(PersianLeaders(seats=position.persian_leaders()))


def elect(city: City, name: str) -> Event:
    """4.02 to 4.07: the result of one city."""
    a, b = city.a, city.b
    city.a = city.b = None  # 4.03
    if a is None:
        return NoLeader(city=name)
    if b is None:
        city.leader = a  # 4.05
        return Elected(city=name, seat=a, cubes=0)
    winner, loser = (b, a) if city.temple[b] > city.temple[a] else (a, b)  # 4.02: a tie goes to a
    cost = city.temple[loser]
    city.temple[winner] -= cost  # 4.04
    city.leader = winner
    return Elected(city=name, seat=winner, cubes=cost)
