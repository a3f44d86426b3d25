"""Bearer tokens (RFC 6750): a player lets a program read what he may read, some of it and for a time; never write.

The secret is told once, when it is made; at rest is its SHA-256, by which it is found. It has 256 bits from the
system's randomness, so that a plain hash is enough, and how long it takes to look a hash up tells nothing of a secret.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final

from flask import request
from sqlmodel import Session, col, delete, select

from api.host.host import Host
from api.http.problems import Problem, refuse
from api.store.models import Player, TokenRow
from schemas.statements.payloads import instant

PREFIX: Final = "ostraka_"
FORM: Final = re.compile(rf"{PREFIX}[A-Za-z0-9_-]{{43}}")
MOST: Final = 20


def by_token(host: Host, session: Session) -> TokenRow | None:
    """The token that this request carries; None where it carries none, 401 where it is none of ours or over."""
    scheme, _, secret = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        return None
    secret = secret.strip()
    row = find(session, secret) if FORM.fullmatch(secret) else None
    if row is None or row.expires_at <= host.now():
        said = "The token is none of this host's, or it has expired or was revoked: make another with a signed request."
        raise Problem(401, "invalid-token", said, headers={"WWW-Authenticate": 'Bearer error="invalid_token"'})
    return row


def find(session: Session, secret: str) -> TokenRow | None:
    """A token by its secret."""
    return session.exec(select(TokenRow).where(TokenRow.digest == digest_of(secret))).first()


def digest_of(secret: str) -> str:
    """What rests of a secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


@dataclass(frozen=True)
class Wanted:
    """What a token is to be called, and what it is to be for; `games` None: all."""

    name: str
    scopes: Sequence[str]
    games: Sequence[str] | None
    days: int


def make(host: Host, session: Session, player: Player, wanted: Wanted) -> tuple[TokenRow, str]:
    """A new token, and the secret that is told this once."""
    sweep(host, session, player)
    held = tokens_of(session, player)
    if any(row.name == wanted.name for row in held):
        refuse(409, "token-exists", "A token has this name already: revoke it, or choose another name.")
    if len(held) >= MOST:
        refuse(409, "too-many-tokens", f"A player has at most {MOST} tokens: revoke one that is not used any more.")
    secret, now = PREFIX + secrets.token_urlsafe(32), host.now()
    row = TokenRow(
        token=secrets.token_hex(8),
        player=player.handle,
        key_id=player.key_id,
        name=wanted.name,
        digest=digest_of(secret),
        scopes=sorted(set(wanted.scopes)),
        games=sorted(set(wanted.games)) if wanted.games is not None else None,
        created_at=now,
        expires_at=now + timedelta(days=wanted.days),
    )
    session.add(row)
    session.flush()
    return row, secret


def sweep(host: Host, session: Session, player: Player) -> None:
    """Forget the tokens of a player that have expired."""
    session.exec(delete(TokenRow).where(col(TokenRow.player) == player.handle, col(TokenRow.expires_at) <= host.now()))


def tokens_of(session: Session, player: Player) -> Sequence[TokenRow]:
    """A player's tokens, the oldest first."""
    return session.exec(select(TokenRow).where(TokenRow.player == player.handle).order_by(col(TokenRow.id))).all()


def good(host: Host, session: Session, player: Player) -> list[TokenRow]:
    """A player's tokens that have not expired."""
    return [row for row in tokens_of(session, player) if row.expires_at > host.now()]


def revoke(session: Session, player: Player, token: str) -> None:
    """Revoke one token of a player."""
    row = session.exec(select(TokenRow).where(TokenRow.player == player.handle, TokenRow.token == token)).first()
    if row is None:
        refuse(404, "unknown-token", "You have no token of that id; it may have expired.")
    session.delete(row)


def revoke_all(session: Session, player: Player) -> None:
    """Revoke every token of a player, as when his key is replaced."""
    session.exec(delete(TokenRow).where(col(TokenRow.player) == player.handle))


def told_token(row: TokenRow) -> dict[str, Any]:
    """A token, without its secret."""
    return {
        "token": row.token,
        "name": row.name,
        "scopes": row.scopes,
        "games": row.games,
        "created_at": instant(row.created_at),
        "expires_at": instant(row.expires_at),
    }
