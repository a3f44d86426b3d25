"""What a command about orders or a book begins with: what the seat knows, from the host or from the newest letter."""

from __future__ import annotations

from cli.client import Client
from cli.errors import Unreachable
from cli.mail.letters import VerifiedLetter, newest_letter
from cli.seat.known_game import KnownGame
from cli.terminal.options import Connection
from cli.terminal.output import tell
from cli.trust.pins import Pins


def warn_if_older(letter: VerifiedLetter, newest: int) -> None:
    """Say on stderr that orders for the phase of a letter come too late, if a later phase has been seen."""
    phase = letter.letter.phase
    if phase < newest:
        tell(
            f"This letter asks for phase {phase}, but phase {newest} of {letter.letter.game} has been opened since: "
            f"orders for phase {phase} will be refused. Open a newer letter, or leave out --offline.",
            error=True,
        )


def load_known_game(connection: Connection, game: str, seat: str, offline: bool) -> KnownGame:
    """What a seat knows, from the host; `offline`, from the newest letter."""
    client = connection.player(game if offline else None)
    if offline:
        letter = newest_letter(client.home, client.me, game, seat)
        here = Client(letter.url, client.identity, client.handle, client.home)
        warn_if_older(letter, Pins(client.home, letter.url).of_game(game).get("phase", 0))
        return KnownGame(here, game, seat, letter.body.view, letter)
    try:
        return KnownGame(client, game, seat, client.view(game, seat)["view"])
    except Unreachable as error:
        if not client.home.letter_phases(game, seat):
            raise
        raise Unreachable(f"{error.message} You have a letter for {seat} in {game}: --offline works from it.") from None
