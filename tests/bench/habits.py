"""What players do to get fewer mails: what they write in their books at the beginning, and with their answers.

A fourth title needs a row here only if it has habits of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from adjudicator.kernel import Book, Chance, Title, ask_name
from tests.adjudicator.players import key

Entries = list[dict[str, Any]]


def nothing(rules: Title[Any], view: Any, seat: str) -> Entries:
    """No entry."""
    return []


@dataclass(frozen=True)
class Habit:
    """Something that a player does to get fewer mails.

    `standing` is what it adds to a book before the first phase; `ahead` gives the book that goes with orders, or None.
    `mute`: no mail of veiled phases that ask nothing.
    """

    words: str
    standing: Callable[[Title[Any], Any, str], Entries] = nothing
    ahead: Callable[[Title[Any], Any, str, Any], Book | None] | None = None
    mute: bool = False


def form(**answers: str) -> Callable[[Title[Any], Any, str], Entries]:
    """What these answers to the form at the beginning write, and no others."""

    def written(rules: Title[Any], view: Any, seat: str) -> Entries:
        [*forms] = rules.forms.values()
        return [
            entry
            for question in forms[0].questions
            if question.id in answers
            for option in question.options(view, seat)
            if option.id == answers[question.id]
            for entry in option.entries
        ]

    return written


def next_times(*questions: str) -> Callable[[Title[Any], Any, str, Any], Book | None]:
    """With an answer to one of these questions goes what the bot would answer the next times."""

    def ahead(rules: Title[Any], view: Any, seat: str, orders: Any) -> Book | None:
        bot = rules.bot("steady")
        for order in orders:
            if (name := ask_name(order)) in questions:
                given = [order]
                while (later := rules.later_view(view, seat, name, given)) is not None:
                    given += [one for one in bot(later, seat, Chance(key("ahead"))) if ask_name(one) == name]
                return rules.with_answers_ahead(view, seat, name, given)
        return None

    return ahead


def sheet(name: str) -> Callable[[Title[Any], Any, str, Any], Book | None]:
    """With an answer after which the title offers this form goes the form, as it is recommended."""

    def ahead(rules: Title[Any], view: Any, seat: str, orders: Any) -> Book | None:
        offered = any(name in rules.forms_after(ask_name(order)) for order in orders)
        return rules.book_of_form(view, seat, name, {}) if offered else None

    return ahead


PERIKLES = (
    Habit("form: cubes, small matters, Special tile", form(cubes="rule", small="rule", special="keep")),
    Habit("form: candidates, me where I have most cubes", form(candidates="most cubes")),
    Habit("and the next two tiles", ahead=next_times("D-2")),
    Habit("and the next two commitments", ahead=next_times("D-5C")),
)
PERICLES = (
    Habit("form: small matters, losses", form(politics="rule", losses="rule")),
    Habit("form: theaters", form(theaters="rule")),
    Habit("debate sheet of a turn", ahead=sheet("debates")),
    Habit("and the other markers", ahead=next_times("D16")),
    Habit("form: Entourage", form(entourage="rule")),
    Habit("form: tokens of expeditions", form(expeditions="tokens")),
    Habit("no mail of veiled phases", mute=True),
)
POLIS = (
    Habit(
        "form: battles, events, end of the round",
        form(battles="rule", retreat="rule", events="rule", feeding="rule", phoros="rule"),
    ),
    Habit("and the next two turns", ahead=next_times("D2")),
)
ATHENS_SPARTA = (
    Habit("form: garrison orders, losses", form(battles="steady", losses="rule")),
    Habit("and the next cards of the Olympiad", ahead=next_times("D-4")),
    Habit("form: bad hands, Persian support", form(hands="redeal", support="take")),
    Habit("no mail of veiled phases", mute=True),
)
HABITS: Mapping[str, tuple[Habit, ...]] = {
    "perikles": PERIKLES,
    "pericles": PERICLES,
    "polis": POLIS,
    "athens_sparta": ATHENS_SPARTA,
}
