"""The addresses of the table."""

from __future__ import annotations

from functools import cache
from typing import Final

from flask import Flask, Response, abort, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from cli.table import guard as guarding
from cli.table.addresses.about import add_about
from cli.table.addresses.acts import add_acts
from cli.table.addresses.games import add_games, add_parts, add_scenes
from cli.table.addresses.joining import add_joining
from cli.table.addresses.lists import add_lists
from cli.table.addresses.organising import add_new_at_host, add_organising
from cli.table.addresses.proof import add_proof
from cli.table.addresses.push import add_push
from cli.table.addresses.seat_acts import add_seat_acts
from cli.table.addresses.settings import add_settings
from cli.table.addresses.table import Table, guarded_app, page, trouble
from cli.table.rendering import KINDS, STATIC, static

USED_LINK: Final = """This link was used already, or is an old one.
In the window where ostraka table runs, press Enter for a new one. If it was begun without a window, begin it again."""


def create_app(table: Table) -> Flask:
    """The application behind a guard."""
    app = guarded_app(table)
    add_doors(app, table)
    add_lists(app, table)
    add_games(app, table)
    add_parts(app, table)
    add_scenes(app, table)
    add_acts(app, table)
    add_about(app, table)
    add_seat_acts(app, table)
    add_organising(app, table)
    add_new_at_host(app, table)
    add_joining(app, table)
    add_proof(app, table)
    add_settings(app, table)
    add_push(app, table)
    add_contests(app, table)
    return app


def add_contests(app: Flask, table: Table) -> None:
    """Contests, which are an application of their own: few tables ever load it."""
    place = f"{table.guard.home}contests"

    @cache
    def inside() -> Flask:
        from cli.table.contests.app import contests_app

        return contests_app(table)

    @app.route(place, defaults={"rest": ""}, methods=("GET", "POST"))
    @app.route(f"{place}/<path:rest>", methods=("GET", "POST"))
    def contests(rest: str) -> AnyResponse:
        return AnyResponse.from_app(inside(), request.environ)


def add_doors(app: Flask, table: Table) -> None:
    """The way in, the files that pages use, and what tells a page that its program is there."""
    guard = table.guard

    @app.get("/enter/<word>", endpoint="enter")
    def enter(word: str) -> Response:
        if request.method == "HEAD":  # who only looks whether there is a page does not use the link up
            abort(405)
        cookie = guard.enter(word)
        if cookie is None:
            return page(
                "closed",
                guard,
                403,
                heading="Not here",
                lied=False,
                why=USED_LINK,
            )
        return guarding.with_cookie(page("enter", guard, first=f"{guard.home}{guard.first}"), guard, cookie)

    @app.get(f"{guard.home}alive", endpoint="alive")
    def alive() -> Response:
        return Response(status=204)

    @app.get(f"{guard.home}trouble", endpoint="trouble")
    def show_trouble() -> Response:
        return trouble(table)

    @app.get(f"{guard.home}static/<name>", endpoint="static_file")
    def static_file(name: str) -> Response:
        if name not in STATIC:
            raise NotFound
        return Response(static(name), mimetype=KINDS[name.rpartition(".")[2]])
