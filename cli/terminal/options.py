"""Options that several commands share, as decorators: `host_options` (which host, home and key), `json_option` …"""

from __future__ import annotations

import functools
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from cli.client import Client
    from cli.home.home import Home
    from schemas.keys.identities import Identity

URL = "http://127.0.0.1:8000"

Command = Callable[..., Any]


class Connection:
    """What the options say about host, home and key; nothing is read or asked for before it is needed."""

    def __init__(self, home: Path | None, url: str, key: str | None, password: str | None) -> None:
        self.path, self.url, self.key, self.password = home, url, key, password
        self.typed = False  # was the password typed in this process?

    @property
    def home(self) -> Home:
        """The player's home directory, whose locked keys open with this connection's password."""
        from cli.home.home import Home

        home = Home(self.path) if self.path else Home.default()
        home.open_key = self.open_key
        return home

    def handle(self) -> str:
        """The name of the chosen key, which is its player's handle."""
        return self.home.choose_key(self.key)

    def identity(self) -> Identity:
        """The player's keys; asks for the password if they are locked with one and not kept open."""
        return self.open_key(self.home.key_path(self.handle()))

    def open_key(self, path: Path) -> Identity:
        """The keys of a file of this home: kept open, or opened with the password."""
        from cli.terminal.passwords import opened

        return opened(self, path)

    def player(self) -> Client:
        """A client with the chosen key."""
        from cli.client import Client

        return Client(self.url, self.identity(), self.handle(), self.home)

    def spectator(self) -> Client:
        """A client without a key, for what everyone may read."""
        from cli.client import Client

        return Client(self.url, home=self.home)

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
    def wrapper(*args: Any, home: Path | None, key_name: str | None, url: str = URL, **rest: Any) -> Any:
        import os

        return command(Connection(home, url, key_name, os.environ.get("OSTRAKA_PASSWORD")), *args, **rest)

    return wrapper


def host_options(command: Command) -> Command:
    """Options --url, --home and --key; passes a `Connection` first."""
    return click.option("--url", envvar="OSTRAKA_URL", default=URL, show_default=True, help="Address of the host.")(
        home_options(command)
    )


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
    """Options of every command that makes an envelope to be mailed."""
    output = click.Path(dir_okay=False, writable=True, path_type=Path)
    to_file = click.option("-o", "--output", type=output, help="Write it to this file instead of standard output.")
    return word_option(to_file(offline_option(command)))


def json_option(command: Command) -> Command:
    """Option --json of every command that prints results."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")(command)


def game_and_seat(command: Command) -> Command:
    """Arguments GAME and SEAT."""
    return click.argument("game")(click.argument("seat")(command))
