"""A phase resolved on the player's own machine, from their view and their orders; everything else is made up.

What is hidden is imagined (`Title.imagine`), the others' orders come from bots or files, the dice are this machine's
own. None of it comes from the host, which knows better: the result is a guess.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from adjudicator.kernel import Chance, Order, Resolution
from cli.rules.saved_games import key_of
from cli.seat.game import booked_in_words
from cli.seat.known_game import KnownGame
from cli.terminal.output import fallen_in_words


class Guess(msgspec.Struct, frozen=True):
    """What might come of a phase: the orders that others are assumed to give, and the resolution."""

    others: Mapping[str, Sequence[Order]]
    resolution: Resolution[Any]


def guess(
    known: KnownGame,
    mine: Sequence[Order] | None,
    given: Mapping[str, Sequence[Order]],
    bot: str,
    secret: bytes,
    number: int,
) -> Guess:
    """Resolve the open phase once; another `number` deals, guesses and rolls again.

    `mine` None: nothing was sent, so that the book answers, or else the default. `given` are orders of others, by seat.
    """
    rules = known.rules
    position = rules.imagine(known.view, known.seat, Chance(key_of(secret, "imagine", number)))
    others: dict[str, Sequence[Order]] = {}
    for seat in position.seats:
        chance = Chance(key_of(secret, "bot", seat, number))
        orders = given[seat] if seat in given else rules.bot(bot)(rules.view(position, seat), seat, chance)
        if seat != known.seat and orders:
            others[seat] = orders
    sent = others if mine is None else {**others, known.seat: mine}
    return Guess(others, rules.resolve(position, sent, Chance(key_of(secret, "dice", number))))


def sentences(known: KnownGame, resolution: Resolution[Any]) -> list[str]:
    """The report that the player's seat would get."""
    mine = [one for one in resolution.counted if one.seat == known.seat]
    booked = [booked_in_words(known.rules, one.question) for one in mine if one.source == "book"]
    events = known.rules.events_for(resolution.events, known.seat)
    happened = [known.rules.sentence(event, known.view) for event in events]
    fallen = [one for one in resolution.fallen if one.seat == known.seat]
    return [*booked, *happened, *(fallen_in_words(one.question, one.message, one.clause) for one in fallen)]


def guess_as_data(known: KnownGame, made: Guess) -> dict[str, Any]:
    """A guess as `ostraka try --json` prints it."""
    rules, resolution = known.rules, made.resolution
    view = rules.view(resolution.position, known.seat)
    return {
        "others": {seat: [rules.order_to_dict(order) for order in orders] for seat, orders in made.others.items()},
        "fell": [f"{one.seat} to {one.question}" for one in resolution.fallen if one.seat in made.others],
        "sentences": sentences(known, resolution),
        "waiting": rules.waiting(view),
        "scores": rules.scores(resolution.position),
        "text": rules.show(view),
    }
