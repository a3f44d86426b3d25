"""Who asks: a request's signature, bearer token or session; and what of the host is theirs.

A signature (RFC 9421) shows a key; a bearer token (RFC 6750) the key that made it, and it reads no more than it was
made for. What a key may read is decided by the loaders. What changes something is asked by a signature over the whole
request (`content-digest`, RFC 9530) with a nonce, and is carried out once.

A signature is good for `MAX_AGE` around the host's clock and for this host's own address only, so that one made for
another host, or long ago, opens nothing here. Within that time anyone who saw a whole signed read can send it again
and is shown what its signer would be shown then. That, and that answers are not sealed, is why a host stands behind TLS
(`docs/security.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import Any, Final, Literal, NoReturn

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from flask import Response, g, request
from http_message_signatures import (
    HTTPMessageSignaturesException,
    HTTPMessageVerifier,
    HTTPSignatureKeyResolver,
    InvalidSignature,
    algorithms,
)
from sqlmodel import Session, col, delete, select

from api.access.aliases import refuse_alias
from api.access.credentials import read_token
from api.access.signing_keys import card_in, find_former, find_signer, find_speaker, require_unblocked
from api.host.host import Host, this_host
from api.http.problems import Problem, refuse
from api.store.lookups import load_player, load_seat
from api.store.models import NonceRow, Player, Seat

Scope = Literal["waiting", "seats"]
"""What a token may be for; what has no scope is read with a signature only."""
MAX_AGE = timedelta(minutes=5)
KEPT: Final = 3 * MAX_AGE
"""For how long nonces are kept: beyond the time in which a signature can still hold."""
TAG = "ostraka"
COMPONENTS = ("@method", "@target-uri")
WRITTEN = (*COMPONENTS, "content-digest")
LONGEST_NONCE = 100
READ = {
    "WWW-Authenticate": "Signature",
    "Accept-Signature": 'ostraka=("@method" "@target-uri");created;keyid;tag="ostraka"',
}
WRITE = {
    "WWW-Authenticate": "Signature",
    "Accept-Signature": 'ostraka=("@method" "@target-uri" "content-digest");created;keyid;nonce;tag="ostraka"',
}
FindKey = Callable[[str], Ed25519PublicKey | None]


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


def require_unmasked(host: Host, handle: str, why: str) -> None:
    """Refuse, before anything is done, a writer who is an alias, or is not the player of that handle."""
    with host.database.read() as session:
        load_player(session, handle)
        refuse_alias(who_would_write(host, session, handle), why)


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
    """What finds the keys of signatures; where one does not hold because its key was replaced, that is said.

    Whoever is shut out is refused when the signature holds, so that nobody else learns of it.
    """
    former: list[str] = []
    signers: list[Player] = []

    def find(key_id: str) -> Ed25519PublicKey | None:
        found = find_speaker(session, key_id)
        if found is None:
            former.extend([key_id] if find_former(session, key_id) is not None else [])
            return None
        player, card = found
        signers.append(player)
        return Ed25519PublicKey.from_public_bytes(card.signing_key)

    try:
        yield find
    except Problem:
        if former:
            raise Problem(
                401, "key-retired", f"Key {former[0]} was replaced: sign with the player's new key."
            ) from None
        raise
    for player in signers:
        require_unblocked(player)


def out_of_scope(detail: str, scope: Scope | None) -> NoReturn:
    """Refuse what a token was not made for (RFC 6750, 3.1)."""
    wanted = f', scope="{scope}"' if scope else ""
    challenge = {"WWW-Authenticate": f'Bearer error="insufficient_scope"{wanted}'}
    raise Problem(403, "insufficient-scope", detail, headers=challenge)


@dataclass(frozen=True)
class Message:
    """The request as the signer saw it."""

    method: str
    url: str
    headers: Mapping[str, str]


class Keys(HTTPSignatureKeyResolver):
    """Resolves key ids through the players."""

    def __init__(self, find: FindKey) -> None:
        self._find = find

    def resolve_public_key(self, key_id: str) -> Ed25519PublicKey | None:
        """A player's key, or None when no player has it."""
        return self._find(key_id)


class Verifier(HTTPMessageVerifier):
    """Measures the age of signatures by the host's clock."""

    def __init__(self, find: FindKey, clock: Callable[[], datetime]) -> None:
        super().__init__(signature_algorithm=algorithms.ED25519, key_resolver=Keys(find))
        self._clock = clock

    def validate_created_and_expires(self, sig_input: Any, max_age: timedelta | None = None) -> None:
        """Refuse what was not made within `MAX_AGE` of now."""
        created = sig_input.params.get("created")
        if created is None:
            raise InvalidSignature("no created parameter")
        age = abs(self._clock().timestamp() - created)
        expires = sig_input.params.get("expires", created + MAX_AGE.total_seconds())
        if age > MAX_AGE.total_seconds() or expires < self._clock().timestamp():
            raise InvalidSignature("not made within the time allowed")


def reader(find: FindKey, clock: Callable[[], datetime], public_url: str) -> str:
    """The key id of this request's signer; refuses with 401 when the signature is missing or wrong."""
    if not is_signed():
        raise Problem(
            401, "signature-required", "This is for one player's eyes: sign the request (RFC 9421).", headers=READ
        )
    return str(verified(find, clock, public_url, COMPONENTS, None, READ)["keyid"])


def writer(find: FindKey, clock: Callable[[], datetime], public_url: str) -> tuple[str, str]:
    """The key id of the signer of this request and its body, and the nonce of the signature."""
    if not is_signed():
        said = "This changes what is one player's own: sign the request (RFC 9421), its body and a nonce with it."
        raise Problem(401, "signature-required", said, headers=WRITE)
    signed = verified(find, clock, public_url, WRITTEN, request.get_data(), WRITE)
    nonce = str(signed.get("nonce", ""))
    if not 8 <= len(nonce) <= LONGEST_NONCE:
        said = f"The signature of a request that changes something carries a `nonce` of 8 to {LONGEST_NONCE} characters"
        raise Problem(401, "signature-refused", f"{said}, another each time.", headers=WRITE)
    return str(signed["keyid"]), nonce


def is_signed() -> bool:
    """Does this request claim to be signed?"""
    return "Signature" in request.headers and "Signature-Input" in request.headers


def verified(
    find: FindKey,
    clock: Callable[[], datetime],
    public_url: str,
    components: tuple[str, ...],
    body: bytes | None,
    headers: dict[str, str],
) -> Mapping[str, Any]:
    """The parameters of this request's signature, which covers the components and, where one is given, the body."""
    message = Message(request.method, public_url.rstrip("/") + target(), dict(request.headers))
    try:
        found = Verifier(find, clock).verify(message, expect_tag=TAG, require_components=components, body=body)
    except HTTPMessageSignaturesException:
        now = clock().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        digest = " and for the Content-Digest of this body, which it must cover" if body is not None else ""
        raise Problem(
            401,
            "signature-refused",
            f"The signature is not valid for a registered key, this method and this path under {public_url}{digest}; "
            f'it must carry the tag "{TAG}" and a `created` within {MAX_AGE.seconds} s of {now}.',
            headers=headers,
        ) from None
    return found[0].parameters


def target() -> str:
    """Path and query as they came."""
    return str(request.environ.get("RAW_URI") or request.environ["REQUEST_URI"])


def load_own_seat(host: Host, session: Session, game: str, name: str, scope: Scope | None = "seats") -> Seat:
    """A seat, for the eyes of the player who holds it; without a `scope` for no token."""
    seat = load_seat(session, game, name)
    asker = who_asks(host, session)
    asker.require(scope, game)
    if not holds(session, seat, asker.key_id):
        refuse(403, "not-your-seat", f"Seat {seat.name} is held by {seat.player or 'no one'}, not by you.")
    return seat


def holds(session: Session, seat: Seat, key_id: str) -> bool:
    """Does this key speak for the player who holds a seat now?"""
    return seat.player is not None and card_in(session, seat.game, load_player(session, seat.player)).key_id == key_id


def load_own_player(host: Host, session: Session, handle: str) -> Player:
    """The player of a handle, for a request that this player signed."""
    return load_asking_player(host, session, handle, None)[0]


def load_asking_player(host: Host, session: Session, handle: str, scope: Scope | None) -> tuple[Player, Asker]:
    """The player of a handle, for a request of their own, and how the request was authenticated."""
    player, asker = load_player(session, handle), who_asks(host, session)
    asker.require(scope)
    if player.key_id != asker.key_id:
        refuse(403, "not-you", f"Only {player.handle} can see this.")
    return player, asker
