"""5.01 to 5.05: leaders take their forces; decisions D-5A and D-5B, asked together (D.05, RULING-9)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from adjudicator.kernel import Answers, Ask, Illegal, One, Parted, Parts, Resolution, agenda_step
from adjudicator.perikles.components import CITIES, Kind, force_of, kind_of, of_kind, weakest
from adjudicator.perikles.events.war import FirstCommitter, Recovered
from adjudicator.perikles.names import name_of
from adjudicator.perikles.state.orders import CommitterOrder, RecoverOrder
from adjudicator.perikles.state.position import FORCES, Perikles, tell_chapter

Running = Resolution[Perikles]
BOTH: tuple[Kind, Kind] = ("hoplite", "trireme")


@agenda_step
def take_forces(running: Running) -> None:
    """5.01, 5.02: counters of led cities, and of Persia if it has leaders, into pools; then D-5A and D-5B."""
    position = running.position
    position.chapter = 5
    tell_chapter(running, 5)
    for force in FORCES:
        if position.owners(force):
            position.pools[force] = position.boxes[force]
            position.boxes[force] = []
    leader = position.cities["sparta"].leader
    asks = [Ask(leader, Committer.id)] if leader else []
    asks += [
        Ask(seat, Recover.id, {"cities": cities}) for seat in position.seats if (cities := choices(position, seat))
    ]
    if asks:
        running.ask(asks, take_back)
    else:
        take_back(running, Answers())


def dead_of(position: Perikles, city: str) -> list[str]:
    """The counters of a city in the dead pile."""
    return [counter for counter in position.dead_pile if force_of(counter) == city]


def choices(position: Perikles, seat: str) -> list[str]:
    """5.04, D.05: the cities of a seat that have both types in the dead pile, so that it may choose."""
    return [city for city in position.led_by(seat) if len({kind_of(c) for c in dead_of(position, city)}) == 2]


@agenda_step
def take_back(running: Running, answers: Answers) -> None:
    """5.03, 5.04: the first committer; then one counter of each led city comes back from the dead pile."""
    position = running.position
    named = [given[Committer.id].seat for given in answers.values() if Committer.id in given]
    position.first_committer = named[0] if named else position.first_player  # RULING-8
    running.emit(FirstCommitter(seat=position.first_committer or position.seats[0]))
    for city in CITIES:
        leader, dead = position.cities[city].leader, dead_of(position, city)
        if leader and dead:
            chosen = answers[leader][Recover.id].kinds[city] if city in choices(position, leader) else kind_of(dead[0])
            _recover(running, leader, city, weakest(of_kind(dead, chosen)))


def _recover(running: Running, seat: str, city: str, counter: str) -> None:
    running.position.dead_pile.remove(counter)
    running.position.pools[city] = sorted([*running.position.pools[city], counter])
    running.emit(Recovered(seat=seat, counter=counter))


class Committer(
    Parted[Perikles, CommitterOrder],
    id="D-5A",
    clause="5.03",
    default="N.04",
    choices_stand=True,
    subject="Name the first committer",
    public_options=True,
):
    """D-5A: the leader of Sparta names the first committer, itself included (5.03)."""

    def prompt(self, view: Perikles, ask: Ask) -> str:
        return "You lead Sparta: who commits forces first?"

    parts = {"seat": One(lambda view, ask: view.seats, subject="seat")}

    def choice_in_words(self, choice: CommitterOrder) -> str:
        return "me" if choice.seat == "self" else super().choice_in_words(choice)

    def orders_of(self, view: Perikles, ask: Ask, choice: CommitterOrder) -> Iterator[CommitterOrder]:
        """D.11: a seat, or `self`."""
        yield CommitterOrder(seat=ask.seat if choice.seat == "self" else choice.seat)

    def default(self, view: Perikles, ask: Ask) -> CommitterOrder:
        """N.04: the leader of Sparta itself."""
        return CommitterOrder(seat=ask.seat)


@cache
def recovered(city: str) -> One:
    """What comes back for a city."""
    return One(lambda *at: BOTH, asks=f"What comes back for {name_of(city)}?")


class Recover(
    Parted[Perikles, RecoverOrder],
    id="D-5B",
    clause="5.04",
    default="N.05",
    choices_stand=True,
    subject="Take counters back from the dead pile",
    public_options=True,
):
    """D-5B: hoplite or trireme, for each city that has both in the dead pile (5.04)."""

    def prompt(self, view: Perikles, ask: Ask) -> str:
        cities = ", ".join(map(name_of, ask.args["cities"]))
        return f"Take a hoplite or a trireme back from the dead pile for {cities}?"

    def parts_of(self, view: Perikles, ask: Ask) -> Parts:
        return {f"kinds {city}": recovered(city) for city in ask.args["cities"]}

    def maker(self, view: Perikles, ask: Ask) -> Callable[..., RecoverOrder]:
        cities = ask.args["cities"]
        return lambda *kinds: RecoverOrder(kinds=dict(zip(cities, kinds, strict=True)))

    def refusal(self, view: Perikles, ask: Ask, order: RecoverOrder) -> Illegal | None:
        """An answer for each city, and for no other."""
        wanted = ask.args["cities"]
        if sorted(order.kinds) == sorted(wanted):
            return None
        cities = ", ".join(map(name_of, wanted))
        return Illegal("5.04", f"choose a hoplite or a trireme for {cities}, and for no other city")

    def choice_in_words(self, choice: RecoverOrder) -> str:
        return ", ".join(f"{choice.kinds[city]} for {name_of(city)}" for city in CITIES if city in choice.kinds)

    def orders_of(self, view: Perikles, ask: Ask, choice: RecoverOrder) -> Iterator[RecoverOrder]:
        """D.11: hoplite or trireme by city; cities that are not asked about are passed over."""
        yield RecoverOrder(kinds={city: kind for city, kind in choice.kinds.items() if city in ask.args["cities"]})

    def default(self, view: Perikles, ask: Ask) -> RecoverOrder:
        """N.05: a hoplite for each city."""
        return RecoverOrder(kinds=dict.fromkeys(ask.args["cities"], "hoplite"))
