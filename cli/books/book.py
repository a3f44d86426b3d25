"""`ostraka book`: check standing orders, send or seal them, and say what they would do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.books.book_files import foreseen, read_book, read_entries, show_foreseen
from cli.books.forms import form
from cli.errors import Misuse
from cli.orders.envelope_commands import MAILED, Content, envelope_commands
from cli.terminal.help_pages import Group
from cli.terminal.options import Command, Connection, game_and_seat, host_options, json_option, offline_option
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from adjudicator.kernel import Title
    from cli.seat.known_game import KnownGame

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def file_game_and_seat(command: Command) -> Command:
    """Arguments FILE, GAME and SEAT."""
    return click.argument("file", type=FILE)(game_and_seat(command))


def read_own_book(known: KnownGame, file: Path) -> list[dict[str, Any]]:
    """The entries of a book that the rules can read; unchecked if the rules are not here."""
    from cli.seat.delivery import plain_book
    from cli.terminal.envelopes import warn_if_unchecked

    if warn_if_unchecked(known.plain):
        return read_entries(file)
    return plain_book(read_book(known.rules, file, known.rules.known(known.view)))


BOOK = Content(
    is_book=True,
    read=read_own_book,
    arguments=file_game_and_seat,
    send_help="""Check the book in FILE, seal it, send it, keep the receipt.

    It replaces the whole book that SEAT had. Nobody else sees it before the game is over. With --draft it answers at
    the deadline only.""",
    seal_help=f"""Check the book in FILE and seal it, to be mailed to the game's address.
    {MAILED}the whole book that SEAT had.""",
    withdraw_help="Take back the book of SEAT, which then has none.",
)


@click.group(cls=Group)
def book() -> None:
    """Check standing orders, send or seal them, and see what they would do (docs/books.md)."""


@book.command()
@click.argument("title_id", metavar="TITLE")
@click.argument("question", required=False)
@json_option
def words(title_id: str, question: str | None, as_json: bool) -> None:
    """List what can be said in a book of TITLE: its questions, and the facts of conditions.

    With QUESTION: what a choice holds, field by field, how an entry may answer instead, and examples.
    """
    from adjudicator.kernel import OstrakaError
    from adjudicator.registry import title as find_title
    from cli.books.book_words import show_question, show_title
    from cli.books.vocabulary import words_of_question, words_of_title

    try:
        rules = find_title(title_id)
    except OstrakaError as error:
        raise Misuse(f"{error}.") from None
    if question is None:
        emit(words_of_title(rules), as_json, show_title)
    elif (meant := question.upper()) in rules.questions:
        emit(words_of_question(rules, rules.questions[meant]), as_json, show_question)
    else:
        raise Misuse(f"There is no question {question!r} in {rules.name}; questions are {', '.join(rules.questions)}.")


@book.command()
@click.argument("file", type=FILE)
@click.option("--title", "title_id", required=True, help="The title that the book is for.")
@json_option
def check(file: Path, title_id: str, as_json: bool) -> None:
    """Check the book in FILE. Everything that is wrong is named with its line, and what would be right."""
    from adjudicator.registry import title as find_title
    from cli.seat.delivery import plain_book

    rules = find_title(title_id)
    entries = plain_book(read_book(rules, file, rules.known(None)))
    checked = {"file": str(file), "title": title_id, "entries": entries}
    count = "1 entry" if len(entries) == 1 else f"{len(entries)} entries"
    emit(checked, as_json, lambda _: tell(f"OK: {file} has {count}."))


send, seal, withdraw = envelope_commands(BOOK)
book.add_command(send)
book.add_command(seal)


@book.command()
@game_and_seat
@json_option
@host_options
def show(connection: Connection, game: str, seat: str, as_json: bool) -> None:
    """Show the newest book of SEAT, from whichever device you sent it: what it says, and what it would do now."""
    from cli.books.book_status import newest_book, show_book
    from cli.orders.known_here import load_known_game

    known = load_known_game(connection, game, seat, offline=False)
    emit(newest_book(known), as_json, show_book)


@book.command()
@click.argument("file", type=FILE)
@click.argument("where", nargs=-1, metavar="[GAME] [SEAT]")
@click.option("--title", "title_id", help="The title that the book is for; not needed with a game.")
@click.option("--save-file", type=FILE, help="A game saved by `ostraka play`, instead of GAME.")
@offline_option
@json_option
@host_options
def explain(connection: Connection, file: Path, where: tuple[str, ...], as_json: bool, **meant: Any) -> None:
    """Explain the book in FILE in plain sentences.

    With GAME and SEAT, or with --save-file and SEAT, also say what it would answer to each open question of the seat,
    or why nothing.
    """
    rules, view = meant_rules(connection, where, **meant)
    entries = read_book(rules, file, rules.known(view))
    explained: dict[str, Any] = {
        "title": rules.id,
        "sentences": rules.explain_book(entries),
        "seat": None,
        "foreseen": [],
    }
    if view is not None:
        seat = where[-1]
        view.books = {seat: entries}
        explained |= {"seat": seat, "foreseen": list(foreseen(rules, view, seat))}
    emit(explained, as_json, show_explanation)


def meant_rules(
    connection: Connection, where: tuple[str, ...], title_id: str | None, save_file: Path | None, offline: bool
) -> tuple[Title[Any], Any]:
    """The rules that a book is for, and the view of its seat where one is named."""
    from adjudicator.registry import title as find_title

    if save_file and len(where) == 1:
        rules, view = view_of_saved(save_file, where[0])
    elif not save_file and len(where) == 2:
        rules, view = view_of_game(connection, *where, offline=offline)
    elif not save_file and not where and title_id:
        return find_title(title_id), None
    else:
        raise Misuse("Give GAME and SEAT, or --save-file and SEAT, or only --title.")
    if title_id not in (None, rules.id):
        raise Misuse(f"That is a game of {rules.id}, not of {title_id}.")
    return rules, view


def show_explanation(explained: dict[str, Any]) -> None:
    """The book, then what it would answer."""
    for sentence in explained["sentences"]:
        tell(sentence)
    if explained["seat"]:
        show_foreseen(explained)


def view_of_saved(path: Path, seat: str) -> tuple[Title[Any], Any]:
    """The rules and the seat's view of a saved game where it was left."""
    from cli.rules.saved_games import load_game

    saved = load_game(path)
    if seat not in saved.seats:
        raise Misuse(f"There is no seat {seat!r} in this game; seats are {', '.join(saved.seats)}.")
    rules = saved.rules()
    *_, last = saved.resolutions()
    return rules, rules.view(last.position, seat)


def view_of_game(connection: Connection, game: str, seat: str, offline: bool) -> tuple[Title[Any], Any]:
    """The rules and the seat's view of a game of the host."""
    from cli.orders.known_here import load_known_game

    known = load_known_game(connection, game, seat, offline)
    return known.rules, known.view


book.add_command(form)
book.add_command(withdraw)
