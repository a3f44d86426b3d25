"""Chapter 4: elections. All six cities at once (4.01)."""

from __future__ import annotations

from adjudicator.kernel import Event, Resolution, agenda_step
from adjudicator.perikles.components import CITIES
from adjudicator.perikles.events.politics import Elected, NoLeader, PersianLeaders
from adjudicator.perikles.state.position import City, Perikles
from adjudicator.perikles.state.tell_chapter import tell_chapter


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
