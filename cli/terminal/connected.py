"""What a command is told of host, home and key, for whoever finds out what else it means."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Protocol

if TYPE_CHECKING:
    from cli.client import Client
    from cli.home.home import Home

OWN_SEAT: Final = "(yours)"  # no seat is called like that


class TypedGame(str):
    """A game as it was typed: its id or its name."""

    __slots__ = ()


class TypedContest(str):
    """A contest as it was typed: its id or its name; empty where it was left out."""

    __slots__ = ()


class Connected(Protocol):
    """A host that was named or is found, a home, and a key that is opened when it is needed."""

    given_url: str | None
    found_url: str | None
    game: str | None
    offline: bool
    password: str | None
    typed: bool  # was the password typed in this process?

    @property
    def home(self) -> Home:
        """The player's home directory."""

    def urls(self) -> list[str]:
        """The addresses of all hosts that may be meant."""

    def handle(self) -> str:
        """The name of the chosen key."""

    def player(self, game: str | None = None) -> Client:
        """A client with the chosen key."""

    def spectator(self) -> Client:
        """A client without a key, for what everyone may read."""
