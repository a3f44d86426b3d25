"""The reader of the pages: an anonymous visitor, or a player who signed in with `ostraka web`."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from typing import Final

from flask import g, request
from sqlmodel import Session, col, select

from api.access.authentication import holds
from api.access.credentials import find
from api.host.host import this_host
from api.http.problems import refuse
from api.store.lookups import load_seat
from api.store.models import Seat

COOKIE: Final = "ostraka"
FORM: Final = b"ostraka form/1"
FIELD: Final = "token"


@dataclass(frozen=True)
class Visitor:
    """A visitor and the key they signed in with; no handle means an anonymous one.

    `form` goes into every form that changes something.
    """

    handle: str | None = None
    key_id: str = ""
    form: str = ""


def cookie_name() -> str:
    """The name of the cookie; behind TLS no other host and no plain connection can set it (RFC 6265bis, `__Host-`)."""
    return f"__Host-{COOKIE}" if is_secure() else COOKIE


def is_secure() -> bool:
    """Does the host stand behind TLS, by its own address?"""
    return this_host().config.public_url.startswith("https://")


def form_token(secret: str) -> str:
    """What a form of a session has to bring, so that no other site can send it."""
    return hmac.new(secret.encode(), FORM, hashlib.sha256).hexdigest()


def visitor() -> Visitor:
    """Who makes this request."""
    if "visitor" not in g:
        g.visitor = find_visitor(request.cookies.get(cookie_name(), ""))
    found: Visitor = g.visitor
    return found


def find_visitor(secret: str) -> Visitor:
    """The viewer who holds this cookie."""
    if not secret:
        return Visitor()
    host = this_host()
    with host.database.read() as session:
        row = find(host, session, secret, link=False)
        return Visitor(row.player, row.key_id, form_token(secret)) if row else Visitor()


def require_form(who: Visitor) -> None:
    """Refuse a form that was not on one of our own pages of this very session."""
    if not who.form or not hmac.compare_digest(
        request.form.get(FIELD, "").encode("utf-8", "replace"), who.form.encode()
    ):
        refuse(
            403, "foreign-form", "This form did not come from a page of yours here; open the page again and repeat it."
        )


def own_seats(session: Session, who: Visitor, game: str | None = None) -> list[Seat]:
    """The seats that the visitor's key speaks for, in one game or in all."""
    if who.handle is None:
        return []
    held = select(Seat).where(Seat.player == who.handle)
    held = held.where(Seat.game == game) if game else held
    rows = session.exec(held.order_by(col(Seat.game), col(Seat.ordinal))).all()
    return [seat for seat in rows if holds(session, seat, who.key_id)]


def require_own_seat(session: Session, who: Visitor, game: str, name: str) -> Seat:
    """A seat, for the eyes of the player who holds it now."""
    seat = load_seat(session, game, name)
    if who.handle is None:
        refuse(401, "sign-in-required", "Only the player of this seat can see this page: sign in with `ostraka web`.")
    if not holds(session, seat, who.key_id):
        refuse(403, "not-your-seat", f"Seat {seat.name} is held by {seat.player or 'no one'}, not by you.")
    return seat
