"""A book as it stands at the host: what it says, what is left of it, and what it would do now."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cli.errors import Refused
from cli.terminal.output import tell

if TYPE_CHECKING:
    from adjudicator.kernel import Book
    from cli.seat.known_game import KnownGame

WORDS = {
    "final": "It answers at once: the game does not wait for you.",
    "draft": "It is a draft: it answers at the deadline only, and until then the game waits for you.",
    "withdrawn": "You have no book: it was withdrawn.",
}


def newest_book(known: KnownGame) -> dict[str, Any]:
    """The newest book of the seat, opened, and how it stands; Refused where the seat never had one."""
    from schemas.statements.payloads import BOOK

    game, seat = known.game, known.seat
    try:
        envelope, entries = known.client.own_envelope(game, seat, BOOK)
    except Refused as error:
        if error.code != "no-envelope":
            raise
        sentence = f"{seat} of {game} has never had a book. To send one: ostraka book send FILE {game} {seat}"
        raise Refused(sentence, "no-book") from None
    header = envelope.header
    book = {"game": game, "seat": seat, "sequence": header.sequence, "word": header.word, "entries": entries}
    return book | book_status(known, known.rules.check_book(entries, {}))


def book_status(known: KnownGame, sent: Book) -> dict[str, Any]:
    """What a book says, whether a cut has counted it, what is left of it, and what it would do now."""
    from cli.books.book_files import foreseen, plain_book

    rules, view, seat = known.rules, known.view, known.seat
    asked = open_questions(known)
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


def standing_book(known: KnownGame) -> Book:
    """What is left of the seat's newest book, or all of it where no cut has counted it; none where it has none."""
    left: Book = known.view.books.get(known.seat, [])
    if known.letter:
        return left
    try:
        book = newest_book(known)
    except Refused as error:
        if error.code != "no-book":
            raise
        return []
    if book["word"] == "withdrawn":
        return []
    return left if book["in_force"] else known.rules.check_book(book["entries"], {})


def open_questions(known: KnownGame) -> Mapping[str, Any] | None:
    """What the host asks the seat now; None when the game is over."""
    try:
        return known.client.questions(known.game, known.seat)
    except Refused as error:
        if error.code != "no-open-phase":
            raise
        return None


def show_book(book: dict[str, Any]) -> None:
    """The book, what is left of it, and what it would do now."""
    from cli.books.book_files import show_foreseen

    tell(f"# {book['word']}: envelope {book['sequence']} of {book['seat']}, its book")
    for sentence in book["sentences"]:
        tell(sentence)
    tell("")
    tell(WORDS[book["word"]])
    if book["word"] == "withdrawn":
        return
    for sentence in left_in_words(book):
        tell(sentence)
    if book["in_force"] is not None:
        show_foreseen(book)


def left_in_words(book: dict[str, Any]) -> list[str]:
    """Whether a cut has counted the book, and what is left of it."""
    if book["in_force"] is None:
        return ["The game is over: nothing more will be asked."]
    own = (
        ["What you have sent for the open phase takes precedence over it."]
        if book["orders"] in ("draft", "final")
        else []
    )
    if not book["in_force"]:
        return ["No cut has counted it yet: all of it is still to be used.", *own]
    if book["left_sentences"] == book["sentences"]:
        return ["It is in force, and none of it is used up.", *own]
    return ["It is in force. What is left of it:", *(book["left_sentences"] or ["nothing"]), *own]
