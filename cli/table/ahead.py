"""`ostraka ahead`: the table, where what may still be asked this turn is answered before it is; or that as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cli.table.command import begin_table
from cli.terminal.options import Connection, game_and_seat, host_options, json_option
from cli.terminal.output import as_text

if TYPE_CHECKING:
    from cli.answer.sitting import Sitting


@click.command()
@game_and_seat
@json_option
@host_options
def ahead(connection: Connection, game: str, seat: str, as_json: bool) -> None:
    """See what SEAT of GAME may still be asked this turn, and answer it now, at the table.

    Bots play the rest of the turn some twenty times on your machine, from what you know. Each of the likeliest
    questions can become a card: your answers, best first; only if something holds; and what holds otherwise. Cards are
    entries of your book until the end of the turn. With --json the questions and your cards are printed instead, each
    with the phase in which it was used, or why it was passed over.
    """
    from cli.answer.sitting import Sitting
    from cli.seat.hosted import HostedGame

    if not as_json:
        begin_table(connection, game, seat)
        return
    client = connection.player()
    sitting = Sitting(HostedGame(client, game, seat), client.home)
    sitting.ahead.imagine(sitting.now.view, sitting.legal_orders if sitting.sent is not None else ())
    click.echo(as_text(as_data(sitting)))


def as_data(sitting: Sitting) -> dict[str, Any]:
    """What may come, and the cards."""
    from cli.answer.cards import in_words

    hand = sitting.ahead
    rests, rules = hand.rests, hand.rules
    return {
        "game": sitting.game.id,
        "seat": sitting.seat,
        "games": rests.games if rests else 0,
        "answers": rests.answers if rests else 0,
        "questions": [
            {"question": one.name, "subject": rules.question(one.name).subject, "games": one.games, "times": one.times}
            for one in (rests.questions if rests else ())
        ],
        "cards": [
            {
                "question": card.question,
                "sentences": in_words(rules, card),
                "state": hand.state(card),
                "passed_over": hand.passed_over(card),
            }
            for card in hand.cards
        ],
    }
