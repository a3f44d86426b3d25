"""Whoever sits at this machine, one after another: the same sitting as at a host, passed on from seat to seat."""

from __future__ import annotations

import click

from cli.answer.sitting import Sitting
from cli.home.home import Home
from cli.play.prompt import Person
from cli.play.review import Review
from cli.play.screen import hand_over, tell_what_came
from cli.seat.game import news
from cli.seat.hotseat import HotSeat
from cli.seat.local import LocalGame


def play_on(game: HotSeat, home: Home, name: str) -> None:
    """Have everybody at the machine answer in turn until the game is over. `Left` where one of them leaves."""
    sitting: Sitting | None = None
    while (seat := game.turn) is not None:
        first = sitting is None
        if sitting is None or sitting.seat != seat:
            if len(game.saved.people) > 1:
                hand_over(game.rules.calling(game.saved.names).words(game.view(seat), f"seat:{seat}"))
            sitting = Sitting(LocalGame(game, name, seat), home)
        answer_here(sitting, first)


def answer_here(sitting: Sitting, first: bool) -> None:
    """Have a person answer what they are asked now, and carry it out."""
    sheet, phase = sitting.sheet, sitting.now.phase
    assert sheet is not None and phase is not None  # noqa: S101, PT018 - nobody else is waited for
    person = Person(sheet, news(sitting.game), sitting.do)
    tell_what_came(sitting.ahead, sitting.came)
    if sheet.begun:
        click.echo("What you had answered when you left is kept; you are asked the rest.")
    if first:
        click.echo("Type ? to see what you can type, b to see the board.")
        person.show_board()
    person.show_news()
    sitting.send(Review(person, sitting.ahead, None).settle(), phase, sure=True)
