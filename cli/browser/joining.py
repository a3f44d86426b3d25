"""An invitation: what the game is, who sits there, its terms; and the form that signs up and sits down in one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Flask, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from cli.browser.account import ACCOUNT, add_account, done, facts, own_templates
from cli.browser.errands import ROAD
from cli.browser.keys import Keys
from cli.errors import Misuse
from cli.table.addresses.table import Table, rendered
from cli.table.app import guarded_app

if TYPE_CHECKING:
    from cli.client.answers import GameSummary

WAITS: Final = "inviting"


def people_app(table: Table, keys: Keys) -> Flask:
    """The pages on which somebody becomes known at a host: their account, and invitations."""
    app = guarded_app(table)
    add_account(app, table, keys)
    add_joining(app, table, keys)
    return app


def add_joining(app: Flask, table: Table, keys: Keys) -> None:
    """The page of an invitation, and the seat that is taken there."""
    home = table.guard.home

    def shown(game: str, wrong: str = "", code: int = 200) -> AnyResponse:
        summary = looked_at(keys, game)
        mine = own_seats(keys, summary)
        if mine and summary["status"] != WAITS:
            return redirect(f"{home}games/{game}", 303)
        told = invitation(keys, summary) | {"mine": mine, "next": f"join/{game}"}
        return rendered(own_templates().get_template("join.html"), table.guard, code, **facts(keys, wrong) | told)

    @app.get(f"{home}join/<game>")
    def join_page(game: str) -> AnyResponse:
        return shown(game)

    @app.post(f"{home}join/<game>")
    def join(game: str) -> AnyResponse:
        form = request.form

        def sit() -> None:
            if ROAD.same("locked", lambda: keys.hosts.identity is None):
                sign(keys)
            client = keys.hosts.client(looked_at_url(keys))
            client.join(game, form.get("seat") or None)

        wrong = done(keys, "join", sit)
        return shown(game, wrong, 409) if wrong else redirect(f"{home}join/{game}", 303)


def sign(keys: Keys) -> None:
    """Open the key of this browser, or make one."""
    form = request.form
    if ROAD.same("known", lambda: bool(keys.names)):
        keys.open(form.get("name", ""), form.get("password", ""))
    else:
        copy: Any = form.get("copy", "none")
        keys.make(looked_at_url(keys), form.get("name", ""), form.get("password", ""), copy)


def looked_at_url(keys: Keys) -> str:
    """The host of the invitation: the one that the page is for."""
    urls = keys.hosts.connection.offered or keys.hosts.connection.urls()
    if not urls:
        raise Misuse("This page belongs to no host: open the link of the invitation.")
    return urls[0]


def looked_at(keys: Keys, game: str) -> GameSummary:
    """The game, as whoever is invited may see it."""
    hosts, url = keys.hosts, looked_at_url(keys)
    client = hosts.client(url) if hosts.identity is not None else hosts.connection.client(url)
    return client.game(game)


def own_seats(keys: Keys, summary: GameSummary) -> list[str]:
    """The seats that the player holds."""
    if keys.hosts.identity is None:
        return []
    client = keys.hosts.client(looked_at_url(keys)).in_game(summary["game"])
    return [one["seat"] for one in summary["seats"] if one["player"] == client.handle]


def invitation(keys: Keys, summary: GameSummary) -> dict[str, Any]:
    """What is said of the game."""
    from adjudicator import index
    from schemas.documents.game_in_words import terms_in_words

    known = index.kinds().get(summary["title"])
    free = [one["seat"] for one in summary["seats"] if not one["player"] and not one["unmanned"]]
    return {
        "game": summary,
        "called": known["name"] if known else summary["title"],
        "free": free,
        "terms": list(terms_in_words(summary["terms"]))[:3],
        "account": ACCOUNT,
    }
