"""The page of a game, and what it fetches."""

from __future__ import annotations

import re
from typing import Final

from flask import Flask, Response, jsonify, redirect, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from cli.errors import Refused
from cli.table.addresses.hosted import player_at
from cli.table.addresses.settings import told_of_turns
from cli.table.addresses.table import Table, number, page
from cli.table.board.pictures import SHAPES
from cli.table.hosts import SEAT
from cli.table.rendering import plain
from cli.table.shown.beside import Beside
from cli.table.shown.page import GamePage
from cli.table.sitting import Sitting
from cli.terminal.finding import GAME_ID

SCENE: Final = re.compile(r"[0-9]{1,7}\.[0-9]{1,7}")


def asked_shape() -> str:
    """The shape of board that is asked for; every one where none is named."""
    asked = request.args.get("shape", "")
    return asked if asked in SHAPES else ""


def add_games(app: Flask, table: Table) -> None:
    """The page, and what is new of it."""
    guard = table.guard
    place = f"{guard.home}games/<name>"

    @app.get(place)
    def game_page(name: str) -> AnyResponse:
        known = name in table.sittings
        try:
            sitting, news = table.sitting(name), table.news.count
        except NotFound:  # of a game at a host the reader holds no seat, or several
            if guard.place.account and GAME_ID.fullmatch(name.partition(SEAT)[0]) and not table.hosts.clients():
                return redirect(f"{guard.home}{guard.place.account}?next=games/{name}", 303)
            return redirect(f"{guard.home}games/{player_at(table, name)[1]['game']}/about", 303)
        except Refused as refused:
            if refused.code not in ("not-started", "never-started"):
                raise
            return redirect(f"{guard.home}games/{name}/about", 303)
        with sitting.lock:
            asked = request.args.keys()
            has_clicked = "step" in asked and (sitting.is_making or sitting.is_sending)
            if known and not {"phase", "scene", "at", "why"} & asked and not has_clicked:
                sitting.listen(own=True)
            sitting.notice += table.said.pop(sitting.game.id, [])
            return whole(name, sitting, news)

    def whole(name: str, sitting: Sitting, news: int) -> Response:
        """All of the page; `news`: the count before the game was listened to."""
        if sitting.covered:
            game, seat = sitting.game, sitting.game.seat
            called = game.rules.words(sitting.now.view, f"seat:{seat}")
            side = game.rules.naming.own_word(sitting.now.view, seat)
            return page("curtain", guard, here=table.address(sitting), game=game, called=called, side=side)
        whole_log, at, scene = (
            request.args.get("log") == "all",
            request.args.get("at", ""),
            request.args.get("scene", ""),
        )
        facts = GamePage(sitting).facts(number("phase"), whole_log, at, scene if SCENE.fullmatch(scene) else "")
        why = Beside(sitting).reasons() if "why" in request.args else None
        facts |= told_of_turns(table.home)
        facts |= {"here": table.address(sitting), "command": table.hosts.command(name), "why": why, "news": news}
        facts["host_notices"] = table.hosts.notices()
        return page("game", guard, **facts)

    @app.get(f"{guard.home}news")
    def news() -> Response:
        patience = table.hosts.follow(table.news.mark)
        return jsonify(table.news.after(number("token"), patience if "wait" in request.args else 0))

    @app.get(f"{place}/state")
    def state(name: str) -> Response:
        """The page as it is now, for one that shows another state; nothing where it is the same."""
        sitting, news = table.sitting(name), table.news.count
        with sitting.lock:
            sitting.listen()
            same = not sitting.covered and request.args.get("token") == sitting.token
            return Response(status=204) if same else whole(name, sitting, news)


def open_sitting(table: Table, name: str) -> Sitting:
    """The game of that name, unless the screen is on its way to the next person."""
    sitting = table.sitting(name)
    if sitting.covered:
        raise NotFound("This waits for the next person at this screen.")
    return sitting


def add_parts(app: Flask, table: Table) -> None:
    """What the page shows when it is asked for, and files of it."""
    guard = table.guard
    place = f"{guard.home}games/<name>"

    @app.get(f"{place}/why")
    def why(name: str) -> Response:
        sitting = open_sitting(table, name)
        with sitting.lock:
            return page("why", guard, why=Beside(sitting).reasons())

    @app.get(f"{place}/help")
    def helps(name: str) -> Response:
        """What things do: those that are named, in words alone, else all."""
        from cli.table.shown.helping import Helping  # no first board needs it

        sitting = open_sitting(table, name)
        with sitting.lock:
            helping = Helping(sitting.game.rules, sitting.now.view)
            if "of" in request.args:
                return Response(plain(helping.said(request.args["of"].split())), mimetype="text/plain")
            return page("help", guard, here=table.address(sitting), game=sitting.game, kinds=helping.kinds)

    @app.get(f"{place}/then/<int:phase>")
    def then(name: str, phase: int) -> Response:
        sitting = open_sitting(table, name)
        with sitting.lock:
            if phase not in sitting.game.views():
                raise NotFound("There is no board of that phase.")
            then = GamePage(sitting).then(phase, asked_shape())
            return page("then", guard, then=then, sitting=sitting)

    @app.get(f"{place}/sealed")
    def sealed(name: str) -> Response:
        sitting = table.sitting(name)
        given = sitting.form.given if "book" in request.args else sitting.given
        if given is None or given.armored is None:
            raise NotFound("Nothing is sealed.")
        response = Response(given.armored, mimetype="text/plain")
        response.headers["Content-Disposition"] = 'attachment; filename="sealed-order.txt"'
        return response

    @app.get(f"{guard.home}sheets/<name>.css")
    def sheet(name: str) -> Response:
        if name not in table.pictures.sheets:
            raise NotFound
        return Response(table.pictures.sheets[name], mimetype="text/css")


def add_scenes(app: Flask, table: Table) -> None:
    """What happened, told in scenes, and the boards inside a phase."""
    guard = table.guard
    place = f"{guard.home}games/<name>"

    @app.get(f"{place}/scenes")
    def scenes(name: str) -> Response:
        """The cards of scenes, from one on or since the last answer."""
        from cli.table.shown.scenes import Scenes  # no first board needs it

        sitting, since = open_sitting(table, name), request.args.get("scene", "")
        with sitting.lock:
            facts = Scenes(sitting).cards(since if SCENE.fullmatch(since) else "")
            return page("scenes", guard, here=table.address(sitting), **facts)

    @app.get(f"{place}/scenes/places")
    def places(name: str) -> Response:
        """The scenes that can be looked back to, each with the phase in which it ended."""
        from cli.table.shown.scenes import Scenes  # no first board needs it

        sitting = open_sitting(table, name)
        with sitting.lock:
            return jsonify(Scenes(sitting).places())

    @app.get(f"{place}/scene/<id>")
    def after_scene(name: str, id: str) -> Response:
        """The board that a scene ended with, in one shape."""
        from cli.table.shown.scenes import Scenes  # no first board needs it

        sitting, shape = open_sitting(table, name), asked_shape()
        with sitting.lock:
            then = Scenes(sitting).looked_at(id, shape) if SCENE.fullmatch(id) else None
            if then is None:
                raise NotFound("There is no such scene.")
            return page("then", guard, then=then, sitting=sitting)

    @app.get(f"{place}/moment/<int:phase>/<int:told>")
    def moment(name: str, phase: int, told: int) -> Response:
        """The board inside a phase, in one shape."""
        sitting, shape = open_sitting(table, name), asked_shape()
        with sitting.lock:
            try:
                boards = sitting.boards.at(phase, told, shape)
            except KeyError:
                raise NotFound("There is no board of that moment.") from None
            now = [one for one in sitting.boards.now if shape in ("", one.shape)]
            bare = [one.without_signs_of(other) for one, other in zip(boards, now, strict=True)]
            then = {
                "phase": phase,
                "told": [],
                "sheets": sorted({one.sheet for one in boards}),
                "boards": [one.lit({}) for one in bare],
            }
            return page("then", guard, then=then, sitting=sitting)
