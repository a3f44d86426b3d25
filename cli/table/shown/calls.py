"""What hosts want of their player besides answers: an organiser's duties; seats that could be taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from adjudicator.registry import is_title
from adjudicator.registry import title as find_title
from cli.errors import ClientError, TrustBroken
from cli.games.game import taken
from cli.play.next import HostLook, free_seats
from cli.table.shown.about import as_heading, in_names, names_of
from schemas.documents.game_in_words import terms_in_words

if TYPE_CHECKING:
    from cli.client import Client
    from cli.client.answers import GameSummary

Facts = dict[str, Any]


def calls(clients: list[Client]) -> Facts:
    """Of every host that knows the player; `trouble`: what those said that did not answer."""
    found: Facts = {"duties": [], "joinable": [], "trouble": []}
    for client in clients:
        try:
            games = client.games(calls_for=client.handle)
            found["duties"] += duties(client, games)
            found["joinable"] += [one for game in games if (one := joinable(client, game))]
        except TrustBroken:
            raise
        except ClientError as error:
            found["trouble"].append(getattr(error, "plain", error.message))
    return found


def duties(client: Client, games: list[GameSummary]) -> Iterator[Facts]:
    """What the player has to do as an organiser."""
    if any(game["organiser"] == client.handle and game["status"] == "running" for game in games):
        client.waiting(going=True)  # with it the host tells whose mails bounce
    look = HostLook(client, lambda _: [])
    for game in games:
        names = seats_in_words(game)
        for task in (*look.tasks(game), *look.unreached(game)):
            waits = in_names(task["waits"], names)
            yield {"game": game["game"], "name": game["name"], "waits": f"{waits[:1].upper()}{waits[1:]}"}


def joinable(client: Client, game: GameSummary) -> Facts | None:
    """A game in which the player could take a seat."""
    free = [seat for seat in game["seats"] if seat["seat"] in free_seats(game)]
    mine = [seat["seat"] for seat in free if seat["kept_for"] == client.handle]
    held = sum(seat["player"] == client.handle for seat in game["seats"])
    seats = mine or [seat["seat"] for seat in free if seat["kept_for"] is None]
    if not seats or held >= (game["seats_a_player"] or 1) or game["status"] == "over":
        return None
    rules = find_title(game["title"]) if is_title(game["title"]) else None
    names = seats_in_words(game)
    return {
        "game": game["game"],
        "name": game["name"],
        "host": client.url,
        "what": f"{rules.name}: {rules.scenario(game['scenario']).name}" if rules else game["title"],
        "taken": taken(dict(game)),
        "kept": bool(mine),
        "begun": game["status"] == "running",
        "organiser": game["organiser"],
        "terms": next(terms_in_words(game["terms"])),
        "seats": [(seat, as_heading(names[seat])) for seat in seats],
    }


def seats_in_words(game: GameSummary) -> dict[str, str]:
    """The seats of a game as they are called."""
    rules = find_title(game["title"]) if is_title(game["title"]) else None
    return names_of(rules, [str(one["seat"]) for one in game["seats"]])
