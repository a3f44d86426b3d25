"""`ostraka book form`: questions in the words of the box, whose answers write a book; nobody needs to write YAML."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.errors import Misuse
from cli.terminal.options import Connection, game_and_seat, host_options
from cli.terminal.output import as_text, choices, tell, wrapped

if TYPE_CHECKING:
    from adjudicator.kernel import Title

OUTPUT = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command("form")
@click.option("-o", "--output", type=OUTPUT, help="Write the book into this file; nothing is sent.")
@game_and_seat
@host_options
def form(connection: Connection, game: str, seat: str, output: Path | None) -> None:
    """Answer the questions of a form, which writes a book for SEAT and sends it.

    You need not know how books are written. Press Enter for the first answer, which is recommended. The book is
    explained before it goes. It replaces the whole book that SEAT had.
    """
    from cli.books.book_files import plain_book
    from cli.orders.delivery import send_or_seal, show_receipt
    from cli.orders.known_game import load_known_game
    from schemas.statements.payloads import BOOK

    known = load_known_game(connection, game, seat, offline=False)
    rules, view = known.rules, known.view
    if not rules.forms:
        raise Misuse(f"{rules.name} has no form. Write a book instead: docs/books.md")
    name = next(iter(rules.forms))
    book = rules.book_of_form(view, known.seat, name, fill_in(rules, view, known.seat, name))
    tell("\nThe book that this writes:")
    for sentence in rules.explain_book(book) or ["nothing: you are asked each time"]:
        tell(wrapped(f"  {sentence}", 4))
    if output:
        output.write_text(as_text(plain_book(book)) + "\n", encoding="utf-8")
        tell(f"It is in {output}. To send it: ostraka book send {output} {game} {known.seat}")
    elif click.confirm(f"Send it as the book of {known.seat}?", default=True):
        show_receipt(send_or_seal(known, BOOK, plain_book(book), "final"))
    else:
        tell("Nothing is sent.")


def fill_in(rules: Title[Any], view: Any, seat: str, name: str) -> dict[str, str]:
    """Ask a person the questions of a form; gives their answers, by the id of the question."""
    answers: dict[str, str] = {}
    tell(wrapped(rules.form(name).words))
    for offer in rules.form_offers(view, seat, name):
        click.echo()
        click.secho(wrapped(offer.asks), bold=True)
        choices([option.words for option in offer.options])
        number = click.prompt("Which", type=click.IntRange(1, len(offer.options)), default=1)
        answers[offer.fields[0]] = str(offer.options[number - 1].value)
    return answers
