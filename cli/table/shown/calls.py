"""What hosts want of their player besides answers: duties in contests, an organiser's; seats that could be taken."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from adjudicator.registry import is_title
from adjudicator.registry import title as find_title
from cli.errors import ClientError, TrustBroken
from cli.games.game import taken
from cli.play.next import HostLook, free_seats, organises
from cli.table.shown.about import as_heading, name_of, names_of
from schemas.contests.duties import HOW
from schemas.documents.game_in_words import in_names, terms_in_words

if TYPE_CHECKING:
    from cli.client import Client
    from cli.client.answers import GameSummary

Facts = dict[str, Any]


def calls(clients: list[Client]) -> Facts:
    """Of every host that knows the player; `trouble`: what those said that did not answer."""
    found: Facts = {"contests": [], "duties": [], "joinable": [], "trouble": []}
    for client in clients:
        try:
            games = client.games(calls_for=client.handle)
            found["contests"] += in_contests(client)
            found["duties"] += duties(client, games)
            found["joinable"] += [one for game in games if (one := joinable(client, game))]
        except TrustBroken:
            raise
        except ClientError as error:
            found["trouble"].append(error.plain)
    return found


def in_contests(client: Client) -> Iterator[Facts]:
    """The contests that want something of the player, under an alias too, each with what is to be done."""
    client.waiting(going=True)  # with it the host tells whose mails bounce, too
    aliases = (client.under_alias(where, ask=False) for where in client.aliases_told)
    found: dict[str, Facts] = {}
    for one in (client, *filter(None, aliases)):
        if one is not client:
            one.waiting(going=True)
        for duty in one.duties_told:
            contest = found.setdefault(
                duty["contest"], {"contest": duty["contest"], "name": duty["name"], "duties": []}
            )
            contest["duties"].append({**duty, "mine": True, "what": duty["what"].removesuffix(HOW)})
    yield from found.values()


def duties(client: Client, games: list[GameSummary]) -> Iterator[Facts]:
    """The games that the player organises, those first in which there is something to do."""
    look = HostLook(client, lambda _: [])
    found = [(game, list(look.tasks(game))) for game in games if organises(client.handle, game)]
    for game, tasks in sorted(found, key=lambda one: not one[1]):
        names = seats_in_words(game)
        yield {**game, "waits": [in_names(task["waits"], names) for task in tasks]}


def joinable(client: Client, game: GameSummary) -> Facts | None:
    """A game in which the player could take a seat."""
    free = [seat for seat in game["seats"] if seat["seat"] in free_seats(game)]
    mine = [seat["seat"] for seat in free if seat["kept_for"] == client.handle]
    held = sum(seat["player"] == client.handle for seat in game["seats"])
    seats = mine or [seat["seat"] for seat in free if seat["kept_for"] is None and game["contest"] is None]
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


def held_seat(row: Facts) -> str:
    """The seat of a row of *Your games*, as it is called."""
    return as_heading(name_of(find_title(row["title"]) if is_title(row["title"]) else None, row["seat"]))
