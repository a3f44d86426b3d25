"""An invitation: what the game is, who sits there, its terms; and the form that signs up and sits down in one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Flask, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from cli.browser.account import done, facts, host_of, own_templates, sign
from cli.browser.errands import ROAD
from cli.browser.keys import Keys
from cli.errors import Refused
from cli.table.addresses.table import Table, rendered
from cli.table.hosts import SEAT

if TYPE_CHECKING:
    from cli.client.answers import GameSummary

WAITS: Final = "inviting"


def add_joining(app: Flask, table: Table, keys: Keys) -> None:
    """The page of an invitation, and the seat that is taken there; `word`: that of the link, where it has one."""
    place = f"{table.guard.home}join/<game>"

    def shown(game: str, word: str, wrong: str = "", code: int = 200) -> AnyResponse:
        news, summary = table.news.count, looked_at(keys, game, word)
        mine = own_seats(keys, summary) if summary else []
        if summary and mine and summary["status"] != WAITS:
            which = f"{SEAT}{mine[0]}" if len(mine) > 1 else ""
            return redirect(f"{table.guard.home}games/{game}{which}", 303)
        way = f"join/{game}/{word}".rstrip("/")
        told = invitation(summary) | {"mine": mine, "next": way, "word": word, "news": news}
        return rendered(own_templates().get_template("join.html"), table.guard, code, **facts(keys, wrong) | told)

    @app.get(place, defaults={"word": ""})
    @app.get(f"{place}/<word>")
    def join_page(game: str, word: str) -> AnyResponse:
        return shown(game, word)

    @app.post(place, defaults={"word": ""})
    @app.post(f"{place}/<word>")
    def join(game: str, word: str) -> AnyResponse:
        wrong = done(keys, "join", lambda: sit_down(keys, game, word))
        return shown(game, word, wrong, 409) if wrong else redirect(request.path, 303)


def sit_down(keys: Keys, game: str, word: str) -> None:
    """Sign in or up with the form, and take the seat."""
    url = host_of(keys)
    if ROAD.same("locked", lambda: keys.hosts.identity is None):
        sign(keys, url, word)
    client = keys.hosts.client(url)
    if word or not keys.registered:
        keys.register(client, word)
    client.join(game, request.form.get("seat") or None)


def looked_at(keys: Keys, game: str, word: str) -> GameSummary | None:
    """The game, as whoever is invited may see it; None where it is shown only to whom the word has let in."""
    hosts, url = keys.hosts, host_of(keys)
    client = hosts.client(url) if hosts.identity is not None else hosts.connection.client(url)
    try:
        return client.game(game)
    except Refused as refused:
        if not word or refused.code != "unknown-game":
            raise
        return None


def own_seats(keys: Keys, summary: GameSummary) -> list[str]:
    """The seats that the player holds."""
    if keys.hosts.identity is None:
        return []
    client = keys.hosts.client(host_of(keys)).in_game(summary["game"])
    return [one["seat"] for one in summary["seats"] if one["player"] == client.handle]


def invitation(summary: GameSummary | None) -> dict[str, Any]:
    """What is said of the game."""
    from adjudicator import index
    from schemas.documents.game_in_words import terms_in_short

    if summary is None:
        return {"game": None, "called": "", "free": [], "terms": []}
    known = index.kinds().get(summary["title"])
    free = [one["seat"] for one in summary["seats"] if not one["player"] and not one["unmanned"]]
    called = known["name"] if known else summary["title"]
    return {"game": summary, "called": called, "free": free, "terms": terms_in_short(summary["terms"])}
