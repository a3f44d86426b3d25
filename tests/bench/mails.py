"""What a player counts: mails a game turn, with nothing said ahead and with each habit that saves.

A host writes one mail for each phase that waits: to each seat that it waits for, of a veiled phase to all. Reminders,
press and digests are not counted, nor what comes before the first game turn. A game turn is the first period that a
title declares. Steady bots answer for the players.

    python -m tests.bench mails                  all titles
    python -m tests.bench mails perikles 20      one, over so many games a row
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

from adjudicator.kernel import Chance, Title
from adjudicator.registry import title
from tests.adjudicator.players import begin, key, orders_of_bots
from tests.bench.habits import HABITS, Habit
from tests.bench.table import median, percentile, show

GAMES = 4


class Sort(NamedTuple):
    """Games of one sort."""

    title: str
    scenario: str
    seats: int


SORTS = (
    Sort("perikles", "standard", 3),
    Sort("perikles", "standard", 4),
    Sort("perikles", "standard", 5),
    Sort("pericles", "14.3", 4),
    Sort("pericles", "14.2", 4),
    Sort("polis", "standard", 2),
    Sort("polis", "corinthian_war", 2),
    Sort("polis", "second_war", 2),
    Sort("athens_sparta", "war", 2),
)


@dataclass
class Box:
    """The mails of one game: by seat and turn, by question, and those that a host which holds mails back would save."""

    mails: Counter[tuple[str, object]] = field(default_factory=Counter)
    questions: Counter[str] = field(default_factory=Counter)
    sittings: int = 0
    phases: int = 0


def measure(named: str | None = None, games: int = GAMES) -> None:
    """The tables of all titles, or of one."""
    for sort in SORTS:
        if named in (None, sort.title):
            measure_sort(sort, games)


def measure_sort(sort: Sort, games: int) -> None:
    """One row for nothing, one for each habit with those before it, and the last with one seat alone."""
    ladder = HABITS.get(sort.title, ())
    rows = [row(sort, "nothing", (), games)]
    rows += [row(sort, f"+ {habit.words}", ladder[:number], games) for number, habit in enumerate(ladder, 1)]
    if ladder:
        rows.append(row(sort, "the same, one seat alone", ladder, games, alone=True))
        if mute(ladder):
            loud = [habit for habit in ladder if not habit.mute]
            rows.append(row(sort, "one seat alone, with mails of veiled phases", loud, games, alone=True))
    show(
        f"{sort.title} {sort.scenario}, {sort.seats} seats: mails a player and game turn ({games} games)",
        ("added, one on the other", "mean", "median", "9 of 10", "most", "in one sitting", "phases", "by question"),
        rows,
        "In one sitting: those to a seat whose own answer opened the question, asked alone before.",
    )


def row(sort: Sort, words: str, habits: Sequence[Habit], games: int, *, alone: bool = False) -> list[object]:
    """A line of the table."""
    boxes = [play(sort, tuple(habits), seed, alone=alone) for seed in range(games)]
    counts = [mails for box in boxes for mails in box.mails.values()]
    turns = len(counts)
    asked = sum((box.questions for box in boxes), Counter[str]())
    most = [f"{name} {number / turns:.1f}" for name, number in asked.most_common(8) if number / turns >= 0.05]
    phases = len({(number, turn) for number, box in enumerate(boxes) for _, turn in box.mails})
    return [
        words,
        f"{sum(counts) / turns:.1f}",
        f"{median(counts):.0f}",
        percentile(counts, 90),
        max(counts),
        f"{sum(box.sittings for box in boxes) / turns:.1f}",
        f"{sum(box.phases for box in boxes) / phases:.0f}",
        ", ".join(most),
    ]


@cache
def play(sort: Sort, habits: tuple[Habit, ...], seed: int, *, alone: bool) -> Box:
    """One game, in which every seat has these habits, or only one of them: another one in each game."""
    rules, box = title(sort.title), Box()
    position = begin(rules, sort.seats, ("mails", seed), sort.scenario).position
    writing = [position.seats[seed % sort.seats]] if alone else [*position.seats]
    books = {seat: write(rules, position, seat, habits) for seat in writing}
    position = rules.with_books(position, books)
    last: list[str] = []
    while position.phase is not None:
        waiting, turn = rules.waits_for(position), next(iter(rules.periods.values()))(position)
        sent = orders_of_bots(rules, position, ("mails", seed), "steady")
        sent = {seat: orders for seat, orders in sent.items() if seat in waiting}
        if waiting and turn:
            count(rules, position, waiting, last, turn, box, [*writing] if mute(habits) else [], writing)
        last = waiting or last
        books = {seat: ahead(rules, position, seat, orders, habits) for seat, orders in sent.items() if seat in writing}
        books = {seat: book for seat, book in books.items() if book is not None}
        position = rules.resolve(position, sent, Chance(key("mails", seed, position.phases)), books).position
    return box


def count(
    rules: Title[Any],
    position: Any,
    waiting: Sequence[str],
    last: Sequence[str],
    turn: object,
    box: Box,
    muted: Sequence[str],
    counted: Sequence[str],
) -> None:
    """The mails of a phase that waits."""
    box.phases += 1
    bots = rules.bots_now(position)
    for seat in counted:
        box.mails[seat, turn] += 0
        if seat in waiting:
            box.questions[rules.unanswered(rules.view(position, seat), seat)[0].question] += 1
            box.sittings += [seat] == list(last) == list(waiting)
        elif position.phase.veiled and seat not in bots and seat not in muted:
            box.questions["veiled"] += 1
        else:
            continue
        box.mails[seat, turn] += 1


def mute(habits: Sequence[Habit]) -> bool:
    """Whether a player with these habits wants no mail of veiled phases that ask them nothing."""
    return any(habit.mute for habit in habits)


def write(rules: Title[Any], position: Any, seat: str, habits: Sequence[Habit]) -> Any:
    """The book that a seat has from the beginning."""
    view = rules.view(position, seat)
    return rules.check_book([entry for habit in habits for entry in habit.standing(rules, view, seat)])


def ahead(rules: Title[Any], position: Any, seat: str, orders: Sequence[Any], habits: Sequence[Habit]) -> Any:
    """The book that a seat sends with its orders; None where it leaves its book as it is."""
    view = rules.view(position, seat)
    for habit in habits:
        if habit.ahead is not None and (book := habit.ahead(rules, view, seat, orders)) is not None:
            view.books = {**view.books, seat: book}
            position = rules.with_books(position, {seat: book})
    return position.books.get(seat)
