"""What a command about orders or a book begins with: what the seat knows, from the host or from the newest letter."""

from __future__ import annotations

from itertools import islice
from typing import Any

from msgspec import to_builtins

from adjudicator.kernel import Offer
from cli.client import Client
from cli.errors import Unreachable
from cli.mail.letters import VerifiedLetter, newest_letter
from cli.rules.local_check import unasked_options
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


MOST_OPTIONS = 200


def form_content(known: KnownGame) -> dict[str, Any]:
    """Everything in the form of a seat: what it is asked, and what it may add without being asked."""
    asked = questions_from_view(known) if known.letter else known.client.questions(known.game, known.seat)
    return {**asked, "unasked": unasked_options(known.plain, known.seat)}


def questions_from_view(known: KnownGame) -> dict[str, Any]:
    """The open questions of a seat with default and options, from its view."""
    letter = known.letter
    return {
        "game": known.game,
        "phase": known.phase,
        "deadline": letter.body.deadline if letter else None,
        "questions": [question_content(known, name) for name in known.asked],
        "sequence": known.key(known.phase)[1],
        "word": held[0].header.word if (held := known.own()) else None,
    }


def question_content(known: KnownGame, name: str) -> dict[str, Any]:
    """One open question, in the shape in which the service gives it."""
    rules, view, seat = known.rules, known.view, known.seat
    options = [rules.order_to_dict(one) for one in islice(rules.options(view, seat, name), MOST_OPTIONS + 1)]
    return {
        "question": name,
        "prompt": rules.prompt(view, seat, name),
        "subjects": rules.subjects(rules.ask(view, seat, name)),
        "schema": rules.order_schema(name),
        "default": rules.order_to_dict(rules.default(view, seat, name)),
        "options": options[:MOST_OPTIONS],
        "more": len(options) > MOST_OPTIONS or not rules.question(name).listed,
        "offer": offer_as_plain(rules.offer(view, seat, name)),
    }


def offer_as_plain(offer: Offer | None) -> dict[str, Any] | None:
    """A menu as the service writes it."""
    if offer is None:
        return None
    plain: dict[str, Any] = to_builtins(offer)
    del plain["chosen"]
    return plain
