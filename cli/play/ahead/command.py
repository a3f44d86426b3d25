"""`ostraka ahead`: what you may still be asked this turn, and your answers to it before you are asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from cli.terminal.options import Connection, game_and_seat, host_options, json_option
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from adjudicator.kernel import Order
    from cli.answer.hand import Hand
    from cli.seat.known_game import KnownGame


@click.command()
@game_and_seat
@json_option
@host_options
def ahead(connection: Connection, game: str, seat: str, as_json: bool) -> None:
    """See what SEAT of GAME may still be asked this turn, and answer it now.

    Bots play the rest of the turn some twenty times on your machine, from what you know. Each of the likeliest
    questions can become a card: your answers, best first; only if something holds; and what holds otherwise. Cards are
    entries of your book until the end of the turn. They are sealed and sent when you are content, or go with the
    answer that you still owe. Afterwards this command says in which phase each was used, or why it was passed over.
    """
    from cli.seat.known_game import load_known_game

    known = load_known_game(connection, game, seat, offline=False)
    hand = hand_of(known)
    hand.follow(known.view, known.phase)
    if as_json:
        hand.imagine(known.view, sent_orders(known))
        emit(as_data(known, hand), as_json, lambda _: None)
    else:
        ask_for_cards(known, hand)


def hand_of(known: KnownGame) -> Hand:
    """The cards that are kept here for a game."""
    from cli.answer.hand import Hand
    from cli.answer.hosted import HostedPast
    from cli.answer.keeping import Kept

    return Hand(HostedPast(known), Kept(known.client.home, known.game, known.seat))


def sent_orders(known: KnownGame) -> list[Order]:
    """What the seat has sent for the open phase."""
    held = known.own() if known.asked else None
    return known.rules.decode_orders(list(held[1])) if held and held[0].header.word != "withdrawn" else []


def ask_for_cards(known: KnownGame, hand: Hand) -> None:
    """Have cards made, and send them unless the seat still owes an answer, with which they go."""
    from cli.play.ahead.cards import Cards

    sent = sent_orders(known)
    Cards(hand, known.view, sent).ask()
    if not hand.waiting:
        return
    if known.asked and not sent:
        tell(f"The cards are kept. They go into your book with your answer: ostraka play {known.game} {known.seat}")
    elif click.confirm("Seal and send the cards?", default=True):
        send_cards(known, hand)
    else:
        tell("Nothing is sent; the cards are kept.")


def send_cards(known: KnownGame, hand: Hand) -> None:
    """Send the book with the cards."""
    from cli.books.book_files import plain_book
    from cli.seat.delivery import send_or_seal, show_receipt
    from schemas.statements.payloads import BOOK

    show_receipt(send_or_seal(known, BOOK, plain_book(hand.book()), "final"))
    hand.filed(known.phase)


def as_data(known: KnownGame, hand: Hand) -> dict[str, Any]:
    """What may come, and the cards."""
    from cli.answer.cards import in_words

    rests, rules = hand.rests, hand.rules
    return {
        "game": known.game,
        "seat": known.seat,
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
