"""`ostraka book form`: questions in the words of the box, whose answers write a book; nobody needs to write YAML."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.errors import ClientError, Misuse, Refused
from cli.terminal.options import Connection, game_and_seat, host_options
from cli.terminal.output import as_text, choices, tell, wrapped

if TYPE_CHECKING:
    from cli.answer.sitting import Sitting
    from cli.rules.filled_form import Answer

OUTPUT = click.Path(dir_okay=False, writable=True, path_type=Path)


@click.command("form")
@click.option("-o", "--output", type=OUTPUT, help="Write the book into this file; nothing is sent.")
@game_and_seat
@host_options
def form(connection: Connection, game: str, seat: str, output: Path | None) -> None:
    """Answer the questions of a form, which writes a book for SEAT and sends it.

    You need not know how books are written. The answer after *Enter* is recommended, or what the form has written
    before. Your answers are kept as you give them, here and at the table. What your book says of other questions stays,
    and so do your cards; what it says in other words of the same ones stays if you say so. The book is explained before
    it goes.
    """
    from cli.answer.sitting import Sitting
    from cli.seat.delivery import plain_book
    from cli.seat.hosted import HostedGame
    from cli.terminal.envelopes import show_receipt

    client = connection.player()
    sitting = Sitting(HostedGame(client, game, seat), client.home)
    if sitting.form.name is None:
        raise Misuse(f"{sitting.game.rules.name} has no form. Write a book instead: docs/books.md")
    fill_in(sitting)
    for line in preview(sitting):
        tell(wrapped(line, 4))
    if output:
        output.write_text(as_text(plain_book(sitting.form.book())) + "\n", encoding="utf-8")
        tell(f"It is in {output}. To send it: ostraka book send {output} {game} {seat}")
    elif click.confirm(f"Send it as the book of {seat}?", default=True):
        do(sitting, "send")
        show_receipt(dict(sitting.form.given.done or {}) if sitting.form.given else {})
    else:
        tell("Nothing is sent.")


def do(sitting: Sitting, word: str, **answers: str) -> None:
    """Something about the form; what the host refuses is an error as of every command."""
    from cli.answer.answer import Misfit

    if sitting.now.phase is None:
        raise Refused(f"{sitting.game.id} is over.", "no-open-phase")
    try:
        sitting.do_form(word, answers, sitting.now.phase)
    except Misfit as misfit:
        if isinstance(misfit.__cause__, ClientError):
            raise misfit.__cause__ from None
        raise Refused(f"{misfit}.") from None


def fill_in(sitting: Sitting) -> None:
    """Ask a person the questions of the form; each answer is kept at once."""
    do(sitting, "open")
    filled = sitting.form.filled
    assert filled is not None  # noqa: S101 - it was opened
    tell(wrapped(filled.words))
    for asked in filled.questions:
        click.echo()
        click.secho(wrapped(asked.asks), bold=True)
        choices([answer_in_words(one) for one in asked.answers])
        for line in asked.own:
            tell(wrapped(f"     Your book has: {line}", 5))
        ids = [one.id for one in asked.answers]
        preset = ids.index(sitting.form.answers[asked.id]) + 1
        number = click.prompt("Which", type=click.IntRange(1, len(ids)), default=preset)
        do(sitting, "mark", **{asked.id: ids[number - 1]})
    do(sitting, "see")


def answer_in_words(one: Answer) -> str:
    """An answer with what one has to know of it."""
    marks = [*(["recommended"] if one.is_recommended else []), *(["in your book now"] if one.is_in_book else [])]
    return f"{one.words} ({', '.join(marks)})" if marks else one.words


def preview(sitting: Sitting) -> Iterator[str]:
    """What the book will say, what of it answers at once, and what falls."""
    filled, answers = sitting.form.filled, sitting.form.answers
    assert filled is not None  # noqa: S101 - it is looked over
    yield "\nThe book that this writes:"
    yield from (f"  {sentence}" for sentence in filled.explained(answers) or ["nothing: you are asked each time"])
    for subject, order in filled.at_once(answers, sitting.now.asked):
        yield f"It answers at once what you are asked now. {subject}: {order}."
    for line in filled.falls(answers):
        yield f"Your book says no more: {line}"
