"""Options that several commands share, as decorators: `host_options` (which host, home and key), `json_option` …"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cli.errors import Misuse, Unreachable
from cli.terminal.connected import OWN_SEAT, TypedContest, TypedGame

if TYPE_CHECKING:
    from cli.client import Client
    from cli.home.home import Home
    from schemas.keys.identities import Identity


Command = Callable[..., Any]
NO_HOST = (
    "No host is known yet, and none runs on this machine. Type the command of your invitation, or add --url ADDRESS "
    "once; it is remembered."
)


class GameName(click.ParamType[TypedGame]):
    """A game by its id or its name."""

    name = "game"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> TypedGame:
        """The same; which game it is follows once the host is known."""
        return TypedGame(value)


class ContestName(click.ParamType[TypedContest]):
    """A contest by its id or its name."""

    name = "contest"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> TypedContest:
        """The same; which contest it is follows once the host is known."""
        return TypedContest(value)


class Connection:
    """What the options say about host, home and key; nothing is read or asked for before it is needed."""

    def __init__(self, home: Path | None, url: str | None, key: str | None, password: str | None) -> None:
        self.path, self.given_url, self.key, self.password = home, url, key, password
        self.found_url: str | None = None
        self.game: str | None = None  # that the command is about
        self.offline = False
        self.is_guessed = False  # was no host named, and none known?
        self.typed = False  # was the password typed in this process?

    @property
    def home(self) -> Home:
        """The player's home directory, whose locked keys open with this connection's password."""
        from cli.home.home import Home

        home = Home(self.path) if self.path else Home.default()
        home.open_key = self.open_key
        return home

    @property
    def url(self) -> str:
        """The address of the host: as it was given, else that of the game, else of the only host that is known."""
        from cli.terminal.finding import usual_url

        if named := self.given_url or self.found_url:
            return named
        self.is_guessed = not self.home.hosts()
        return usual_url(self.home)

    def urls(self) -> list[str]:
        """The addresses of all hosts that may be meant."""
        return [self.url] if self.given_url else sorted(self.home.hosts()) or [self.url]

    def handle(self) -> str:
        """The name of the chosen key, which is its player's handle."""
        return self.home.choose_key(self.key)

    def identity(self) -> Identity:
        """The player's keys; asks for the password if they are locked with one and not kept open."""
        return self.open_key(self.home.key_path(self.handle()))

    def unasked(self) -> Client | None:
        """A client with the chosen key; None where nobody could use it before they have typed its password."""
        from cli.client import Client
        from cli.terminal.passwords import opened_unasked

        handle = self.handle()
        identity = opened_unasked(self, self.home.key_path(handle))
        return Client(self.url, identity, handle, self.home) if identity is not None else None

    def open_key(self, path: Path) -> Identity:
        """The keys of a file of this home: kept open, or opened with the password."""
        from cli.terminal.passwords import opened

        return opened(self, path)

    def player(self, game: str | None = None) -> Client:
        """A client with the chosen key, or with the alias under which it plays the game that the command is about.

        Of a `game` that is given it asks no host: the home has to know.
        """
        from cli.client import Client

        client, about = Client(self.url, self.identity(), self.handle(), self.home), game or self.game
        return client if about is None else client.in_game(about, ask=game is None and not self.offline)

    def spectator(self) -> Client:
        """A client without a key, for what everyone may read."""
        from cli.client import Client

        client = Client(self.url, home=self.home)
        client.wire.open_key = self.identity
        return client

    def reader(self, seat: str | None) -> Client:
        """The player's client for what a seat may read, a spectator's for the rest."""
        return self.player() if seat else self.spectator()


def home_options(command: Command) -> Command:
    """Options --home and --key; passes a `Connection`, which also has the password of OSTRAKA_PASSWORD, first."""

    @click.option(
        "--home", type=click.Path(path_type=Path), envvar="OSTRAKA_HOME", help="Directory of your keys and receipts."
    )
    @click.option("--key", "key_name", envvar="OSTRAKA_KEY", help="Which of your keys; needed if you have several.")
    @functools.wraps(command)
    def wrapper(*args: Any, home: Path | None, key_name: str | None, url: str | None = None, **rest: Any) -> Any:
        import os

        from cli.terminal.finding import resolved

        connection = Connection(home, url, key_name, os.environ.get("OSTRAKA_PASSWORD"))
        try:
            return command(connection, *args, **resolved(connection, rest))
        except Unreachable:
            if connection.is_guessed and not connection.found_url:
                raise Unreachable(NO_HOST) from None
            raise

    return wrapper


def host_options(command: Command) -> Command:
    """Options --url, --home and --key; passes a `Connection` first."""
    usual = "Address of the host; needed once, or if you know several."
    return click.option("--url", envvar="OSTRAKA_URL", help=usual)(home_options(command))


def offline_option(command: Command) -> Command:
    """Option --offline of every command that can work from a letter."""
    return click.option(
        "--offline", is_flag=True, help="Contact no host: work from the newest letter that you have opened."
    )(command)


def word_option(command: Command) -> Command:
    """Option --final or --draft of every command that seals."""
    return click.option(
        "--final/--draft", default=True, help="May the phase be cut without waiting for you?  [default: final]"
    )(command)


def title_options(command: Command) -> Command:
    """Options --option and --components of every command that begins a game."""
    file = click.Path(path_type=Path, exists=True, dir_okay=False)
    own = "Your own components file, used over the title's: for owners of the boxed game."
    return click.option(
        "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the title; repeatable."
    )(click.option("--components", type=file, help=own)(command))


def seal_options(command: Command) -> Command:
    """Options of every command that makes an envelope for a mail."""
    output = click.Path(dir_okay=False, writable=True, path_type=Path)
    to_file = click.option("-o", "--output", type=output, help="Write it to this file instead of standard output.")
    return word_option(to_file(offline_option(command)))


def json_option(command: Command) -> Command:
    """Option --json of every command that prints results."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(command)


def game_argument(field: str = "game", **how: Any) -> Callable[[Command], Command]:
    """Argument GAME: an id or a name; the command is given the id."""
    return click.argument(field, metavar=how.pop("metavar", "GAME"), type=GameName(), **how)


def contest_argument() -> Callable[[Command], Command]:
    """Argument CONTEST: an id or a name, or left out where there is one; the command is given the id."""
    return click.argument("contest", metavar="[CONTEST]", default="", type=ContestName())


def game_and_seat(command: Command) -> Command:
    """Arguments GAME and SEAT, which may be left out by who holds only one."""
    return game_argument()(own_seat_argument(command))


def own_seat_argument(command: Command) -> Command:
    """Argument SEAT, which may be left out by who holds only one."""
    return click.argument("seat", metavar="[SEAT]", default=OWN_SEAT)(command)


yes_option = click.option("--yes", is_flag=True, help="Do it without asking.")


text_file_option = click.option(
    "--file", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="Send the text in this file."
)


def text_of(text: str | None, file: Path | None) -> str:
    """The text to send: as given, from a file, or from standard input."""
    if text is not None and file:
        raise Misuse("Give TEXT or --file, not both.")
    if text is None:
        text = file.read_text(encoding="utf-8") if file else sys.stdin.read()
    if not text.strip():
        raise Misuse(
            "There is nothing to send: TEXT is missing or empty, and --file or standard input has none either."
        )
    return text


def require_sure(question: str, yes: bool) -> None:
    """Ask, on stderr, before doing what cannot be undone."""
    if not yes:
        click.confirm(question, abort=True, err=True)
