"""Forms: questions in the words of the box, whose answers write entries of a book.

A title declares them. One with `after` is offered with an answer to one of those questions, and what it writes lasts
`until` the end of a period; one without is filled in when the game begins, and what it writes stands.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

Entries = list[dict[str, Any]]


class FormOption(msgspec.Struct, frozen=True):
    """One answer to a question of a form, and the entries that it writes: none means that the seat is asked."""

    id: str
    words: str
    entries: Entries = []


class FormQuestion(msgspec.Struct, frozen=True):
    """One question of a form. `options` lists the answers for a seat, from its view; the first one counts unsaid.

    Without any answer it is not asked: its moment is past."""

    id: str
    asks: str
    options: Callable[[Any, str], Sequence[FormOption]]


class Ranking(msgspec.Struct, frozen=True):
    """A list that a person puts in order, for the field of a choice to a question; `items` are its ids with words.

    `stands_for` gives the ids of what stands for an item on the board.
    """

    question: str
    field: str
    asks: str
    items: Callable[[Any, str], Sequence[tuple[str, str]]]
    stands_for: Callable[[Any, str, str], Sequence[str]] = lambda view, seat, item: ()


class Form(msgspec.Struct, frozen=True):
    """Questions that are asked together. `words` says what for.

    `rankings` say the same more freely: each is a choice that answers every time.
    """

    id: str
    words: str
    questions: tuple[FormQuestion, ...]
    after: tuple[str, ...] = ()
    until: str | None = None
    rankings: tuple[Ranking, ...] = ()


ASK: Final = FormOption("ask", "ask me each time")


def form_of_the_start(*questions: FormQuestion) -> Form:
    """The form that is filled in when a game begins, and whose book stands."""
    words = "A few questions, and the host writes to you only about what you want to decide yourself."
    return Form("start", words, questions)


def by_rule(*questions: str, words: str, also: Entries = []) -> tuple[FormOption, FormOption]:  # noqa: B006 - never changed
    """Two answers: by the default, or asked each time."""
    return FormOption("rule", words, [*also, *defaults(*questions)]), ASK


def fixed(*options: FormOption) -> Callable[[Any, str], Sequence[FormOption]]:
    """The same options for every seat, whatever it sees."""
    return lambda view, seat: options


def defaults(*questions: str) -> Entries:
    """Entries that give the default to each of these questions."""
    return [{"question": question, "default": True} for question in questions]
