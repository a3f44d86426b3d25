"""The end of a game as pages tell it: who won, what points came from, when it turned, how it went (`ending.html`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from adjudicator.kernel import Title
from adjudicator.kernel.hidden.parts import Unseen
from adjudicator.kernel.position.position import Ended, result
from adjudicator.kernel.run.events import ChapterBegins, Event
from adjudicator.kernel.subjects import listed
from adjudicator.kernel.title.course import Course, Turned
from adjudicator.pictures.people import line_of

Facts = dict[str, Any]
Before = Callable[[int], Iterable[Event]]
WIDTH: Final = 360
HEIGHT: Final = 150
EDGE: Final = 6
QUARTERS: Final = ("After a quarter", "Halfway", "After three quarters", "At the end")
NOBODY: Final = "Never drawn"
MANY: Final = 6
"""Sources that stand open on the page."""


def ending_facts(
    rules: Title[Any],
    view: Any,
    players: Mapping[str, str],
    course: Course | None,
    before: Before,
    own: str | None = None,
) -> Facts:
    """What the template tells of a game that is over; `own`: the seat that reads it; `before`: see `turning_point`."""
    seats = seats_at_the_end(rules, view, players, own)
    return {
        "won": result(seats),
        "ended": seats,
        "sources": sources(course, seats) if course else [],
        "open_sources": MANY,
        "turned": turning_point(course, seats, before) if course else None,
        "course": lines(course, seats) if course and len(course.scores) > 1 else None,
        "unseen": unseen_in_words(rules, view, course.unseen) if course else [],
    }


def seats_at_the_end(rules: Title[Any], view: Any, players: Mapping[str, str], own: str | None) -> list[Ended]:
    """The seats, the first first."""
    scores, places = rules.scores(view), view.outcome.places if view.outcome else {}
    found = [
        Ended(
            seat,
            rules.words(view, f"seat:{seat}").removeprefix("the "),
            own_word(rules, view, seat) if seat in rules.naming.people else players.get(seat, ""),
            places.get(seat),
            scores.get(seat),
            seat == own,
            line_of(seat, view.seats),
            rules.words(view, f"seat:{seat}").startswith("the "),
        )
        for seat in view.seats
    ]
    return sorted(found, key=lambda one: one.place or len(found))


def own_word(rules: Title[Any], view: Any, seat: str) -> str:
    """What a seat is called, whoever plays it."""
    return rules.naming.own_word(view, seat).removeprefix("the ")


def sources(course: Course, seats: Sequence[Ended]) -> list[tuple[str, list[int | None]]]:
    """What points came from, a row for each source, and how many for each seat; the richest first."""
    names = list(dict.fromkeys(source for one in seats for source in course.tally.get(one.seat, {})))
    rows = [(name, [course.tally.get(one.seat, {}).get(name) for one in seats]) for name in names]
    rows = [row for row in rows if any(row[1])]
    return sorted(rows, key=lambda row: -sum(abs(points or 0) for points in row[1]))


def unseen_in_words(rules: Title[Any], view: Any, unseen: Sequence[Unseen]) -> list[tuple[str, list[tuple[str, str]]]]:
    """What lay face down to the end, by sort: who held it, or that nobody did, and what it was; what was held first."""
    found: dict[str, dict[str, list[str]]] = {}
    held = {one.sort for one in unseen if one.where}
    for one in sorted(unseen, key=lambda one: one.sort not in held):
        names = [rules.words(view, thing) for thing in one.things]
        said = listed(
            [name if names.count(name) == 1 else f"{name} ×{names.count(name)}" for name in dict.fromkeys(names)]
        )
        holder, *place = [rules.words(view, where) for where in one.where] or [NOBODY]
        row = found.setdefault(one.sort, {}).setdefault(holder.removeprefix("the "), [])
        row.append(": ".join([*place, said]))
    return [(sort, [(holder, "; ".join(row)) for holder, row in rows.items()]) for sort, rows in found.items()]


def turning_point(course: Course, seats: Sequence[Ended], before: Before) -> Facts | None:
    """The phase in which a game turned, and how; None where none did.

    It is told by the chapter of the rules that had begun before it: `before` gives of a phase what happened earlier.
    """
    found = course.turned
    if found is None:
        return None
    begun = [event.name for event in before(found.phase) if isinstance(event, ChapterBegins)]
    when = f"{begun[-1]}:" if begun else f"In phase {found.phase}"
    return {"phase": found.phase, "said": f"{when} {lead_in_words(found, seats[0])}."}


def sources_in_words(course: Course, seats: Sequence[Ended]) -> list[tuple[str, str]]:
    """What points came from, the richest first: `Statues` and `carla 8, anna 11`."""
    return [(f"{name[:1].upper()}{name[1:]}", _each(seats, of)) for name, of in sources(course, seats)]


def course_in_words(course: Course, seats: Sequence[Ended]) -> list[tuple[str, str]]:
    """The scores at each quarter of a game; nothing of a game so short that there are none."""
    phases = [*course.scores.values()]
    if len(phases) <= len(QUARTERS):
        return []
    at = {said: phases[(len(phases) - 1) * quarter // len(QUARTERS)] for quarter, said in enumerate(QUARTERS, 1)}
    return [(said, _each(seats, [scores[one.seat] for one in seats])) for said, scores in at.items()]


def _each(seats: Sequence[Ended], numbers: Sequence[int | None]) -> str:
    return ", ".join(f"{one.name} {number or 0}" for one, number in zip(seats, numbers, strict=True))


def lead_in_words(found: Turned, winner: Ended) -> str:
    """How the winner's lead grew: `you went from 5 behind to 1 ahead, and were never behind again`."""
    who, was = "you" if winner.own else winner.name, found.lead - found.by
    if found.lead < 0:
        return f"{who} made up {points(found.by)}"
    if was < 0:
        ahead = f"{found.lead} ahead" if found.lead else "level"
        said = f"{who} went from {-was} behind to {ahead}"
    else:
        said = f"{'your' if winner.own else possessive(winner)} lead grew by {points(found.by)}, to {found.lead}"
    return (
        f"{said}, and {who} {'were' if winner.own or winner.many else 'was'} never behind again"
        if found.for_good
        else said
    )


def possessive(one: Ended) -> str:
    """`Carla’s`, `Carlos’s`, `Athens’s`; of several `Aristocrats’`."""
    return f"{one.name}’" if one.many and one.name.endswith("s") else f"{one.name}’s"


def points(number: int) -> str:
    """`1 point`, `5 points`."""
    return f"{number} point{'' if number == 1 else 's'}"


def lines(course: Course, seats: Sequence[Ended]) -> Facts:
    """The scores as lines: for each seat the points of an SVG polyline; the least and the most score."""
    every = [score for scores in course.scores.values() for score in scores.values()]
    least, most = min(0, *every), max(every)
    last, span = len(course.scores) - 1, max(1, most - least)

    def point(place: int, score: int) -> str:
        across = EDGE + (WIDTH - 2 * EDGE) * place // max(1, last)
        down = HEIGHT - EDGE - (HEIGHT - 2 * EDGE) * (score - least) // span
        return f"{across},{down}"

    drawn = [
        (one, " ".join(point(place, scores[one.seat]) for place, scores in enumerate(course.scores.values())))
        for one in seats
    ]
    turned = course.turned
    across = [*course.scores].index(turned.phase) if turned else None
    return {
        "drawn": drawn,
        "width": WIDTH,
        "height": HEIGHT,
        "least": least,
        "most": most,
        "turned": None if across is None else EDGE + (WIDTH - 2 * EDGE) * across // max(1, last),
    }
