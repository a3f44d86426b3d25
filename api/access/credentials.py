"""What reads for a player without their key, and never writes: bearer tokens (RFC 6750) and browser sessions.

A token lets a program read some of what its player may read, for a time. Its secret is shown once; what is stored is
its SHA-256, by which it is found. It has 256 bits from the system's randomness, so a plain hash is enough, and the time
that a lookup takes gives nothing of a secret away.

A browser gets a one-time link for a signed request, and for the link an opaque cookie: both are 256 random bits too, of
which the hash rests here. A session shows what the key that asked for it may read, and nothing once another key speaks
for the player; it opens no address of the API.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from flask import request
from sqlmodel import Session, col, delete, select

from api.host.host import Host
from api.http.problems import Problem, refuse
from api.openapi.answers import MadeToken, Token
from api.store.models import Player, TokenRow, WebSession
from schemas.statements.payloads import instant

PREFIX: Final = "ostraka_"
FORM: Final = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}")
MOST: Final = 20


def read_token(host: Host, session: Session) -> TokenRow | None:
    """The token that this request carries; None if it carries none, 401 if it is unknown or has expired."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    secret = secret.strip()
    row = find_token(session, secret) if FORM.fullmatch(secret) else None
    if row is None or row.expires_at <= host.now():
        detail = "This host knows no such token, or it has expired or was revoked: make another."
        raise Problem(401, "invalid-token", detail, headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})
    return row


def find_token(session: Session, secret: str) -> TokenRow | None:
    """A token by its secret."""
    return session.exec(select(TokenRow).where(TokenRow.digest == token_digest(secret))).first()


def token_digest(secret: str) -> str:
    """What is stored of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True)
class Wanted:
    """The token that a player asks for; `games` None: all."""

    name: str
    scopes: Sequence[str]
    games: Sequence[str] | None
    days: int


def make_token(host: Host, session: Session, player: Player, wanted: Wanted) -> tuple[TokenRow, str]:
    """A new token, and its secret, which is shown only once."""
    delete_expired(host, session, player)
    held = tokens_of(session, player)
    if any(row.name == wanted.name for row in held):
        refuse(409, "token-exists", "You already have a token of this name: revoke it, or choose another name.")
    if len(held) >= MOST:
        refuse(409, "too-many-tokens", f"You have {MOST} tokens, the most that a player may have: revoke one.")
    secret, now = PREFIX + secrets.token_urlsafe(32), host.now()
    row = TokenRow(
        token=secrets.token_hex(8),
        player=player.handle,
        key_id=player.key_id,
        name=wanted.name,
        digest=token_digest(secret),
        scopes=sorted(set(wanted.scopes)),
        games=sorted(set(wanted.games)) if wanted.games is not None else None,
        created_at=now,
        expires_at=now + timedelta(days=wanted.days),
    )
    session.add(row)
    session.flush()
    return row, secret


def delete_expired(host: Host, session: Session, player: Player) -> None:
    """Delete the tokens of a player that have expired."""
    session.exec(delete(TokenRow).where(col(TokenRow.player) == player.handle, col(TokenRow.expires_at) <= host.now()))


def tokens_of(session: Session, player: Player) -> Sequence[TokenRow]:
    """A player's tokens, the oldest first."""
    return session.exec(select(TokenRow).where(TokenRow.player == player.handle).order_by(col(TokenRow.id))).all()


def valid_tokens(host: Host, session: Session, player: Player) -> list[TokenRow]:
    """A player's tokens that have not expired."""
    return [row for row in tokens_of(session, player) if row.expires_at > host.now()]


def revoke_token(session: Session, player: Player, token: str) -> None:
    """Revoke one token of a player."""
    row = session.exec(select(TokenRow).where(TokenRow.player == player.handle, TokenRow.token == token)).first()
    if row is None:
        refuse(404, "unknown-token", "You have no token with that id; it may have expired.")
    session.delete(row)


def revoke_all(session: Session, player: Player) -> None:
    """Revoke every token of a player, as when their key is replaced."""
    session.exec(delete(TokenRow).where(col(TokenRow.player) == player.handle))


def describe_token(row: TokenRow) -> Token:
    """A token, without its secret."""
    return Token(**token_fields(row))


def describe_new_token(row: TokenRow, secret: str) -> MadeToken:
    """A token that has just been made, with the secret that is shown this once."""
    return MadeToken(**token_fields(row), secret=secret)


def token_fields(row: TokenRow) -> dict[str, Any]:
    """What both say."""
    return {
        "token": row.token,
        "name": row.name,
        "scopes": row.scopes,
        "games": row.games,
        "created_at": instant(row.created_at),
        "expires_at": instant(row.expires_at),
    }


LINK_LIFE: Final = timedelta(minutes=2)
LIFE: Final = timedelta(days=7)
MOST_BROWSERS: Final = 20
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
    for row in held[: max(0, len(held) - MOST_BROWSERS + 1)]:
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
