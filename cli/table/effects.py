"""What the others will see of an answer: the phase resolved on this machine, twice, over imagined positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from adjudicator.kernel import Chance, Order, Title
from cli.rules.local_chance import key_of

TRIES = ("steady", "random")  # what the others are imagined to answer like


def seen_by_others(rules: Title[Any], view: Any, seat: str, orders: Sequence[Order]) -> list[str]:
    """What everybody is told of what a seat does, whatever the others answer and however the dice fall."""
    found: list[str] | None = None
    for number, bot in enumerate(TRIES):
        told = _told(rules, view, seat, orders, bot, number)
        found = told if found is None else [one for one in found if one in told]
    return found or []


def _told(rules: Title[Any], view: Any, seat: str, orders: Sequence[Order], bot: str, number: int) -> list[str]:
    position = rules.imagine(view, seat, Chance(key_of(b"seen", number)))
    sent: dict[str, Sequence[Order]] = {seat: orders}
    for other in rules.waits_for(position):
        if other != seat:
            chance = Chance(key_of(b"seen", number, other))
            sent[other] = rules.bot(bot)(rules.view(position, other), other, chance)
    resolution = rules.resolve(position, sent, Chance(key_of(b"seen", number, "dice")))
    public = rules.events_for(resolution.events, None)
    return [rules.sentence(event, position) for event in public if getattr(event, "seat", None) == seat]
