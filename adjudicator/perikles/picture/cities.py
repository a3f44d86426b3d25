"""The six cities as a table: cubes by seat, candidates, leader; below them Statues and the Defeat track."""

from __future__ import annotations

from adjudicator.kernel.subjects import subject
from adjudicator.perikles.components import CITIES, components
from adjudicator.perikles.names import name_of
from adjudicator.perikles.state.position import City, Perikles
from adjudicator.pictures.shapes import INNER, LINE, MARGIN, PADDING, Card, Flow
from adjudicator.pictures.wording import enumerated

_CUBES = 176
_CUBE = 54
_CANDIDATES = 470
_CANDIDATE = 52
_LEADER = 638
_TRACK = 470
_STEP = 44
_HEIGHT = 2 * LINE + 12


def cities(view: Perikles, top: int) -> list[Card]:
    """The heads of the columns, then a card a city."""
    head = Card("", top)
    head.words("Cubes", MARGIN + PADDING, top + LINE // 2, "strong")
    for column, seat in enumerate(view.seats):
        head.sign(seat, _CUBES + column * _CUBE, top + LINE // 2)
    head.words("a", _CANDIDATES, top + LINE // 2, "strong", "middle")
    head.words("b", _CANDIDATES + _CANDIDATE, top + LINE // 2, "strong", "middle")
    head.words("Leader", _LEADER, top + LINE // 2, "strong", "middle")
    head.bottom = top + LINE + 4
    cards = [head]
    for name in CITIES:
        cards.append(_city(view, name, view.cities[name], cards[-1].bottom + (8 if len(cards) > 1 else 0)))
    legend = Card("", cards[-1].bottom)
    Flow(legend, MARGIN, legend.top, INNER).words("Boxes: what a Statue is worth, Defeat by Defeat", "faint")
    legend.bottom = legend.top + LINE
    return [*cards, legend]


def _city(view: Perikles, name: str, city: City, top: int) -> Card:
    card = Card(_label(view, name, city), top, subject=subject("city", name))
    first, second = top + 6 + LINE // 2, top + 6 + LINE + LINE // 2
    card.words(name_of(name), MARGIN + PADDING, first, "name")
    for column, seat in enumerate(view.seats):
        cubes = city.temple[seat]
        card.words(str(cubes), _CUBES + column * _CUBE, first, "strong" if cubes else "faint", "middle")
    for space, candidate in enumerate((city.a, city.b)):
        card.sign(candidate or "vacant", _CANDIDATES + space * _CANDIDATE, first)
    card.sign(city.leader or "vacant", _LEADER, first)
    if city.statues:
        Flow(card, MARGIN + PADDING, top + 6 + LINE, 300).words("Statues").sign(*city.statues)
    _add_track(card, name, city.defeats, second)
    card.bottom = top + _HEIGHT
    return card.framed()


def statue_values(name: str) -> list[int]:
    """E.05: what a Statue is worth by number of Defeats; nothing where the table ends with a Defeat to come."""
    values = list(components().statue_values[name])
    return [*values, 0] if name in components().limits.defeats_ending_the_game else values


def _add_track(card: Card, name: str, defeats: int, line: int) -> None:
    """C.11: a box for each value of a Statue; the one that counts is framed, those behind it are crossed."""
    values = statue_values(name)
    card.words(f"Defeats {defeats}", _TRACK - 28, line, "plain" if defeats else "faint", "end")
    for step, value in enumerate(values):
        now = step == min(defeats, len(values) - 1)
        x = _TRACK + step * _STEP
        card.box(x - 20, line - 18, 40, 36, "now" if now else "step")
        card.words(str(value), x, line, "strong" if now else "faint", "middle")
        if step < defeats and not now:
            card.sign("crossed", x, line)


def _label(view: Perikles, name: str, city: City) -> str:
    """What a screen reader says for the card."""
    cubes = enumerated(f"{seat} {city.temple[seat]}" for seat in view.seats)
    values = statue_values(name)
    now, after = (values[min(city.defeats + more, len(values) - 1)] for more in (0, 1))
    return (
        f"{name_of(name)}: cubes {cubes}; candidate a {city.a or 'none'}, b {city.b or 'none'}; "
        f"leader {city.leader or 'none'}; Statues {enumerated(city.statues)}; Defeats {city.defeats}, "
        f"a Statue is worth {now}, after the next Defeat {after}"
    )
