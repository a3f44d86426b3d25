"""Who may come to the table: one browser of this machine's user, let in once by a link; everybody else is refused.

Cookies know no ports: another program on 127.0.0.1 must not be sent ours, so its path is a second random word.
"""

from __future__ import annotations

import hmac
import secrets
import time
from collections.abc import Callable
from math import isfinite
from pathlib import Path
from typing import Final

import msgspec
from flask import Flask, Request, Response, abort, request
from werkzeug.wrappers import Response as AnyResponse

from cli.home.agent import IDLE, lock_seconds
from schemas.statements.in_words import length

COOKIE: Final = "ostraka-table"
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'"
)
FOR_GOOD: Final = "private, max-age=31536000, immutable"
"""How long a browser keeps the files of the pages: their address is another one when the program is."""
HEADERS: Final = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",  # not no-referrer: with that, forms without scripts name no Origin
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class Place(msgspec.Struct, frozen=True):
    """Where a table stands: what its pages say of that, and whose page may show them in a frame."""

    here: str = "on this machine"
    about: str = (
        "This page comes from the program on your own computer and is shown in this browser only; other programs that "
        "you run there could read it too."
    )
    way_back: str = "its terminal gives you a new link"
    framed_by: str = "'none'"
    account: str = ""  # the page on which keys are made and opened, where the terminal doesn't do that


def idle_of(root: Path) -> float:
    """After how many seconds the table of a home locks: when its keys do; where none is kept open, after `IDLE`."""
    return lock_seconds(root) or IDLE


def word() -> str:
    """A random word that nobody guesses."""
    return secrets.token_urlsafe(32)


class Guard(msgspec.Struct):
    """What lets a browser in: the link's word, used once; then the cookie; and when it was last here."""

    port: int
    clock: Callable[[], float] = time.monotonic
    on_lock: Callable[[], None] = lambda: None
    path: str = msgspec.field(default_factory=word)
    link_word: str | None = msgspec.field(default_factory=word)
    cookie: str | None = None
    seen: float = 0.0
    idle: float = IDLE  # seconds without a request after which the table locks
    first: str = ""  # the page that a browser sees first
    place: Place = Place()

    @property
    def idle_in_words(self) -> str:
        """How long nobody must have been there, as in `30 minutes`; nothing where it never locks."""
        return length(int(self.idle)) if isfinite(self.idle) else ""

    @property
    def headers(self) -> dict[str, str]:
        """What is said with every answer: what a browser may do with it."""
        return {"Content-Security-Policy": f"{POLICY}; frame-ancestors {self.place.framed_by}", **HEADERS}

    @property
    def origin(self) -> str:
        """The only address at which the table answers."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def home(self) -> str:
        """Where the pages begin."""
        return f"/{self.path}/"

    def new_link(self) -> str:
        """A link that lets one browser in, once; one that was made before is worth nothing."""
        self.link_word, self.seen = word(), self.clock()
        return f"{self.origin}/enter/{self.link_word}"

    def enter(self, given: str) -> str | None:
        """The cookie for the word of a link; None where it is used up or another."""
        if self.link_word is None or not same(given, self.link_word):
            return None
        self.link_word, self.cookie, self.seen = None, word(), self.clock()
        return self.cookie

    def seconds_left(self) -> float:
        """After how many seconds the table locks, if nobody comes until then."""
        return self.seen + self.idle - self.clock()

    def lock(self) -> None:
        """Let nobody in until there is a new link."""
        self.cookie = None
        self.on_lock()

    def require(self, asked: Request) -> None:
        """Refuse what does not come from the one browser, or not from a page of ours; looking on does not count."""
        self.require_own_page(asked)
        if asked.endpoint in ("enter", "wrong_link"):
            return
        if self.cookie is not None and self.seconds_left() < 0:
            self.lock()
        if self.cookie is None or not same(asked.cookies.get(COOKIE, ""), self.cookie):
            abort(403, f"This table is locked; {self.place.way_back}.")
        if asked.endpoint not in ("news", "state", "alive"):
            self.seen = self.clock()

    def require_own_page(self, asked: Request) -> None:
        """Refuse another name of this machine, and what another site's page asks for."""
        if asked.host != self.origin.removeprefix("http://"):
            abort(421, "The table answers at the address of its link only.")
        site, entering = asked.headers.get("Sec-Fetch-Site", "none"), asked.endpoint == "enter"
        if site not in ("same-origin", "none") and not (entering and asked.method == "GET"):
            abort(403, "Another site's page asked for this.")
        origin = asked.headers.get("Origin")
        if (asked.method not in ("GET", "HEAD") or origin is not None) and origin != self.origin:
            abort(403, "This came from no page of the table.")


def same(one: str, other: str) -> bool:
    """Compared in the same time wherever they differ."""
    return hmac.compare_digest(one.encode(), other.encode())


def install(app: Flask, guard: Guard) -> None:
    """Have the guard look at every request, and set what a browser may do with every answer."""

    @app.before_request
    def look() -> None:
        guard.require(request)

    @app.after_request
    def shield(response: AnyResponse) -> AnyResponse:
        response.headers.update(guard.headers)
        if request.endpoint == "static_file" and response.status_code == 200:
            response.headers["Cache-Control"] = FOR_GOOD
        return response


def with_cookie(response: Response, guard: Guard, cookie: str) -> Response:
    """The answer that gives a browser its cookie."""
    response.set_cookie(COOKIE, cookie, path=guard.home, httponly=True, samesite="Strict")
    return response
