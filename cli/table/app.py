"""The addresses of the table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from threading import RLock
from typing import Any, Final, Protocol, TypeVar

from flask import Flask, Response, redirect, request
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.wrappers import Response as AnyResponse

from adjudicator.kernel import OstrakaError
from adjudicator.registry import title as find_title
from adjudicator.registry import titles
from cli.errors import ClientError, TrustBroken
from cli.home.home import Home
from cli.table import guard as guarding
from cli.table import local_games
from cli.table.answer import Misfit
from cli.table.game import TableGame
from cli.table.guard import Guard
from cli.table.pictures import Pictures
from cli.table.rendering import KINDS, STATIC, static, templates
from cli.table.sitting import Sitting

MOST_SENT: Final = 100_000  # bytes of a form
MANY: Final = 12  # choices, from which on a field narrows them
T = TypeVar("T")


class Hosts(Protocol):
    """The games of hosts that the reader has a seat in."""

    def waiting(self) -> list[dict[str, Any]]:
        """Each game with its seat, its host, what is asked and until when."""

    def open(self, name: str) -> TableGame | None:
        """The game of that name or id; None where there is none."""


@dataclass
class Table:
    """What is on the table: the games that were opened, by the name in their address."""

    home: Home
    hosts: Hosts
    guard: Guard
    seed: str | None = None  # where all chance of games on this machine comes from
    pictures: Pictures = field(default_factory=Pictures)
    sittings: dict[str, Sitting] = field(default_factory=dict)
    lock: RLock = field(default_factory=RLock)

    def sitting(self, name: str) -> Sitting:
        """The game of that name; 404 where there is none."""
        with self.lock:
            if name not in self.sittings:
                game = local_games.open_saved(self.home, name, self.seed) or self.hosts.open(name)
                if game is None:
                    raise NotFound("There is no game of that name here.")
                self.sittings[name] = Sitting(game, self.home, self.pictures)
            return self.sittings[name]

    def clear(self) -> None:
        """Forget every game and what opens it."""
        with self.lock:
            self.sittings.clear()


def create_app(table: Table) -> Flask:
    """The application behind a guard."""
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MOST_SENT
    guard = table.guard
    guarding.install(app, guard)
    app.register_error_handler(HTTPException, lambda error: refused(error, guard))
    app.register_error_handler(ClientError, lambda error: failed(error, guard))
    app.register_error_handler(OstrakaError, lambda error: failed(error, guard))
    add_doors(app, guard)
    add_lists(app, table)
    add_games(app, table)
    return app


# --- the door ------------------------------------------------------------------------------------------------------


def add_doors(app: Flask, guard: Guard) -> None:
    """The way in, and the files that pages use."""

    @app.get("/enter/<word>", endpoint="enter")
    def enter(word: str) -> Response:
        cookie = guard.enter(word)
        if cookie is None:
            return page("closed", guard, 403, why="This link was used already, or is an old one.")
        return guarding.with_cookie(page("enter", guard, first=f"{guard.home}{guard.first}"), guard, cookie)

    @app.get(f"{guard.home}static/<name>", endpoint="static_file")
    def static_file(name: str) -> Response:
        if name not in STATIC:
            raise NotFound
        return Response(static(name), mimetype=KINDS[name.rpartition(".")[2]])


def page(name: str, guard: Guard, code: int = 200, /, **facts: Any) -> Response:
    """A page."""
    text = templates().get_template(f"{name}.html").render(root=guard.home, many=MANY, **facts)
    return Response(text, code, mimetype="text/html")


def refused(error: HTTPException, guard: Guard) -> AnyResponse:
    """A refusal as a page."""
    if error.code is not None and error.code < 400:
        return error.get_response()
    return page("closed", guard, error.code or 500, why=str(error.description or error.name))


def failed(error: Exception, guard: Guard) -> AnyResponse:
    """What the client library refuses or does not believe: only that is shown, and nothing can be sent."""
    broken = isinstance(error, TrustBroken)
    why = f"{'The host cannot be believed: ' if broken else ''}{error}"
    return page("closed", guard, 409, why=why)


# --- lists ---------------------------------------------------------------------------------------------------------


def add_lists(app: Flask, table: Table) -> None:
    """*Your games*, and the form for a new one."""
    guard = table.guard

    @app.get(guard.home)
    def games() -> Response:
        trouble, hosted = "", []
        try:
            hosted = table.hosts.waiting()
        except ClientError as error:
            trouble = str(error)
        names = local_games.saved_names(table.home)
        return page("games", guard, hosted=hosted, local=names, trouble=trouble, kinds=kinds())

    @app.post(f"{guard.home}new")
    def new() -> AnyResponse:
        chosen, _, scenario = request.form.get("scenario", "").partition(" ")
        if chosen not in titles():
            raise NotFound("There is no such title.")
        rules = find_title(chosen)
        least = min(rules.scenario(scenario).seat_counts)
        count = int(request.form.get("seats") or least)
        try:
            name = local_games.begin(table.home, rules, scenario, count, seed=table.seed)
        except ValueError:  # not so many seats
            name = local_games.begin(table.home, rules, scenario, least, seed=table.seed)
        return redirect(f"{guard.home}games/{name}", 303)


def kinds() -> list[dict[str, Any]]:
    """What can be played against bots: every title with its scenarios and how many seats they have."""
    return [
        {
            "name": (rules := find_title(one)).name,
            "scenarios": [
                {"value": f"{one} {chosen.id}", "name": chosen.name, "seats": chosen.seat_counts}
                for chosen in rules.scenarios.values()
            ],
        }
        for one in titles()
    ]


# --- a game --------------------------------------------------------------------------------------------------------


def add_games(app: Flask, table: Table) -> None:
    """The page of a game, and what is done on it."""
    guard = table.guard
    place = f"{guard.home}games/<name>"

    def on(sitting: Sitting, do: Callable[[], object]) -> AnyResponse:
        """Do something, then show the page; for the script just the answer."""
        with sitting.lock:
            try:
                do()
            except Misfit as misfit:
                sitting.notice.append(f"That could not be done: {misfit}.")
            if request.headers.get("X-Table") == "part":
                facts = sitting.answer()
                notice, sitting.notice = sitting.notice, []
                seen = {"sitting": sitting, "game": sitting.game, "here": here(sitting), "notice": notice}
                return page("part", guard, ahead=sitting.ahead_facts(), **seen, **facts)
            back = "answer" if sitting.ahead.making or not request.path.endswith("/ahead") else "ahead"
        return redirect(f"{here(sitting)}?step#{back}", 303)

    def here(sitting: Sitting) -> str:
        return f"{guard.home}games/{sitting.game.id}"

    @app.get(place)
    def game_page(name: str) -> Response:
        sitting = table.sitting(name)
        with sitting.lock:
            if not {"phase", "step", "at"} & request.args.keys():
                sitting.listen()
            facts = sitting.page(number("phase"), request.args.get("log") == "all", request.args.get("at", ""))
            return page("game", guard, here=here(sitting), **facts)

    @app.get(f"{place}/then/<int:phase>")
    def then(name: str, phase: int) -> Response:
        sitting = table.sitting(name)
        with sitting.lock:
            if phase not in sitting.game.views():
                raise NotFound("There is no board of that phase.")
            return page("then", guard, then=sitting.then(phase), sitting=sitting)

    @app.get(f"{place}/state")
    def state(name: str) -> Response:
        sitting = table.sitting(name)
        with sitting.lock:
            sitting.listen()
            return Response(sitting.token, mimetype="text/plain")

    @app.post(f"{place}/act")
    def act(name: str) -> AnyResponse:
        sitting = table.sitting(name)
        done = request.form.get("act", "")
        return on(sitting, lambda: sitting.act(done, number("phase") or -1, number("at") or 0))

    @app.post(f"{place}/ahead")
    def ahead(name: str) -> AnyResponse:
        sitting = table.sitting(name)
        done = request.form.get("do", "")
        return on(sitting, lambda: sitting.do_ahead(done, number("phase") or -1))

    @app.post(f"{place}/change")
    def change(name: str) -> AnyResponse:
        sitting = table.sitting(name)
        return on(sitting, sitting.change)

    @app.post(f"{place}/send")
    def send(name: str) -> AnyResponse:
        sitting = table.sitting(name)
        draft = request.form.get("word") == "draft"
        return on(sitting, lambda: sitting.send("draft" if draft else "final", number("phase") or -1))

    @app.get(f"{place}/sealed")
    def sealed(name: str) -> Response:
        given = table.sitting(name).given
        if given is None or given.armored is None:
            raise NotFound("Nothing is sealed.")
        response = Response(given.armored, mimetype="text/plain")
        response.headers["Content-Disposition"] = 'attachment; filename="sealed-order.txt"'
        return response

    @app.post(f"{place}/press")
    def press(name: str) -> AnyResponse:
        sitting = table.sitting(name)
        text = request.form.get("text", "").strip()
        if text:
            sitting.game.write(request.form.getlist("to"), text)
        return redirect(f"{here(sitting)}#press", 303)

    @app.post(f"{place}/notes")
    def notes(name: str) -> AnyResponse:
        sitting = table.sitting(name)
        sitting.kept.keep_notes(request.form.get("notes", ""))
        return redirect(f"{here(sitting)}#notes", 303)

    @app.get(f"{guard.home}sheets/<name>.css")
    def sheet(name: str) -> Response:
        if name not in table.pictures.sheets:
            raise NotFound
        return Response(table.pictures.sheets[name], mimetype="text/css")


def number(field_name: str) -> int | None:
    """A whole number of the form or the query; None where there is none."""
    text = request.values.get(field_name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None
