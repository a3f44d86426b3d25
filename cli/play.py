"""`ostraka play`: a game on one machine, with people, bots and books at its seats, and no service."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.errors import Misuse

if TYPE_CHECKING:
    from adjudicator.kernel import Title
    from cli.hotseat import HotSeat

FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.argument("title_id", metavar="[TITLE]", required=False)
@click.option("--scenario", help="Which scenario; the title's first when not given.")
@click.option("--seats", type=int, help="How many seats; as few as the scenario allows when not given.")
@click.option(
    "--seat", "people", multiple=True, help="A seat that a person plays, the first when not given; repeatable."
)
@click.option("--bots", default="steady", show_default=True, type=click.Choice(["steady", "random"]), help="The rest.")
@click.option("--book", "books", multiple=True, metavar="SEAT=FILE", help="Standing orders of a seat; repeatable.")
@click.option("--seed", help="Chance follows from this text, so that the same game comes again.")
@click.option("--save", type=FILE, help="Keep the game in this file after every phase. It tells what is hidden.")
@click.option("--resume", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Go on with a saved game.")
def play(
    title_id: str | None,
    people: tuple[str, ...],
    seed: str | None,
    save: Path | None,
    resume: Path | None,
    **setup: Any,
) -> None:
    """Play a game on this machine, you at one seat and bots at the others.

    No service is needed. With several --seat the machine is handed round. Questions come one by one, with the legal
    answers by number; orders may be typed as YAML too. Piped, answers are read line by line.
    """
    from cli.asking import People
    from cli.screen import Left, show_end

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
    from cli.hotseat import HotSeat
    from cli.saved import load

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
) -> HotSeat:
    """A new game."""
    from adjudicator.registry import title as find_title
    from adjudicator.registry import titles
    from cli.hotseat import HotSeat, key_of
    from cli.saved import FORMAT, Saved

    if title_id is None:
        raise Misuse(f"Which TITLE? There are {', '.join(titles())}; or --resume a saved game.")
    rules = find_title(title_id)
    chosen = rules.scenario(scenario or next(iter(rules.scenarios)))
    names = list(rules.seats(chosen.id, seats or min(chosen.seat_counts)))
    secret = secret_of(seed)
    saved = Saved(
        format=FORMAT,
        title=rules.id,
        version=rules.version,
        scenario=chosen.id,
        seats=names,
        people=[known(seat, names) for seat in people] or names[:1],
        bots=bots,
        books=dict(book_of(rules, one, names) for one in books),
        setup_chance=key_of(secret, "setup"),
    )
    return HotSeat(saved, secret, save)


def secret_of(seed: str | None) -> bytes:
    """32 bytes that all chance of a game follows from."""
    import hashlib
    import os

    return os.urandom(32) if seed is None else hashlib.sha256(seed.encode()).digest()


def known(seat: str, names: list[str]) -> str:
    """A seat of this game."""
    if seat not in names:
        raise Misuse(f"There is no seat {seat!r} in this game; seats are {', '.join(names)}.")
    return seat


def book_of(rules: Title[Any], given: str, names: list[str]) -> tuple[str, list[dict[str, Any]]]:
    """The seat and its book, read from `SEAT=FILE` and checked."""
    from cli.book import plain_book, read_book

    seat, equals, path = given.partition("=")
    if not equals:
        raise Misuse(f"--book {given}: it is written SEAT=FILE, such as {names[0]}=my-book.yaml.")
    return known(seat, names), plain_book(read_book(rules, Path(path)))
