"""Hot-seat games for tests: the answers that a person would type, taken from a bot that sees what the person sees."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from adjudicator.kernel import Chance, Order
from adjudicator.kernel.questions.questions import question_of
from adjudicator.kernel.run.resolution import order_to_dict
from cli.rules.saved_games import FORMAT, SavedGame, key_of, secret_of
from cli.seat.hotseat import HotSeat

Chooser = Callable[[HotSeat, str], list[Order]]


def saved_game(seed: str, *people: str, seats: int = 3, bots: str = "steady", scenario: str = "standard") -> SavedGame:
    """A game of Perikles as `ostraka play --seed` begins it."""
    from adjudicator.registry import title

    rules = title("perikles")
    names = list(rules.seats(scenario, seats))
    setup = key_of(secret_of(seed), "setup")
    return SavedGame(FORMAT, rules.id, rules.version, scenario, names, list(people or names[:1]), bots, {}, setup)


def steady(game: HotSeat, seat: str) -> list[Order]:
    """What the steady bot answers to the open questions of a seat."""
    view = game.view(seat)
    wanted = [ask.question for ask in game.rules.unanswered(view, seat)]
    orders = game.rules.bot("steady")(view, seat, Chance(bytes(32)))
    return [order for order in orders if question_of(order) in wanted]


def typed_by(chooser: Chooser, saved: SavedGame, seed: str) -> tuple[list[str], HotSeat]:
    """The lines with which a person makes the same choices, and the game that comes of them."""
    lines: list[str] = []

    def person(game: HotSeat, seat: str) -> list[Order]:
        orders = chooser(game, seat)
        lines.extend(json.dumps(order_to_dict(order)) for order in orders)
        return orders

    game = HotSeat(saved, secret_of(seed), None)
    while (seat := game.turn) is not None:
        game.give(seat, person(game, seat))
    return lines, game


def last_position(saved: SavedGame) -> Any:
    """The position of a saved game where it was left."""
    *_, last = saved.resolutions()
    return last.position
