"""Who sends a request: one function knows every way of showing it.

A signature (RFC 9421) shows a key; a bearer token (RFC 6750) the key that made it, and it reads no more than it was
made for. What a key may read is decided by the loaders. What changes something is asked by a signature over the whole
request, and is carried out once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final, Literal, NoReturn

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from flask import Response, g
from sqlmodel import Session, col, delete, select

from api.access.bearer_tokens import read_token
from api.access.request_signatures import MAX_AGE, WRITE, FindKey, reader, writer
from api.access.signing_keys import find_card, find_former, find_signer
from api.host.host import Host, this_host
from api.http.problems import Problem, refuse
from api.store.models import NonceRow, Player

Scope = Literal["waiting", "seats"]
"""What a token may be for; what has no scope is read with a signature only."""
KEPT: Final = 3 * MAX_AGE
"""For how long nonces are kept: beyond the time in which a signature can still hold."""


@dataclass(frozen=True)
class Asker:
    """The caller, by key; a token is good only for what it was made for."""

    key_id: str
    scopes: tuple[str, ...] | None = None
    games: tuple[str, ...] | None = None

    def require(self, scope: Scope | None, game: str | None = None) -> None:
        """Refuse what a token was not made for."""
        if self.scopes is not None and scope not in self.scopes:
            said = "is for a signed request only" if scope is None else f"needs a token with the scope `{scope}`"
            out_of_scope(f"This {said}; the token has {', '.join(self.scopes)}.", scope)
        if game is not None and not self.covers(game):
            out_of_scope(f"The token is not for game {game}.", scope)

    def covers(self, game: str) -> bool:
        """May this game be read?"""
        return self.games is None or game in self.games


def who_asks(host: Host, session: Session) -> Asker:
    """The caller of a read, however authenticated; 401 where the credentials are missing or wrong."""
    found = (asker for way in WAYS if (asker := way(host, session)) is not None)
    asker = next(found, None) or by_signature(host, session)
    left = host.meters.reader(asker.key_id)
    g.own_left = left if asker.scopes is None else None
    return asker


def with_token(host: Host, session: Session) -> Asker | None:
    """The sender of a bearer token: the player whose key made it."""
    token = read_token(host, session)
    if token is None:
        return None
    games = None if token.games is None else tuple(token.games)
    return Asker(token.key_id, tuple(token.scopes), games)


WAYS: Final[tuple[Callable[[Host, Session], Asker | None], ...]] = (with_token,)
"""Each gives None where the request does not use it; a signature comes last, and says how to sign."""


def by_signature(host: Host, session: Session) -> Asker:
    """Who signed this request."""
    with naming_former(session) as find:
        return Asker(reader(find, host.config.clock, host.config.public_url))


def who_writes(host: Host, session: Session, handle: str) -> Player:
    """The player of that handle, who signed this very request with its body; carried out once, so not sent again.

    To be called in the transaction that does what the request asks. Where it is refused and that transaction undone,
    `keep_refused` keeps the nonce all the same.
    """
    now = host.now()
    session.exec(delete(NonceRow).where(col(NonceRow.at) < now - KEPT))
    player = who_would_write(host, session, handle)
    key_id, nonce = g.written
    session.add(NonceRow(key_id=key_id, nonce=nonce, at=now))
    return player


def who_would_write(host: Host, session: Session, handle: str) -> Player:
    """The same, to be called before what no transaction can wait for: a refusal spends the nonce, going on does not."""
    with naming_former(session) as find:
        key_id, nonce = writer(find, host.config.clock, host.config.public_url)
    g.own_left = host.meters.reader(key_id)
    player = find_signer(session, key_id)
    if player is None or player.handle != handle:
        refuse(403, "not-you", f"Only {handle} can do this.")
    if is_used(session, key_id, nonce):
        said = "This request was carried out already: sign it again, with another nonce."
        raise Problem(401, "signature-used", said, headers=WRITE)
    g.written = (key_id, nonce)
    return player


def is_used(session: Session, key_id: str, nonce: str) -> bool:
    """Was a request with that nonce carried out, or refused?"""
    used = (NonceRow.key_id == key_id, NonceRow.nonce == nonce)
    return session.exec(select(NonceRow.id).where(*used)).first() is not None


def keep_refused(response: Response) -> Response:
    """Keep the nonce of a write that was refused: nobody may send it again when it would no longer be."""
    if response.status_code >= HTTPStatus.BAD_REQUEST and (written := g.pop("written", None)):
        host, (key_id, nonce) = this_host(), written
        with host.database.write() as session:
            if not is_used(session, key_id, nonce):  # the same may have been refused twice at once
                session.add(NonceRow(key_id=key_id, nonce=nonce, at=host.now()))
    return response


@contextmanager
def naming_former(session: Session) -> Iterator[FindKey]:
    """What finds the keys of signatures; where one does not hold because its key was replaced, that is said."""
    former: list[str] = []

    def find(key_id: str) -> Ed25519PublicKey | None:
        card = find_card(session, key_id)
        if card is None and find_former(session, key_id) is not None:
            former.append(key_id)
        return Ed25519PublicKey.from_public_bytes(card.signing_key) if card else None

    try:
        yield find
    except Problem:
        if former:
            raise Problem(
                401, "key-retired", f"Key {former[0]} was replaced: sign with the player's new key."
            ) from None
        raise


def out_of_scope(detail: str, scope: Scope | None) -> NoReturn:
    """Refuse what a token was not made for (RFC 6750, 3.1)."""
    wanted = f', scope="{scope}"' if scope else ""
    challenge = {"WWW-Authenticate": f'Bearer error="insufficient_scope"{wanted}'}
    raise Problem(403, "insufficient-scope", detail, headers=challenge)
