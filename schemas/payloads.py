"""The payloads of all signed statements, field by field: what is not described here is refused.

The JSON Schemas in `schemas/json/` are written from these classes, so that the two cannot drift. Binary fields are
unpadded base64url; times are RFC 3339 in UTC to the second.
"""

from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Literal, Self

import msgspec
from msgspec import Meta

from schemas import canonical
from schemas.errors import Malformed


def whole(pattern: str) -> str:
    """A pattern for a whole string, in the dialect that Python and JSON Schema share (`$` would let a newline pass)."""
    return rf"^(?:{pattern})(?![\s\S])"


Name = Annotated[str, Meta(pattern=whole(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}"))]
Handle = Annotated[str, Meta(pattern=whole(r"[a-z0-9][a-z0-9-]{1,31}"))]
Title = Annotated[str, Meta(min_length=1, max_length=120)]
Version = Annotated[str, Meta(pattern=whole(r"[a-z0-9_]{1,48}/[1-9][0-9]{0,5}"))]
KeyId = Annotated[str, Meta(pattern=whole(r"ed25519:[0-9a-f]{32}"))]
PhaseKeyId = Annotated[str, Meta(pattern=whole(r"[0-9a-f]{32}"))]
Binary = Annotated[str, Meta(pattern=whole(r"[A-Za-z0-9_-]*"))]
Bytes32 = Annotated[str, Meta(pattern=whole(r"[A-Za-z0-9_-]{43}"))]
Instant = Annotated[str, Meta(pattern=whole(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z"))]
Count = Annotated[int, Meta(ge=0, le=canonical.MAX_INTEGER)]
Ordinal = Annotated[int, Meta(ge=1, le=canonical.MAX_INTEGER)]
SuiteName = Literal["mlkem768x25519", "x25519"]
Word = Literal["draft", "final", "withdrawn"]


class Payload(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a statement says; `document` is its kind, as it stands in the DSSE payload type."""

    document: ClassVar[str]

    @classmethod
    def from_body(cls, body: Any) -> Self:
        """Check a parsed payload field by field."""
        try:
            return msgspec.convert(body, cls, strict=True)
        except msgspec.ValidationError as error:
            raise Malformed(cls.document, str(error)) from error

    def to_body(self) -> dict[str, Any]:
        """The payload as plain JSON values."""
        body: dict[str, Any] = msgspec.to_builtins(self)
        return body


class Player(Payload, frozen=True):
    """A player's card: his handle and public keys, signed with the signing key it names."""

    document = "player"
    handle: Handle
    signing_key: Bytes32
    sealing_key: Binary


class Game(Payload, frozen=True):
    """An organiser opens a game on a host."""

    document = "game"
    nonce: Bytes32
    organiser: KeyId
    host: KeyId
    name: Title
    title: Name
    scenario: Name
    seats: Annotated[list[Name], Meta(min_length=1, max_length=64)]
    deadline_seconds: Ordinal


class Join(Payload, frozen=True):
    """A player takes a seat, and adds 32 random bytes to the game's chance."""

    document = "join"
    game: Name
    seat: Name
    player: KeyId
    contribution: Bytes32
    host: KeyId
    commitment: Bytes32


class Start(Payload, frozen=True):
    """The organiser has the game dealt."""

    document = "start"
    game: Name
    organiser: KeyId


class PhaseKeyNotice(Payload, frozen=True):
    """The host names the key to which the envelopes of one phase are sealed."""

    document = "phase-key"
    game: Name
    phase: Ordinal
    version: Version
    suite: SuiteName
    key: Binary


class Receipt(Payload, frozen=True):
    """The host has stored this envelope."""

    document = "receipt"
    game: Name
    phase: Ordinal
    seat: Name
    sequence: Ordinal
    word: Word
    envelope: Bytes32
    received_at: Instant


class Header(Payload, frozen=True):
    """The header of an envelope: signed, not sealed."""

    document = "envelope"
    format: Literal[1]
    version: Version
    suite: SuiteName
    game: Name
    phase: Ordinal
    seat: Name
    sequence: Ordinal
    word: Word
    signer: KeyId
    phase_key: PhaseKeyId
    commitment: Bytes32
    body_sha256: Bytes32
    copy_sha256: Bytes32

    def info(self) -> bytes:
        """HPKE's `info`: the canonical header without the two digests, which are known only after sealing."""
        bound = self.to_body()
        del bound["body_sha256"], bound["copy_sha256"]
        return canonical.dumps(bound, "header")


class Entry(Payload, frozen=True):
    """An entry of a game's log; `previous` is the hash of the entry before, null in the first."""

    document = "log"
    game: Name
    index: Count
    previous: Bytes32 | None
    kind: Literal["created", "joined", "started", "dealt", "cut", "resolved", "over"]
    at: Instant
    body: dict[str, Any]


STATEMENTS: tuple[type[Payload], ...] = (Player, Game, Join, Start, PhaseKeyNotice, Receipt, Header, Entry)


def instant(moment: datetime) -> str:
    """A moment as it stands in payloads; a naive one is refused."""
    if moment.tzinfo is None:
        raise ValueError(f"{moment!r} has no time zone: use datetime.now(UTC)")
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
