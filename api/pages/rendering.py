"""What all pages share: how one is made and sent, what a browser may do with it, how errors look.

A page takes nothing from anywhere else and runs nothing that is not this host's own (Content Security Policy); a page
for everybody can be asked for again by its ETag, one for a single player is stored nowhere.
"""

from __future__ import annotations

import hashlib
import unicodedata
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import jinja2
from flask import Blueprint, Flask, Response, redirect, request
from markupsafe import Markup
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as AnyResponse

from adjudicator.kernel.position.position import reason_in_words
from adjudicator.pictures import PAGE_FONTS, font, shared_template, style_sheet
from adjudicator.registry import title as registered_title
from api.health.notices import notices
from api.host.host import this_host
from api.http.problems import Problem, from_http, refuse
from api.openapi.answers import HostNotice
from api.openapi.game_answers import GameSummary
from api.pages.viewer import Visitor, visitor
from api.store.models import OVER
from schemas.statements.in_words import counted
from schemas.statements.payloads import instant

POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; script-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
PICTURE_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'; sandbox"
HEADERS: Final = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}
STATIC: Final = {
    "pages.css": "text/css",
    "pages.js": "text/javascript",
    "pages.svg": "image/svg+xml",
    **dict.fromkeys(PAGE_FONTS, "font/woff2"),
}
AYEAR: Final = "public, max-age=31536000, immutable"
TURNING: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Characters that turn the direction of what stands after them."""
MACHINES: Final = ("/api/", "/openapi")

site = Blueprint("pages", __name__)


@cache
def templates() -> jinja2.Environment:
    """The templates of the pages."""
    environment = jinja2.Environment(
        loader=jinja2.ChoiceLoader(
            [jinja2.FileSystemLoader(Path(__file__).parent / "templates"), jinja2.FunctionLoader(shared_template)]
        ),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        finalize=plain,
    )
    environment.filters["moment"] = moment
    environment.filters["wanted"] = wanted
    environment.filters["instant"] = instant
    environment.filters["players"] = players
    environment.filters["reason"] = ending
    return environment


def ending(reason: str) -> str:
    """Why a game is over, as the beginning of a sentence."""
    said = reason_in_words(reason)
    return said[:1].upper() + said[1:].removesuffix(".")


def players(game: GameSummary) -> str:
    """Who plays a game, then how many seats are the bot's or free."""
    held = [seat.player for seat in game.seats if seat.player]
    bots = sum(not seat.player and seat.unmanned for seat in game.seats)
    free = len(game.seats) - len(held) - bots
    empty = "empty" if game.status == OVER else "free"
    more = [
        *([counted(bots, "bot")] if bots else []),
        *([f"{counted(free, 'seat')} {empty}"] if free else []),
    ]
    return ", ".join([*held, *more])


def plain(value: Any) -> Any:
    """Text without characters that steer a terminal or turn the text after them round; markup of ours as it is."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return "".join(char for char in value if char in "\n\t" or is_harmless(char))


def is_harmless(char: str) -> bool:
    """Neither a control character nor one that turns the direction of the text."""
    return unicodedata.category(char) not in ("Cc", "Cs") and char not in TURNING


def moment(at: datetime | str | None) -> str:
    """`Wed 25 Nov 2026, 19:30 UTC`; the script of the pages says it in the reader's own time."""
    if at is None:
        return ""
    found = datetime.fromisoformat(at) if isinstance(at, str) else at
    return found.astimezone(UTC).strftime("%a %d %b %Y, %H:%M UTC")


def wanted(ask: str, title: str) -> str:
    """What an ask wants done, as an order: `Place a marker`."""
    return registered_title(title).question(ask).subject


@cache
def static(name: str) -> bytes:
    """A file that pages use."""
    if name in PAGE_FONTS:
        return font(name)
    own = files(__package__).joinpath("static", name).read_bytes()
    return style_sheet() + own if name == "pages.css" else own


@cache
def static_address(name: str) -> str:
    """Its address, another one for every content."""
    return f"/{name}?v={hashlib.sha256(static(name)).hexdigest()[:16]}"


def page(name: str, code: int = 200, /, *, own: bool = False, **facts: Any) -> Response:
    """A page. With somebody signed in, or with what is one's own, it is stored nowhere."""
    who = visitor()
    config = this_host().config
    common = {"host": config.name, "source": config.source_url, "visitor": who, "css": static_address("pages.css")}
    facts["notices"] = told_of_the_host(who) if code == 200 else []  # errors are told without a database too
    text = templates().get_template(f"{name}.html").render(common, js=static_address("pages.js"), **facts)
    response = Response(text, code, mimetype="text/html")
    response.vary.add("Cookie")
    return sent(response, private=own or who.handle is not None, kept=code == 200)


def told_of_the_host(who: Visitor) -> list[HostNotice]:
    """What the host tells whoever reads the page of itself."""
    host = this_host()
    with host.database.read() as session:
        return notices(host, session, who.handle)


def page_by_word(name: str, **facts: Any) -> Response:
    """A page whose address has the word of an invitation: stored nowhere, and no other address is told it."""
    config = this_host().config
    ways = {"url": config.public_url, "play": config.table is not None}
    response = page(name, own=True, **ways, **facts)
    response.headers["Referrer-Policy"] = "strict-origin"
    return response


def asked_shape() -> str:
    """Which picture of a board is asked for: `?shape=tall` is that for a phone."""
    return request.args.get("shape", "wide")


def picture(svg: bytes, *, own: bool) -> Response:
    """A board as a picture of its own."""
    response = Response(svg, mimetype="image/svg+xml")
    response.headers["Content-Security-Policy"] = PICTURE_POLICY
    return sent(response, private=own, kept=True)


def sent(response: Response, *, private: bool, kept: bool) -> Response:
    """Set the cache headers: what is private is not stored; the rest is revalidated by the hash of its bytes."""
    if private or not kept:
        response.headers["Cache-Control"] = "private, no-store"
        return response
    response.headers["Cache-Control"] = "no-cache"
    response.set_etag(hashlib.sha256(response.get_data()).hexdigest())
    response.make_conditional(request)
    return response


@site.get("/pages.css", endpoint="css")
@site.get("/pages.js", endpoint="js")
@site.get("/pages.svg", endpoint="icon")
@site.get("/regular.woff2", endpoint="regular")
@site.get("/bold.woff2", endpoint="bold")
def get_static() -> Response:
    """The style sheet, the script, the icon, the fonts."""
    name = request.path.strip("/")
    response = Response(static(name), mimetype=STATIC[name])
    response.headers["Cache-Control"] = AYEAR if request.args.get("v") or name in PAGE_FONTS else "no-cache"
    return response


@site.after_request
def guard(response: AnyResponse) -> AnyResponse:
    """What a browser may do with it."""
    for name, said in {"Content-Security-Policy": POLICY, **HEADERS}.items():
        response.headers.setdefault(name, said)
    return response


@site.errorhandler(Problem)
def from_problem(problem: Problem) -> Response:
    """A refusal as a page, in the same words."""
    title = problem.code.replace("-", " ").capitalize()
    response = page("error", problem.status, title=title, detail=problem.detail)
    response.headers.extend({name: value for name, value in problem.headers.items() if name == "Retry-After"})
    return response


def not_found(error: HTTPException) -> Response:
    """Nothing is there: told as a page outside of the API."""
    if request.path.startswith(MACHINES):
        return from_http(error)
    response = page("error", 404, title="Nothing here", detail="There is no page at this address.")
    return guard_page(response)


def guard_page(response: Response) -> Response:
    """A page that no view of ours made."""
    guard(response)
    return response


def install(app: Flask) -> None:
    """Hang the pages under the root of an application."""
    app.register_error_handler(404, not_found)
    app.register_blueprint(site)


def number_asked(name: str, most: int) -> int | None:
    """A whole number from the query; None where there is none. What is no number is refused."""
    text = request.args.get(name)
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= 7):
        refuse(400, "bad-number", f"{name} is a whole number from 0 to {most}.")
    return int(text)


def onward(address: str) -> AnyResponse:
    """To another page of ours; which one that is, is stored nowhere."""
    response = redirect(address, 303)
    response.headers["Cache-Control"] = "private, no-store"
    return response
