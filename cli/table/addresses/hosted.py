"""What pages about a game at a host share: who the reader is there, and what becomes of a refusal."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from flask import Response, redirect, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from adjudicator.kernel import OstrakaError
from cli.errors import ClientError, Refused, TrustBroken
from cli.games.act_words import WORDS, question
from cli.table.addresses.table import Table, page
from cli.table.hosts import SEAT
from cli.terminal.finding import GAME_ID, address_of
from schemas.errors import ProtocolError

if TYPE_CHECKING:
    from cli.client import Client
    from cli.client.answers import GameSummary
    from cli.table.shown.about import About

GAME: Final = "the game"


def player_at(table: Table, name: str) -> tuple[Client, GameSummary]:
    """The reader as they play in a game at a host, and its summary; 404 where no host that knows them has it."""
    name = name.partition(SEAT)[0]
    clients = table.hosts.clients() if GAME_ID.fullmatch(name) else []
    known = address_of(table.home, name)
    for client in sorted(clients, key=lambda one: one.url != known):
        try:
            summary = client.game(name)
        except Refused as refused:
            if refused.code != "unknown-game":
                raise
            continue
        return client.in_game(name), summary
    raise NotFound("No host that knows you has this game, or it is private and you are not invited.")


def about_of(table: Table, name: str) -> About:
    """What can be said of a game at a host."""
    from cli.table.shown.about import About  # a table of games on this machine knows no wire

    return About(*player_at(table, name))


def tried(do: Callable[[], object]) -> list[str]:
    """Do something at a host; gives why it did not come to pass, in sentences for people who type no commands."""
    try:
        do()
    except TrustBroken:
        raise
    except (ClientError, ProtocolError, OstrakaError) as error:
        return plainly(error)
    return []


def plainly(error: Exception) -> list[str]:
    """What an error says, without its code and what would help in a terminal."""
    return [error.plain, *error.errors] if isinstance(error, ClientError) else [str(error)]


def typed() -> dict[str, str]:
    """What stands in the form, by field."""
    return dict(request.form.items())


def done(table: Table, game: str, place: str, said: str) -> AnyResponse:
    """Go on to a page of the game, which says once what was done."""
    is_id = ":" in said.partition(" ")[0]
    table.said.setdefault(game, []).append(said if is_id else f"{said[:1].upper()}{said[1:]}")
    table.news.mark(game)
    return redirect(f"{table.guard.home}games/{game}{place and f'/{place}'}", 303)


def heard(table: Table, game: str) -> list[str]:
    """What was done, to be said once."""
    return table.said.pop(game, [])


def unsure(table: Table, act: str, back: str, yes: str, **about: Any) -> Response | None:
    """The page that asks once more before an act in a game that cannot be undone; None once that was answered."""
    asked = question(act, GAME, **about)
    return ask_once_more(table, asked, WORDS[act].does, yes, back) if asked else None


def ask_once_more(table: Table, asked: str, does: str, yes: str, back: str) -> Response | None:
    """The page that asks once more before what cannot be undone; None once that was answered."""
    if request.form.get("sure"):
        return None
    facts = {"asked": asked, "does": does, "yes": yes, "back": back}
    fields = list(request.form.items(multi=True))
    return page("sure", table.guard, **facts, fields=fields, here=request.path)
