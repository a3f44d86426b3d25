"""`ostraka play`: answer a game of a host; or a game on one machine, with people, bots and books, and no service."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from cli.errors import Misuse
from cli.rules.local_chance import secret_of
from cli.terminal.options import Connection, connected, sealing, with_settings

if TYPE_CHECKING:
    from adjudicator.kernel import Title
    from cli.play.hotseat import HotSeat
    from schemas.statements.payloads import Word

FILE = click.Path(dir_okay=False, path_type=Path)
GAME = re.compile("[a-z]{5}-[a-z]{5}-[a-z]{5}")  # as schemas.names makes them
HERE = ("scenario", "seats", "people", "bots", "books", "seed", "save", "options", "components")
IN_A_HOST = ("seat", "final", "board", "offline", "output")


@click.command()
@click.argument("target", metavar="[GAME|TITLE]", required=False)
@click.argument("seat", required=False)
@sealing
@click.option("--board", is_flag=True, help="In a host: show the board before the first question.")
@click.option("--scenario", help="Which scenario; the title's first when not given.")
@click.option("--seats", type=int, help="How many seats; as few as the scenario allows when not given.")
@click.option(
    "--seat", "people", multiple=True, help="A seat that a person plays, the first when not given; repeatable."
)
@with_settings
@click.option("--bots", default="steady", show_default=True, type=click.Choice(["steady", "random"]), help="The rest.")
@click.option("--book", "books", multiple=True, metavar="SEAT=FILE", help="Standing orders of a seat; repeatable.")
@click.option("--seed", help="Chance follows from this text, so that the same game comes again.")
@click.option("--save", type=FILE, help="Keep the game in this file after every phase. It tells what is hidden.")
@click.option("--resume", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Go on with a saved game.")
@connected
def play(
    connection: Connection,
    target: str | None,
    seat: str | None,
    final: bool,
    board: bool,
    offline: bool,
    output: Path | None,
    resume: Path | None,
    **how: Any,
) -> None:
    """Answer what a game asks you, question by question; or play a title on this machine.

    GAME, the id of a game in a host: what it asks SEAT (your only seat, when not given) in the open phase. The answer
    is looked over, checked, sealed and sent, and its receipt kept. With --offline it is what the newest letter asks,
    and the sealed answer is printed, or written with -o, to be mailed to the game's address.

    TITLE: a new game on this machine, you at one seat and bots at the others. No service is needed. With several --seat
    the machine is handed round. Also --resume, which goes on with such a game.

    Questions come one by one, with the legal answers by number; orders may be typed as YAML too. Piped, answers are
    read line by line.
    """
    if resume is None and target is not None and is_game(target):
        from cli.play.hosted_game import play_game, play_letter

        refuse_options(HERE, f"is for a game on this machine; {target} is one in a host")
        word: Word = "final" if final else "draft"
        if offline:
            play_letter(connection, target, seat, word, board, output)
        else:
            refuse_options(("output",), "is for --offline: otherwise the answer is sent")
            play_game(connection, target, seat, word, board)
        return
    refuse_options(IN_A_HOST, "is for a game in a host; on this machine seats are chosen with --seat")
    play_here(target, resume, **how)


def is_game(target: str) -> bool:
    """Is it the id of a game in a host, and not a title? Misuse when it is neither."""
    from adjudicator.registry import titles

    if target in titles():
        return False
    if not GAME.fullmatch(target):
        raise Misuse(
            f"{target!r} is no title (there are: {', '.join(titles())}) and no id of a game, which are three words "
            "such as fiviv-fodas-koniv. See your games with: ostraka next"
        )
    return True


def refuse_options(names: tuple[str, ...], why: str) -> None:
    """Refuse what was typed and is for the other kind of game."""
    context = click.get_current_context()
    for parameter in context.command.params:
        name = str(parameter.name)
        if name in names and context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            typed = parameter.make_metavar(context) if isinstance(parameter, click.Argument) else parameter.opts[-1]
            raise Misuse(f"{typed.strip('[]')} {why}.")


def play_here(
    title_id: str | None,
    resume: Path | None,
    *,
    people: tuple[str, ...],
    seed: str | None,
    save: Path | None,
    **setup: Any,
) -> None:
    """Play a game on this machine, a new one or one that was saved."""
    from cli.play.prompt import People
    from cli.play.screen import Left, show_end

    game = resumed(resume, save, seed, title_id) if resume else begun(title_id, people, seed, save, **setup)
    try:
        game.play(People())
    except Left:
        where = (
            f"It is in {game.save_to}: go on with ostraka play --resume {game.save_to}"
            if game.save_to
            else "Not saved."
        )
        click.echo(f"You leave the game. {where}")
    else:
        show_end(game)


def resumed(path: Path, save: Path | None, seed: str | None, title_id: str | None) -> HotSeat:
    """A saved game, played again up to where it was left; kept in its own file unless another is named."""
    from cli.play.hotseat import HotSeat
    from cli.rules.saved_games import load

    saved = load(path)
    if title_id not in (None, saved.title):
        raise Misuse(f"{path} is a game of {saved.title}, not of {title_id}.")
    return HotSeat(saved, secret_of(seed), save or path)


def begun(
    title_id: str | None,
    people: tuple[str, ...],
    seed: str | None,
    save: Path | None,
    *,
    scenario: str | None,
    seats: int | None,
    bots: str,
    books: tuple[str, ...],
    options: tuple[str, ...],
    components: Path | None,
) -> HotSeat:
    """A new game."""
    from adjudicator.registry import title as find_title
    from adjudicator.registry import titles
    from cli.play.hotseat import HotSeat
    from cli.rules.components_files import settings
    from cli.rules.local_chance import key_of
    from cli.rules.saved_games import FORMAT, Saved

    if title_id is None:
        raise Misuse(
            f"Play what? A TITLE (there are: {', '.join(titles())}) on this machine, a GAME of a host (yours: "
            "ostraka next), or --resume a saved game."
        )
    rules = find_title(title_id)
    chosen = rules.scenario(scenario or next(iter(rules.scenarios)))
    names = list(rules.seats(chosen.id, seats or min(chosen.seat_counts)))
    given, text = settings(rules, options, components)
    played = [seat for seat in names if seat not in rules.bot_seats(chosen.id, given, names)]
    secret = secret_of(seed)
    saved = Saved(
        format=FORMAT,
        title=rules.id,
        version=rules.version,
        scenario=chosen.id,
        seats=names,
        people=[known(seat, played) for seat in people] or played[:1],
        bots=bots,
        books=dict(book_of(rules, one, played) for one in books),
        setup_chance=key_of(secret, "setup"),
        options=given,
        components=text,
    )
    return HotSeat(saved, secret, save)


def known(seat: str, names: list[str]) -> str:
    """A seat of this game that somebody plays."""
    if seat not in names:
        raise Misuse(f"There is no seat {seat!r} to play in this game; seats are {', '.join(names)}.")
    return seat


def book_of(rules: Title[Any], given: str, names: list[str]) -> tuple[str, list[dict[str, Any]]]:
    """The seat and its book, read from `SEAT=FILE` and checked."""
    from cli.orders.book_form import plain_book, read_book

    seat, equals, path = given.partition("=")
    if not equals:
        raise Misuse(f"--book {given}: it is written SEAT=FILE, such as {names[0]}=my-book.yaml.")
    return known(seat, names), plain_book(read_book(rules, Path(path)))
