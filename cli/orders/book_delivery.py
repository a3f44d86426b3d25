"""`ostraka book send` and so on: standing orders on their way to the host, and how they stand there."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.errors import Refused
from cli.terminal.options import Connection, at_seat, connected, reading, saying, sealing
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from adjudicator.kernel import Book
    from cli.orders.known_game import Known

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)
WORDS = {
    "final": "It answers at once, and the game does not wait for you.",
    "draft": "A draft: it answers at the deadline only, and the game waits for you until then.",
    "withdrawn": "You have no book: it was withdrawn.",
}


@click.command()
@click.argument("file", type=FILE)
@at_seat
@saying
@reading
@connected
def send(connection: Connection, file: Path, game: str, seat: str, final: bool, as_json: bool) -> None:
    """Check the book in FILE, seal it, send it, keep the receipt.

    It replaces the whole book that SEAT had. Nobody else sees it before the game is over. With --draft it answers at
    the deadline only.
    """
    from cli.orders.delivery import show_receipt, with_place
    from cli.orders.known_game import know

    known = know(connection, game, seat, offline=False)
    entries = checked_entries(known, file)
    receipt = known.client.send_book(game, seat, entries, "final" if final else "draft")
    emit(with_place(known.client, receipt), as_json, show_receipt)


@click.command()
@click.argument("file", type=FILE)
@at_seat
@sealing
@reading
@connected
def seal(
    connection: Connection,
    file: Path,
    game: str,
    seat: str,
    final: bool,
    output: Path | None,
    offline: bool,
    as_json: bool,
) -> None:
    """Check the book in FILE and seal it, to be mailed to the game's address.

    Prints an armored envelope: mail it as it is, as text or as an attached file. It counts when its receipt comes back
    (ostraka open), and replaces the whole book that SEAT had.
    """
    from cli.orders.delivery import hand_over, sealed
    from cli.orders.known_game import know
    from schemas.statements.payloads import BOOK

    known = know(connection, game, seat, offline)
    hand_over(sealed(known, BOOK, checked_entries(known, file), "final" if final else "draft"), output, as_json)


def checked_entries(known: Known, file: Path) -> list[dict[str, Any]]:
    """The entries of a book that the rules can read, for a game that is not over; unchecked where they are not here."""
    from cli.orders.book_form import plain_book, read_book, read_entries
    from cli.rules.local_check import lacks_rules

    if known.phase and lacks_rules(known.plain):
        return read_entries(file)
    return plain_book(read_book(known.rules, file))


@click.command()
@at_seat
@reading
@connected
def withdraw(connection: Connection, game: str, seat: str, as_json: bool) -> None:
    """Take the book of SEAT back: it has none from then on."""
    from cli.orders.delivery import show_receipt, with_place
    from schemas.statements.payloads import BOOK

    client = connection.player()
    emit(with_place(client, client.withdraw(game, seat, BOOK)), as_json, show_receipt)


@click.command()
@at_seat
@reading
@connected
def show(connection: Connection, game: str, seat: str, as_json: bool) -> None:
    """Open your copy of the newest book of SEAT, from whichever device: what it says, and would do now."""
    from cli.orders.known_game import know
    from schemas.statements.payloads import BOOK

    known = know(connection, game, seat, offline=False)
    try:
        envelope, entries = known.client.own_envelope(game, seat, BOOK)
    except Refused as error:
        if error.code != "no-envelope":
            raise
        sentence = f"{seat} of {game} never had a book. To send one: ostraka book send FILE {game} {seat}"
        raise Refused(sentence, "no-book") from None
    header = envelope.header
    told = {"game": game, "seat": seat, "sequence": header.sequence, "word": header.word, "entries": entries}
    emit(told | standing(known, known.rules.check_book(entries)), as_json, show_book)


def standing(known: Known, sent: Book) -> dict[str, Any]:
    """What a book says, whether a cut has counted it, what is left of it, and what it would do now."""
    from cli.orders.book_form import foreseen, plain_book

    rules, view, seat = known.rules, known.view, known.seat
    asked = asked_now(known)
    in_force = asked["book"]["in_force"] if asked else None
    left = view.books.get(seat, []) if in_force else sent
    view.books = {**view.books, seat: left}
    return {
        "sentences": rules.explain_book(sent),
        "in_force": in_force,
        "left": plain_book(left),
        "left_sentences": rules.explain_book(left),
        "orders": asked["word"] if asked else None,
        "foreseen": list(foreseen(rules, view, seat)) if asked else [],
    }


def asked_now(known: Known) -> dict[str, Any] | None:
    """What the service asks of the seat now; None when the game is over, wherever it was ended."""
    try:
        return known.client.questions(known.game, known.seat)
    except Refused as error:
        if error.code != "no-open-phase":
            raise
        return None


def show_book(told: dict[str, Any]) -> None:
    """The book, what is left of it, and what it would do now."""
    from cli.orders.book_form import show_foreseen

    tell(f"# {told['word']}: envelope {told['sequence']} of {told['seat']}, its book")
    for sentence in told["sentences"]:
        tell(sentence)
    tell("")
    tell(WORDS[told["word"]])
    if told["word"] == "withdrawn":
        return
    for sentence in left_in_words(told):
        tell(sentence)
    if told["in_force"] is not None:
        show_foreseen(told)


def left_in_words(told: dict[str, Any]) -> list[str]:
    """Whether a cut has counted the book, and what is left of it."""
    if told["in_force"] is None:
        return ["The game is over: nothing is asked any more."]
    own = ["What you sent for the open phase goes before it."] if told["orders"] in ("draft", "final") else []
    if not told["in_force"]:
        return ["No cut has counted it yet: the whole of it is to be used.", *own]
    if told["left_sentences"] == told["sentences"]:
        return ["It is in force, and nothing of it is used up.", *own]
    return ["It is in force. What is not used up of it:", *(told["left_sentences"] or ["nothing"]), *own]


BOOKING = (send, show, withdraw, seal)
