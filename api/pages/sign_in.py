"""Signing a browser in and out.

`ostraka web` brings a one-time link. Opening it changes nothing, so that no program that looks at links uses it up; the
button on it does. A browser says which page a form was sent from (`Origin`), so that no other site signs anybody in.
"""

from __future__ import annotations

from typing import Final, NoReturn
from urllib.parse import urlsplit

from flask import Response, request
from sqlmodel import Session
from werkzeug.wrappers import Response as AnyResponse

from api.access.credentials import LIFE, find, sign_in, sign_out
from api.access.privacy import may_see
from api.host.host import this_host
from api.http.problems import refuse
from api.pages.rendering import onward, page, site
from api.pages.viewer import Visitor, cookie_name, is_secure, own_seats, require_form, visitor
from api.store.models import Game

FORM_LIMIT: Final = 4096


@site.get("/sign-in")
def how_to_sign_in() -> Response:
    """How one signs in."""
    return page("sign-in", handle=None)


@site.get("/sign-in/<secret>")
def confirm(secret: str) -> Response:
    """Ask whether to sign in: a look at the link does not use it up."""
    host = this_host()
    with host.database.read() as session:
        link = find(host, session, secret, link=True)
        handle = link.player if link else link_gone()
    return page("sign-in", own=True, handle=handle, game=request.args.get("game", ""))


@site.post("/sign-in/<secret>")
def use_link(secret: str) -> AnyResponse:
    """Sign this browser in: whatever cookie it brought, it gets a new one."""
    require_own_page()
    host, former = this_host(), request.cookies.get(cookie_name(), "")
    with host.database.write() as session:
        link = find(host, session, secret, link=True) or link_gone()
        who = Visitor(link.player, link.key_id)
        cookie = sign_in(host, session, link, former)
        response = onward(first_page(session, who, request.form.get("game", "")))
    response.set_cookie(
        cookie_name(),
        cookie,
        max_age=LIFE,
        path="/",
        secure=is_secure(),
        httponly=True,
        samesite="Strict",
    )
    return response


@site.post("/sign-out")
def leave() -> AnyResponse:
    """Sign this browser out."""
    require_own_page()
    require_form(visitor())
    with this_host().database.write() as session:
        sign_out(session, request.cookies.get(cookie_name(), ""))
    response = onward("/")
    response.delete_cookie(cookie_name(), path="/", secure=is_secure(), httponly=True, samesite="Strict")
    return response


def link_gone() -> NoReturn:
    """Refuse a link that is used up, too old, or none of ours."""
    refuse(404, "link-gone", "This link has been used, or is more than two minutes old: run `ostraka web` again.")


def require_own_page() -> None:
    """Refuse a form that was sent from a page of another site."""
    request.max_content_length = FORM_LIMIT
    origin, own = request.headers.get("Origin"), urlsplit(this_host().config.public_url)
    if origin is not None and origin != f"{own.scheme}://{own.netloc}":
        refuse(403, "foreign-form", "This form was sent from a page of another site.")


def first_page(session: Session, who: Visitor, game: str) -> str:
    """Where to go: to one's seat in a game, to the game, or to all games."""
    found = session.get(Game, game) if game else None
    if found is None or not may_see(session, found, who.handle):
        return "/"
    held = own_seats(session, who, game)
    return f"/games/{game}/seats/{held[0].name}" if held else f"/games/{game}"
