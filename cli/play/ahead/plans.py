"""A plan at a terminal: the answers to the next times of a question in one list, each made as a real answer is."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, Final

import click
import msgspec
from msgspec.structs import replace

from adjudicator.kernel import Malformed, Order, Title
from cli.answer.cards import ways_on
from cli.answer.hand import Hand
from cli.answer.plan import Plan
from cli.play.ahead.ranked_lists import numbers_typed
from cli.play.prompt import Person
from cli.play.screen import Left, read_line
from cli.terminal.output import choices, tell, wrapped

HELP: Final = """\
  Enter  keep the plan
  +      add the next one
  3 1    lines 3 and 1 come first, in this order; the others follow as they stood
  -2     take line 2 out; several at once: -2 -3
  v 2    vary line 2, where it can say more than its answer: only if, or else
  e      what holds after the last line: you are asked, you pass, or the default counts
  q      leave the plan; nothing of it is kept"""


class Later(msgspec.Struct, frozen=True):
    """The game as it will be if nothing else happens, for a person who answers ahead."""

    rules: Title[Any]
    seen: Any
    news: Mapping[str | None, Sequence[str]] = {}

    def view(self, seat: str | None) -> Any:
        """The view of the person; there is no other."""
        return self.seen

    def board(self, seat: str | None) -> str:
        """The board as it will be then."""
        return self.rules.show(self.seen)


def answer_ahead(rules: Title[Any], view: Any, seat: str, name: str) -> Order:
    """What a person answers to a question as if they were asked in this view."""
    person = Person(Later(rules, view), seat, reviewed=True)
    person.open = [name]
    person.question = name
    person.answer_open()
    return person.answers[name]


def one_of(seat: str, asks: str, words: Sequence[str]) -> int:
    """The place of what a person chooses. `Left` where they choose none."""
    click.secho(asks, bold=True)
    choices(words)
    while not ((typed := read_line(seat)).isdecimal() and 1 <= int(typed) <= len(words)):
        if typed == "q":
            raise Left
        click.echo(f"{typed!r} is none of these: type 1 to {len(words)}, or q.")
    return int(typed) - 1


def settle_plan(plan: Plan, hand: Hand) -> bool:
    """Have a person make a plan, or change it; gives whether they keep it."""
    if not plan.card.choose:
        with suppress(Left):
            add(plan, "")
    while True:
        show(plan)
        typed = read_line(plan.seat).casefold()
        if typed == "q":
            return False
        try:
            if typed == "":
                hand.put(plan.card, plan.place)
                return True
            with suppress(Left):
                change(plan, typed)
        except Malformed as error:
            click.echo(HELP if typed == "?" else wrapped(f"That cannot be done: {error}; ? for help."))


def change(plan: Plan, typed: str) -> None:
    """Do what was typed to the plan. Malformed where it is nothing."""
    word, _, about = typed.partition(" ")
    if word in CHANGES:
        CHANGES[word](plan, about)
        return
    sign, places = numbers_typed(typed.replace(",", " ").split(), len(plan.card.choose))
    if sign == "":
        plan.put_first(places)
    elif sign == "-":
        plan.take_out(*places)
    else:
        raise Malformed("a line that is out does not come back: + adds one")


def add(plan: Plan, about: str) -> None:
    """One line more."""
    if (view := plan.next_view) is None:
        raise Malformed("nothing more will be asked")
    plan.add(view, answer_ahead(plan.rules, view, plan.seat, plan.card.question))


def vary(plan: Plan, about: str) -> None:
    """What a line says beyond its answer."""
    _, [place, *_] = numbers_typed(about.split(), len(plan.card.choose))
    groups = plan.variations(place)
    ways = [(group, number) for group, (_, options) in enumerate(groups) for number in range(len(options))]
    if not ways:
        raise Malformed("the line can say no more than its answer")
    words = [f"{asks} {words}" for asks, options in groups for _, words in options]
    plan.vary(place, *ways[one_of(plan.seat, "Only if, or else", words)])


def otherwise(plan: Plan, about: str) -> None:
    """What holds after the last line."""
    ways = ways_of(plan)
    way, _ = ways[one_of(plan.seat, "After the last line, and where none is legal", [words for _, words in ways])]
    plan.card = replace(plan.card, otherwise=way)


def ways_of(plan: Plan) -> list[Any]:
    """What may hold after the last line, in words."""
    view = plan.lines[0].view if plan.card.choose else plan.next_view
    return ways_on(plan.rules, plan.seat, plan.card.question, view)


def show(plan: Plan) -> None:
    """The list, what each line does as things stand, and what holds after it."""
    rules, card, question = plan.rules, plan.card, plan.question
    click.secho(wrapped(f"{question.subject}: the next times ({card.question})"), bold=True)
    for order in plan.given:
        tell(wrapped(f"  now: {rules.order_in_words(plan.view, plan.seat, order)}", 7))
    lines = plan.lines
    choices([line.words for line in lines])
    for number, line in enumerate(lines, 1):
        if line.why:
            tell(wrapped(f"  As things stand line {number} is passed over: {line.why}.", 4))
    if question.queued:
        tell(wrapped("They are given in this order; as soon as the next one has become illegal you are asked."))
    else:
        tell(wrapped("Each time, the first line that is legal is given and used up; one that is not legal waits."))
    if card.when:
        tell(wrapped(f"It answers only while {rules.quantities.described(card.when)}."))
    tell(wrapped(f"After the last line: {dict(ways_of(plan)).get(card.otherwise, 'ask me')}."))
    more = "+ the next one, " if plan.next_view is not None else ""
    tell(
        wrapped(f"Enter keeps the plan; {more}2 1 these first, -1 out, v 1 vary, e after it, q leaves it, ? for help.")
    )


CHANGES: Final[Mapping[str, Callable[[Plan, str], None]]] = {"+": add, "v": vary, "e": otherwise}
