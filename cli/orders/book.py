"""`ostraka book`: check standing orders, and say what they would do."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.errors import Misuse
from cli.orders.book_delivery import BOOKING, FILE
from cli.orders.book_form import foreseen, plain_book, read_book, show_foreseen
from cli.terminal.help_pages import Group
from cli.terminal.options import Connection, connected, reading, without_service
from cli.terminal.output import emit, tell

if TYPE_CHECKING:
    from adjudicator.kernel import Title


@click.group(cls=Group)
def book() -> None:
    """Check standing orders, send or seal them, and see what they would do (docs/books.md)."""


@book.command()
@click.argument("file", type=FILE)
@click.option("--title", "title_id", required=True, help="The title that it is for.")
@reading
def check(file: Path, title_id: str, as_json: bool) -> None:
    """Check the book in FILE; the first entry that is wrong is named, with what would be right."""
    from adjudicator.registry import title as find_title

    entries = plain_book(read_book(find_title(title_id), file))
    checked = {"file": str(file), "title": title_id, "entries": entries}
    emit(checked, as_json, lambda _: tell(f"{file}: {len(entries)} entries, all well formed."))


@book.command()
@click.argument("file", type=FILE)
@click.argument("where", nargs=-1, metavar="[GAME] [SEAT]")
@click.option("--title", "title_id", help="The title that it is for; a game knows it by itself.")
@click.option("--save-file", type=FILE, help="A game saved by `ostraka play`, instead of GAME.")
@without_service
@reading
@connected
def explain(connection: Connection, file: Path, where: tuple[str, ...], as_json: bool, **meant: Any) -> None:
    """Say the book in FILE in plain sentences.

    With GAME and SEAT, or with --save-file and SEAT: also what would fire now for each question that is open for the
    seat, or why nothing does.
    """
    rules, view = meant_rules(connection, where, **meant)
    entries = read_book(rules, file)
    told: dict[str, Any] = {"title": rules.id, "sentences": rules.explain_book(entries), "seat": None, "foreseen": []}
    if view is not None:
        seat = where[-1]
        view.books = {seat: entries}
        told |= {"seat": seat, "foreseen": list(foreseen(rules, view, seat))}
    emit(told, as_json, show_explanation)


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
        raise Misuse("Name GAME and SEAT, or --save-file and SEAT, or only --title.")
    if title_id not in (None, rules.id):
        raise Misuse(f"That is a game of {rules.id}, not of {title_id}.")
    return rules, view


def show_explanation(told: dict[str, Any]) -> None:
    """The book, then what would fire."""
    for sentence in told["sentences"]:
        tell(sentence)
    if told["seat"]:
        show_foreseen(told)


def view_of_saved(path: Path, seat: str) -> tuple[Title[Any], Any]:
    """The rules and the seat's view of a saved game where it was left."""
    from cli.rules.saved_games import load

    saved = load(path)
    if seat not in saved.seats:
        raise Misuse(f"There is no seat {seat!r} in this game; seats are {', '.join(saved.seats)}.")
    rules = saved.rules()
    *_, last = saved.resolutions()
    return rules, rules.view(last.position, seat)


def view_of_game(connection: Connection, game: str, seat: str, offline: bool) -> tuple[Title[Any], Any]:
    """The rules and the seat's view of a game of the service."""
    from cli.orders.known_game import know

    known = know(connection, game, seat, offline)
    return known.rules, known.view


for command in BOOKING:
    book.add_command(command)
