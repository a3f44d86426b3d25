"""Whoever sits at this machine: their answers, and the cards on which they answer ahead."""

from __future__ import annotations

import click

from adjudicator.kernel import Order
from cli.answer.hand import Hand
from cli.answer.keeping import Kept
from cli.home.home import Home
from cli.play.ahead.cards import Cards, tell_what_came
from cli.play.hotseat import HotSeat, LocalPast
from cli.play.prompt import Person
from cli.play.screen import hand_over
from cli.rules.saved_games import BegunAnswer


class People:
    """Whoever sits at the machine, one after another; their cards are kept under the name of the game."""

    def __init__(self, home: Home, name: str) -> None:
        self.home, self.name = home, name
        self.sitting: str | None = None
        self.person: Person | None = None

    def begun(self, phase: int) -> BegunAnswer | None:
        """What the person who sits here has answered of a phase so far."""
        if self.person is None or not self.person.orders:
            return None
        return BegunAnswer(phase, self.person.seat, self.person.begun)

    def __call__(self, game: HotSeat, seat: str) -> list[Order]:
        """The orders of a seat to everything that it is asked; cards that are new go into its book with them."""
        first = self.sitting is None
        if self.sitting != seat and len(game.saved.people) > 1:
            hand_over(seat)
        self.sitting = seat
        person = self.person = Person(game, seat)
        hand, phase = Hand(LocalPast(game, seat), Kept(self.home, self.name, seat)), game.position.phases
        person.letters["c"] = lambda: Cards(hand, person.view, person.orders).ask()
        if (begun := game.saved.begun) and (begun.phase, begun.seat) == (phase, seat):
            person.restore(begun.orders)
        if first:
            click.echo("Type ? to see what you can type, b to see the board.")
            person.show_board()
        tell_what_came(hand, hand.follow(person.view, phase))
        orders = person.answer()
        if hand.waiting:
            game.books[seat] = hand.book()
            hand.filed(phase)
        return orders
