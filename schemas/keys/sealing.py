"""Sealing: HPKE (RFC 9180, base mode) with ChaCha20-Poly1305 in two suites, and padding to size classes.

`mlkem768x25519` is the default: who records envelopes today and has a quantum computer later reads nothing. `x25519` is
the light choice. HPKE's base mode does not say who sealed: that is what the signature over the header is for, and the
header (so its signer) is bound in `info`. `schemas.primitives` says which bytes keys and sealed texts are.

The host signs which key a phase is sealed to; the client checks that before it seals.
"""

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

import msgspec

from schemas import primitives
from schemas.errors import BadPadding, CannotOpen, Malformed, WrongGame, WrongPhase
from schemas.statements.canonical import from_base64url, to_base64url
from schemas.statements.payloads import PhaseKeyNotice, SuiteName
from schemas.statements.statements import Signer, Statement, sign_payload

HYBRID: Final = "mlkem768x25519"
LIGHT: Final = "x25519"
SUITES: Final[tuple[SuiteName, ...]] = (HYBRID, LIGHT)
OVERHEAD: Final[dict[str, int]] = {HYBRID: 1_120 + 16, LIGHT: 32 + 16}
"""Bytes that a sealed text is longer than its plaintext: HPKE's `enc` and the tag."""
SIZE_CLASSES: Final = (1_024, 4_096, 16_384, 65_536)

_PRIVATE: Final[dict[str, int]] = {HYBRID: 64 + 32, LIGHT: 32}
_PUBLIC: Final[dict[str, int]] = {HYBRID: 1_184 + 32, LIGHT: 32}


@dataclass(frozen=True)
class PhaseKey:
    """The key pair to which the envelopes of one phase are sealed."""

    suite: SuiteName
    private: bytes = field(repr=False)

    @classmethod
    def generate(cls, suite: SuiteName = HYBRID) -> "PhaseKey":
        """A new key pair of a cipher suite, from the randomness of the system."""
        return cls(suite, os.urandom(_PRIVATE[suite]))

    @property
    def public(self) -> bytes:
        """The raw bytes to seal to; those of the hybrid suite end with the X25519 key."""
        return primitives.sealing_public(_of_length(self.suite, self.private))

    @property
    def id(self) -> str:
        """The id of the public half."""
        return phase_key_id(self.public)


def phase_key_id(public: bytes) -> str:
    """The id of a phase's public key: 32 hex digits of its SHA-256."""
    return hashlib.sha256(public).hexdigest()[:32]


def require_public_key(suite: str, public: bytes) -> None:
    """Refuse bytes that are no public key of this suite."""
    with _as_malformed(suite, public):
        primitives.require_sealing_public(public)


def seal_to(suite: str, public: bytes, plaintext: bytes, info: bytes) -> bytes:
    """Seal to the holder of a key; opens only under the same `info`."""
    with _as_malformed(suite, public):
        return primitives.seal(public, plaintext, info)


def unseal(suite: str, private: bytes, sealed: bytes, info: bytes) -> bytes:
    """Open what was sealed to this key under this `info`; everything that can go wrong is one and the same refusal."""
    try:
        return primitives.unseal(_of_length(suite, private), sealed, info)
    except ValueError:
        raise CannotOpen() from None


def pad(text: bytes) -> bytes:
    """Pad with 0x80 and zeros to the smallest size class that holds it."""
    for size in SIZE_CLASSES:
        if len(text) < size:
            return text + b"\x80" + bytes(size - len(text) - 1)
    raise Malformed("orders", f"{len(text)} bytes of plaintext; at most {SIZE_CLASSES[-1] - 1} fit")


def unpad(padded: bytes) -> bytes:
    """Take the padding off; anything that `pad` would not have written is refused."""
    text = padded.rpartition(b"\x80")[0]
    if len(padded) not in SIZE_CLASSES or pad(text) != padded:
        raise BadPadding()
    return text


@contextmanager
def _as_malformed(suite: str, public: bytes) -> Iterator[None]:
    if len(public) != _PUBLIC[suite]:
        raise Malformed("public key", f"{len(public)} bytes; {suite} needs {_PUBLIC[suite]}")
    try:
        yield
    except ValueError as error:
        raise Malformed(
            "public key", f"these bytes are not a key of {suite}, or one to which nothing can be sealed"
        ) from error


def _of_length(suite: str, private: bytes) -> bytes:
    if len(private) != _PRIVATE[suite]:
        raise ValueError(f"a private key of {suite} has {_PRIVATE[suite]} bytes, not {len(private)}")
    return private


class PhasePublicKey(msgspec.Struct, frozen=True):
    """A phase's public key, after its notice was verified."""

    game: str
    phase: int
    version: str
    suite: SuiteName
    public: bytes

    @property
    def id(self) -> str:
        """The id in the header of an envelope."""
        return phase_key_id(self.public)


def sign_phase_key(key: PhaseKey, *, game: str, phase: int, version: str, host: Signer) -> Statement:
    """The notice of a phase's key."""
    public = to_base64url(key.public)
    return sign_payload(PhaseKeyNotice(game=game, phase=phase, version=version, suite=key.suite, key=public), host)


def verify_phase_key(statement: Statement, host_public: bytes, *, game: str, phase: int) -> PhasePublicKey:
    """Read a notice for this game and phase; refused unless signed with the pinned host key."""
    notice = statement.read(PhaseKeyNotice)
    statement.verify(host_public)
    if notice.game != game:
        raise WrongGame(f"the phase key is for game {notice.game!r}, and this is {game!r}")
    if notice.phase != phase:
        raise WrongPhase(f"the phase key is for phase {notice.phase}, but this is phase {phase}")
    public = from_base64url(notice.key, "phase key")
    require_public_key(notice.suite, public)
    return PhasePublicKey(game, phase, notice.version, notice.suite, public)
