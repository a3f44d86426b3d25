"""Browsers that look at a player's own pages: a signed request gets a one-time link, the link an opaque cookie.

Both are 256 random bits, of which the hash rests here. A session shows what the key that asked for it may read, and
nothing once another key speaks for the player; it opens no address of the API.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, col, delete, select

from api.host.host import Host
from api.store.models import Player, WebSession

LINK_LIFE: Final = timedelta(minutes=2)
LIFE: Final = timedelta(days=7)
MOST: Final = 20
"""So many links and sessions a player may have; with more the oldest end."""


def digest_of(secret: str) -> str:
    """The SHA-256 of a secret, which is all that the database keeps of it."""
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


def make_link(host: Host, session: Session, player: Player) -> tuple[str, datetime]:
    """A secret that signs one browser in, once and soon; and until when."""
    return add(host, session, player.handle, player.key_id, LINK_LIFE, link=True)


def add(host: Host, session: Session, handle: str, key_id: str, life: timedelta, *, link: bool) -> tuple[str, datetime]:
    """A new secret of a player; what has expired, and the oldest of too many, are forgotten."""
    now, of_player = host.now(), col(WebSession.player) == handle
    session.exec(delete(WebSession).where(of_player, col(WebSession.expires_at) <= now))
    held = session.exec(select(WebSession).where(of_player).order_by(col(WebSession.id))).all()
    for row in held[: max(0, len(held) - MOST + 1)]:
        session.delete(row)
    secret, until = secrets.token_urlsafe(32), now + life
    session.add(
        WebSession(digest=digest_of(secret), player=handle, key_id=key_id, link=link, created_at=now, expires_at=until)
    )
    session.flush()
    return secret, until


def find(host: Host, session: Session, secret: str, *, link: bool) -> WebSession | None:
    """The link, or the session, of a secret, if it is good now and its key still speaks for the player."""
    wanted = (WebSession.digest == digest_of(secret), col(WebSession.link) == link)
    row = session.exec(select(WebSession).where(*wanted)).first()
    if row is None or row.expires_at <= host.now():
        return None
    speaking = (Player.handle == row.player, Player.key_id == row.key_id)
    return row if session.exec(select(Player.id).where(*speaking)).first() is not None else None


def sign_in(host: Host, session: Session, link: WebSession, former: str) -> str:
    """Use a link up: a new secret for the browser's cookie, whatever cookie it had; that one's session ends."""
    sign_out(session, former)
    session.delete(link)
    session.flush()
    return add(host, session, link.player, link.key_id, LIFE, link=False)[0]


def sign_out(session: Session, secret: str) -> None:
    """End the session of a secret, if it has one."""
    session.exec(delete(WebSession).where(col(WebSession.digest) == digest_of(secret)))
