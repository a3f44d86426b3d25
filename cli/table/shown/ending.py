"""The end of a game as its page tells it: who won and why, what points came from, when it turned, how it went."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from adjudicator.kernel.title.course import Course, Turned
from cli.seat.game import Game, Moment
from schemas.statements.in_words import listed

Facts = dict[str, Any]
WIDTH: Final = 360
HEIGHT: Final = 150
EDGE: Final = 6
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
COLOURS: Final = ("red", "green", "black", "white", "blue")
MANY: Final = 6
"""Sources that stand open on the page."""
TOLD: Final = 4
"""Sentences of the phase in which it turned."""


class Ended(NamedTuple):
    """A seat at the end."""

    seat: str
    name: str
    player: str
    place: int | None
    score: int | None
    own: bool
    line: str
    """Which of the lines in the picture is its own: by the colour that the seat is called by, else by a number."""


def ending_facts(game: Game, now: Moment) -> Facts:
    """What the page shows once the game is over."""
    outcome = now.view.outcome
    places: Mapping[str, int] = outcome.places if outcome else {}
    course = game.course()
    seats = seats_at_the_end(game, now, places)
    reason = now.ending[0] if now.ending else ""
    return {
        "won": result(seats, game.seat),
        "reason": reason,
        "ended": seats,
        "sources": sources(course, seats) if course else [],
        "open_sources": MANY,
        "turned": turned(game, course, seats) if course else None,
        "course": lines(course, seats) if course and len(course.scores) > 1 else None,
        "lines": [] if places else now.ending[1:],
        "watched": next(iter(game.views()), None),
    }


def seats_at_the_end(game: Game, now: Moment, places: Mapping[str, int]) -> list[Ended]:
    """The seats, the first first."""
    rules, view, players = game.rules, now.view, game.players
    scores = rules.scores(view)
    found = [
        Ended(
            seat,
            rules.words(view, f"seat:{seat}").removeprefix("the "),
            players.get(seat, "").removesuffix(" (you)"),
            places.get(seat),
            scores.get(seat),
            seat == game.seat,
            seat if seat in COLOURS else str(number),
        )
        for number, seat in enumerate(view.seats)
    ]
    return sorted(found, key=lambda one: one.place or len(found))


def result(seats: Sequence[Ended], own: str) -> str:
    """What is said first: `You won`, `You came third of four`."""
    mine = next((one for one in seats if one.seat == own), None)
    if mine is None or mine.place is None:
        return "The game is over"
    shared = [one for one in seats if one.place == mine.place]
    if mine.place > 1:
        beside = f", beside {listed([one.name for one in shared if not one.own])}" if len(shared) > 1 else ""
        last = mine.place == 2 and len(seats) == 2
        return "You lost" if last else f"You came {ORDINALS[mine.place - 1]} of {NUMBERS[len(seats)]}{beside}"
    if len(shared) == 1:
        return "You won"
    if len(shared) == len(seats):
        return "A draw"
    return f"You won, together with {listed([one.name for one in shared if not one.own])}"


def sources(course: Course, seats: Sequence[Ended]) -> list[tuple[str, list[int | None]]]:
    """What points came from, a row for each source, and how many for each seat; the richest first."""
    names = list(dict.fromkeys(source for one in seats for source in course.tally.get(one.seat, {})))
    rows = [(name, [course.tally.get(one.seat, {}).get(name) for one in seats]) for name in names]
    rows = [row for row in rows if any(row[1])]
    return sorted(rows, key=lambda row: -sum(abs(points or 0) for points in row[1]))


def turned(game: Game, course: Course, seats: Sequence[Ended]) -> Facts | None:
    """The phase that decided it, in words, with what happened in it."""
    if course.turned is None:
        return None
    found = course.turned
    told = next((one.told for one in game.chapters() if one.phase == found.phase), ())
    return {
        "phase": found.phase if found.phase in game.views() else None,
        "said": f"In phase {found.phase} {lead_in_words(found, seats[0])}.",
        "told": [one.sentence for one in told[-TOLD:]],
    }


def lead_in_words(found: Turned, winner: Ended) -> str:
    """How the winner's lead grew: `you went from 5 behind to 1 ahead, and were never behind again`."""
    who, was = "you" if winner.own else winner.name, found.lead - found.by
    if found.lead < 0:
        return f"{who} made up {points(found.by)}"
    if was < 0:
        ahead = f"{found.lead} ahead" if found.lead else "level"
        said = f"{who} went from {-was} behind to {ahead}"
    else:
        said = f"{'your' if winner.own else f'{who}’s'} lead grew by {points(found.by)}, to {found.lead}"
    return f"{said}, and {who} {'were' if winner.own else 'was'} never behind again" if found.for_good else said


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
