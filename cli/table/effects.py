"""What the others will see of an answer: the phase resolved on this machine, thrice, over imagined positions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

from adjudicator.kernel import Chance, Event, Order, Title
from cli.rules.local_chance import key_of

TRIES = ("steady", "random")  # what the others are imagined to answer like
Lines = list[tuple[bool, str]]


def seen_by_others(rules: Title[Any], view: Any, seat: str, orders: Sequence[Order]) -> list[str]:
    """What everybody is told of what a seat does, whatever the others answer and however the dice fall."""
    first, again = (_told(rules, view, seat, orders, 0, dice) for dice in range(2))
    certain = [line for line, other in takewhile(lambda pair: pair[0] == pair[1], zip(first, again, strict=False))]
    found = [sentence for own, sentence in certain if own]
    return [one for one in found if (True, one) in _told(rules, view, seat, orders, 1, 2)] if found else []


def _told(rules: Title[Any], view: Any, seat: str, orders: Sequence[Order], number: int, dice: int) -> Lines:
    """The public sentences of one such try in their order, each with whether it tells what the seat does."""
    position = rules.imagine(view, seat, Chance(key_of(b"seen", number)))
    sent: dict[str, Sequence[Order]] = {seat: orders}
    for other in rules.waits_for(position):
        if other != seat:
            chance = Chance(key_of(b"seen", number, other))
            sent[other] = rules.bot(TRIES[number])(rules.view(position, other), other, chance)
    resolution = rules.resolve(position, sent, Chance(key_of(b"seen", dice, "dice")))
    public = rules.events_for(resolution.events, None)
    return [(_is_of(rules, event, seat), rules.sentence(event, position)) for event in public]


def _is_of(rules: Title[Any], event: Event, seat: str) -> bool:
    """Whether an event tells what a seat does: it is the first that a field of the event names."""
    kinds = {**rules.naming.fields, **event.kinds}
    named = (getattr(event, name) for name in event.__struct_fields__ if kinds.get(name) == "seat")
    return next((one for one in named if isinstance(one, str)), None) == seat
