"""What is on the table: the games that were opened."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from threading import RLock
from typing import Any, Final

import msgspec
from flask import Flask, Response, request
from jinja2 import Template
from werkzeug.exceptions import HTTPException, NotFound
from werkzeug.wrappers import Response as AnyResponse

from adjudicator.kernel import OstrakaError
from cli.errors import ClientError, TrustBroken
from cli.home.home import Home
from cli.home.settings import warns
from cli.rules.local_check import LacksRules
from cli.table.board.pictures import Pictures
from cli.table.guard import COOKIE, Guard, install, same
from cli.table.hosts import SEAT, Hosts
from cli.table.news import News
from cli.table.rendering import templates
from cli.table.sitting import Sitting


class Table(msgspec.Struct):
    """What is on the table: the games that were opened, by the name in their address."""

    home: Home
    hosts: Hosts
    guard: Guard
    pictures: Pictures = msgspec.field(default_factory=Pictures)
    sittings: dict[str, Sitting] = {}
    news: News = msgspec.field(default_factory=News)
    lock: RLock = msgspec.field(default_factory=RLock)
    report: str = ""  # of the last fault of the program
    said: dict[str, list[str]] = {}  # by game: what was done in it, to be said once
    imagines: Callable[..., None] | None = None  # what imagines games beside its pages

    def sitting(self, name: str) -> Sitting:
        """The game of that name; 404 where there is none."""
        with self.lock:
            if name not in self.sittings:
                game = self.hosts.open(name)
                if game is None:
                    raise NotFound("There is no game of that name here.")
                place = f"{game.id}{SEAT}{game.seat}" if SEAT in name else game.id
                self.sittings[name] = Sitting(game, self.home, self.pictures, place)
            self.sittings[name].imagines = self.imagines if self.imagines and warns(self.home.root) else None
            return self.sittings[name]

    def stirred(self, name: str) -> Sitting:
        """The game of that name, in which somebody has just done something."""
        sitting = self.sitting(name)
        sitting.game.stir()
        return sitting

    def pass_on(self, name: str) -> None:
        """Have whoever else at this machine is asked next sit down to a game."""
        with self.lock:
            game = self.sitting(name).game.next_here
            if game is not None:
                self.sittings[name] = Sitting(game, self.home, self.pictures)
                self.news.mark(game.id)

    def address(self, sitting: Sitting) -> str:
        """Where a game is."""
        return f"{self.guard.home}games/{sitting.place}"

    def leave(self, game: str) -> None:
        """Look anew at a game in which the reader's seats have changed."""
        with self.lock:
            for name in [one for one in self.sittings if one.partition(SEAT)[0] == game]:
                del self.sittings[name]

    def clear(self) -> None:
        """Forget every game and what opens it; no page waits any longer."""
        with self.lock:
            self.sittings.clear()
        self.news.mark()


MOST_SENT: Final = 100_000  # bytes of a form
MANY: Final = 12  # choices, from which on a field narrows them


def page(name: str, guard: Guard, code: int = 200, /, **facts: Any) -> Response:
    """A page."""
    return rendered(templates().get_template(f"{name}.html"), guard, code, **facts)


def rendered(template: Template, guard: Guard, code: int = 200, /, **facts: Any) -> Response:
    """A page by its template."""
    inside = guard.cookie is not None and same(request.cookies.get(COOKIE, ""), guard.cookie)
    text = template.render(root=guard.home, stands=guard.place, many=MANY, inside=inside, **facts)
    return Response(text, code, mimetype="text/html")


def refused(error: HTTPException, guard: Guard) -> AnyResponse:
    """A refusal as a page."""
    if error.code is not None and error.code < 400:
        return error.get_response()
    heading = "Not here" if error.code in (403, 404, 421) else error.name
    return page(
        "closed", guard, error.code or 500, heading=heading, lied=False, why=str(error.description or error.name)
    )


def failed(error: Exception, guard: Guard) -> AnyResponse:
    """What the client library refuses or does not believe: only that is shown, and nothing can be sent."""
    if isinstance(error, LacksRules):
        return page("lacking", guard, 409, lacks=error)
    broken = isinstance(error, TrustBroken)
    heading = "The host cannot be believed" if broken else "That could not be done"
    why = "\n".join([error.plain, *error.errors]) if isinstance(error, ClientError) and not broken else str(error)
    return page("closed", guard, 409, heading=heading, lied=broken, why=why)


def broken(error: Exception, table: Table) -> AnyResponse:
    """A fault of the program: its report stays until the next, for the page whose click it was."""
    from cli.table.trouble import report  # few ever see one

    table.report = report(
        error, table.sittings.get((request.view_args or {}).get("name", "")), request.user_agent.string
    )
    traceback.print_exception(error)
    return trouble(table, 500)


def trouble(table: Table, code: int = 200) -> Response:
    """The page that shows the report of the last fault."""
    return page("trouble", table.guard, code, report=table.report)


def number(field_name: str) -> int | None:
    """A whole number of the form or the query; None where there is none."""
    text = request.values.get(field_name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else None


def guarded_app(table: Table) -> Flask:
    """An application behind a guard, without addresses yet; what goes wrong becomes a page."""
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MOST_SENT
    guard = table.guard
    install(app, guard)
    app.register_error_handler(HTTPException, lambda error: refused(error, guard))
    app.register_error_handler(ClientError, lambda error: failed(error, guard))
    app.register_error_handler(OstrakaError, lambda error: failed(error, guard))
    app.register_error_handler(Exception, lambda error: broken(error, table))
    return app
