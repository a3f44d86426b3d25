"""A book as it stands at the host: what it says, what is left of it, and what it would do now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    envelope, entries = known.sent_book()
    game, seat = known.game, known.seat
    header = envelope.header
    book = {"game": game, "seat": seat, "sequence": header.sequence, "word": header.word, "entries": entries}
    return book | book_status(known, known.rules.check_book(entries, {}))


def book_status(known: KnownGame, sent: Book) -> dict[str, Any]:
    """What a book says, whether a cut has counted it, what is left of it, and what it would do now."""
    from cli.books.book_files import foreseen
    from cli.seat.delivery import plain_book

    rules, view, seat = known.rules, known.view, known.seat
    asked = known.open_questions()
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
        return ["It has not been used at any cut yet.", *own]
    if book["left_sentences"] == book["sentences"]:
        return ["It is in force, and none of it has been used.", *own]
    return ["It is in force. What is left of it:", *(book["left_sentences"] or ["nothing"]), *own]
