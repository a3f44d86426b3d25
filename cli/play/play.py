"""`ostraka play`: answer a game at a host, or play a game on this machine with people, bots and books."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cli.errors import Misuse
from cli.terminal.finding import GAME_ID, find_game, find_waiting
from cli.terminal.options import Connection, host_options, seal_options, title_options

if TYPE_CHECKING:
    from adjudicator.kernel import Title
    from cli.seat.hotseat import HotSeat
    from schemas.statements.payloads import Word

FILE = click.Path(dir_okay=False, path_type=Path)
HERE = ("scenario", "seats", "people", "bots", "books", "seed", "save", "options", "components")
IN_A_HOST = ("seat", "final", "board", "offline", "output", "wait")


@click.command()
@click.argument("target", metavar="[GAME|TITLE]", required=False)
@click.argument("seat", required=False)
@seal_options
@click.option(
    "--wait/--no-wait",
    default=None,
    help="Stay until you are asked again or the game is over.  [default: at a terminal]",
)
@click.option("--board", is_flag=True, help="At a host: show the board before the first question.")
@click.option("--scenario", help="Which scenario; by default the title's first.")
@click.option("--seats", type=int, help="How many seats; by default as few as the scenario allows.")
@click.option("--seat", "people", multiple=True, help="A seat that a person plays; by default the first. Repeatable.")
@title_options
@click.option(
    "--bots", default="steady", show_default=True, type=click.Choice(["steady", "random"]), help="Who plays the rest."
)
@click.option("--book", "books", multiple=True, metavar="SEAT=FILE", help="The book of a seat; repeatable.")
@click.option("--seed", help="Any text; the same text gives the same dice and draws.")
@click.option("--save", type=FILE, help="Save the game to this file; by default it is saved in your home.")
@click.option("--resume", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Go on with a saved game.")
@host_options
def play(
    connection: Connection,
    target: str | None,
    seat: str | None,
    final: bool,
    wait: bool | None,
    board: bool,
    offline: bool,
    output: Path | None,
    resume: Path | None,
    **how: Any,
) -> None:
    """Answer what a game asks you, question by question, or play a title on this machine.

    GAME is a game at a host, by its name or its id; without it, the only one that waits for you. You are asked what it
    asks SEAT (may be left out if you hold only one) in the open phase. You review your answer; then it is checked,
    sealed and sent, and the receipt kept. With --offline you answer the newest letter instead; the sealed answer is
    printed, or written with -o, for you to mail to the game's address.

    TITLE starts a new game on this machine, with you in one seat and bots in the others. No host is needed. With
    several --seat you pass the machine round. The game is saved after every phase; its name, such as perikles-1, in
    the place of TITLE goes on with it.

    Questions come one at a time, with numbered legal answers; you can also type orders as YAML. When input is piped,
    each line is one answer.
    """
    from adjudicator.registry import is_title

    if resume is None and target is not None:
        resume, target = named_here(connection, target)
    here = resume is not None or (target is not None and not GAME_ID.fullmatch(target) and is_title(target))
    if not here and target is None and (found := find_waiting(connection)):
        target, seat = found
    if not here and target is not None:
        from cli.play.hosted_game import play_game, play_letter

        target = find_named(connection, target, offline)
        refuse_options(HERE, f"is for games on this machine; {target} is at a host")
        word: Word = "final" if final else "draft"
        if offline:
            play_letter(connection, target, seat, word, board, output)
        else:
            refuse_options(("output",), "needs --offline: without it the answer is sent")
            play_game(connection, target, seat, word, board, sys.stdin.isatty() if wait is None else wait)
        return
    refuse_options(IN_A_HOST, "is for games at a host; on this machine choose seats with --seat")
    play_here(connection, target, resume, **how)


def find_named(connection: Connection, target: str, offline: bool) -> str:
    """The id of the game at a host that is meant; Misuse if there is neither a title nor a game of that name."""
    from adjudicator.registry import titles

    if not GAME_ID.fullmatch(target) and not (connection.home.key_names() and connection.home.hosts()):
        raise Misuse(
            f"{target!r} is neither a title ({', '.join(titles())}) nor the name or id of a game; an id is three words "
            "such as fiviv-fodas-koniv. See your games with: ostraka next"
        )
    return find_game(connection, target, offline)


def refuse_options(names: tuple[str, ...], why: str) -> None:
    """Refuse arguments and options that were typed but are for the other kind of game."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = str(parameter.name)
        if name in names and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            typed = parameter.make_metavar(context) if isinstance(parameter, click.Argument) else parameter.opts[-1]
            raise Misuse(f"{typed.strip('[]')} {why}.")


def play_here(
    connection: Connection,
    title_id: str | None,
    resume: Path | None,
    *,
    people: tuple[str, ...],
    seed: str | None,
    save: Path | None,
    **setup: Any,
) -> None:
    """Play a game on this machine, a new one or one that was saved."""
    from cli.home.home import make_private
    from cli.play.people import play_on
    from cli.play.screen import Left, show_end
    from cli.rules.saved_games import free_name
    from cli.seat.local import new_game

    home = connection.home.root
    if resume is None and title_id is not None and save is None:
        resume = offered(home, title_id)
    if save and save.exists() and save != resume:
        raise Misuse(f"{save} exists already. Go on with it: ostraka play --resume {save}; or name another file.")
    if resume:
        game, file = resumed_game(resume, save, seed, title_id), save or resume
    else:
        file = save or free_name(home, require_title(home, title_id))
        if save is None:
            make_private(file.parent)
        setup["books"] = partial(books_of, setup["books"], own=setup["components"] is not None)
        game = new_game(str(title_id), people, seed, file, **setup)
        click.echo(f"The game is saved after every phase. To go on with it: {resuming(home, file)}")
    try:
        play_on(game, connection.home, file.stem)
    except Left:
        click.echo(f"You have left the game; it is saved. Go on with: {resuming(home, file)}")
    else:
        show_end(game)


def named_here(connection: Connection, target: str) -> tuple[Path | None, str | None]:
    """The file of a game on this machine, where one has that name; else the target itself."""
    from cli.rules.saved_games import saved_here

    file = saved_here(connection.home.root, target)
    return (file, None) if file else (None, target)


def resuming(home: Path, file: Path) -> str:
    """The command that goes on with a saved game."""
    from cli.rules.saved_games import games_folder

    return f"ostraka play {file.stem}" if file.parent == games_folder(home) else f"ostraka play --resume {file}"


def offered(home: Path, title_id: str) -> Path | None:
    """An unfinished game of a title, if the person at the terminal wants to go on with it."""
    from cli.rules.saved_games import unfinished

    if sys.stdin.isatty():
        for file, saved in unfinished(home):
            if saved.title == title_id:
                going_on = f"{file.stem} is not finished ({len(saved.phases)} phases so far). Go on with it?"
                return file if click.confirm(going_on, default=True) else None
    return None


def require_title(home: Path, title_id: str | None) -> str:
    """The title to play; Misuse says what could be played where none was named."""
    from adjudicator.registry import titles
    from cli.rules.saved_games import unfinished

    if title_id is None:
        names = ", ".join(file.stem for file, _ in unfinished(home))
        kept = f" Games saved here: {names}." if names else ""
        raise Misuse(
            f"Play what? Give a TITLE ({', '.join(titles())}) to play on this machine, the name of a game saved here, "
            f"or a GAME at a host (see yours with: ostraka next).{kept}"
        )
    return title_id


def resumed_game(path: Path, save: Path | None, seed: str | None, title_id: str | None) -> HotSeat:
    """A saved game, replayed up to where it was left; saved to the same file unless another is named."""
    from cli.rules.saved_games import load_game, secret_of
    from cli.seat.hotseat import HotSeat

    saved = load_game(path)
    if title_id not in (None, saved.title):
        raise Misuse(f"{path} is a game of {saved.title}, not of {title_id}.")
    return HotSeat(saved, secret_of(seed), save or path)


def books_of(
    given: Sequence[str], rules: Title[Any], names: list[str], *, own: bool
) -> dict[str, list[dict[str, Any]]]:
    """The books of seats, each read from `SEAT=FILE` and checked; with components of one's `own` any name is taken."""
    from cli.books.book_files import read_book
    from cli.seat.delivery import plain_book
    from cli.seat.local import require_seat

    known = {} if own else rules.known(None)
    books = {}
    for one in given:
        seat, equals, path = one.partition("=")
        if not equals:
            raise Misuse(f"--book {one}: write SEAT=FILE, such as {names[0]}=my-book.yaml.")
        books[require_seat(seat, names)] = plain_book(read_book(rules, Path(path), known))
    return books
