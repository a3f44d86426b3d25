"""`ostraka book form`: questions in the words of the box, whose answers write a book; nobody needs to write YAML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.errors import Misuse
from cli.terminal.options import Connection, game_and_seat, host_options
from cli.terminal.output import as_text, choices, tell, wrapped

if TYPE_CHECKING:
    from cli.books.filled_form import Answer, FilledForm

OUTPUT = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command("form")
@click.option("-o", "--output", type=OUTPUT, help="Write the book into this file; nothing is sent.")
@game_and_seat
@host_options
def form(connection: Connection, game: str, seat: str, output: Path | None) -> None:
    """Answer the questions of a form, which writes a book for SEAT and sends it.

    You need not know how books are written. The answer after *Enter* is recommended, or what the form has written
    before. What your book says of other questions stays, and so do your cards; what it says in other words of the same
    ones stays if you say so. The book is explained before it goes.
    """
    from cli.books.filled_form import FilledForm
    from cli.orders.known_here import load_known_game
    from cli.seat.delivery import plain_book, send_or_seal
    from cli.terminal.envelopes import show_receipt
    from schemas.statements.payloads import BOOK

    known = load_known_game(connection, game, seat, offline=False)
    rules, asked = known.rules, known.asked
    if not rules.forms:
        raise Misuse(f"{rules.name} has no form. Write a book instead: docs/books.md")
    filled = FilledForm(rules, known.view, known.seat, known.standing_book())
    answers = fill_in(filled)
    book = filled.book(answers)
    for line in preview(filled, answers, asked):
        tell(wrapped(line, 4))
    if output:
        output.write_text(as_text(plain_book(book)) + "\n", encoding="utf-8")
        tell(f"It is in {output}. To send it: ostraka book send {output} {game} {known.seat}")
    elif click.confirm(f"Send it as the book of {known.seat}?", default=True):
        show_receipt(send_or_seal(known, BOOK, plain_book(book), "final"))
    else:
        tell("Nothing is sent.")


def fill_in(filled: FilledForm) -> dict[str, str]:
    """Ask a person the questions of a form; gives their answers, by the id of the question."""
    answers: dict[str, str] = {}
    tell(wrapped(filled.words))
    for asked in filled.questions:
        click.echo()
        click.secho(wrapped(asked.asks), bold=True)
        choices([answer_in_words(one) for one in asked.answers])
        for line in asked.own:
            tell(wrapped(f"     Your book has: {line}", 5))
        ids = [one.id for one in asked.answers]
        number = click.prompt("Which", type=click.IntRange(1, len(ids)), default=ids.index(asked.preset) + 1)
        answers[asked.id] = ids[number - 1]
    return answers


def answer_in_words(one: Answer) -> str:
    """An answer with what is to be known of it."""
    marks = [*(["recommended"] if one.is_recommended else []), *(["in your book now"] if one.is_in_book else [])]
    return f"{one.words} ({', '.join(marks)})" if marks else one.words


def preview(filled: FilledForm, answers: Mapping[str, str], asked: Sequence[str]) -> Iterator[str]:
    """What the book will say, what of it answers at once, and what falls."""
    yield "\nThe book that this writes:"
    yield from (f"  {sentence}" for sentence in filled.explained(answers) or ["nothing: you are asked each time"])
    for subject, order in filled.at_once(answers, asked):
        yield f"It answers at once what you are asked now. {subject}: {order}."
    for line in filled.falls(answers):
        yield f"Your book says no more: {line}"
