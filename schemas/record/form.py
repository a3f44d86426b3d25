"""The record as it is published when a game is over.

Of every envelope that counted the signed header is shown, and its leaves: with salt and order those whose order
counted, as a bare hash those that stay unread. `leaves` is null where the envelope did not open: none of it counted.
"""

from typing import Annotated, Any, Literal, Self

import msgspec
from msgspec import Meta

from schemas.envelopes import Leaf
from schemas.errors import Malformed
from schemas.statements import canonical
from schemas.statements.forms import StatementForm, prepare
from schemas.statements.payloads import Bytes32, Name, Options, Ordinal, Version

MAX_BYTES = 64 * 1024 * 1024


class RecordedLeaf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A leaf of an envelope: its hash, and salt and order where the order counted."""

    hash: Bytes32
    salt: Bytes32 | None = None
    order: dict[str, Any] | None = None

    @classmethod
    def of(cls, leaf: Leaf, *, shown: bool) -> Self:
        """A leaf as it is published: whole, or its hash alone."""
        digest = canonical.to_base64url(leaf.hash)
        return cls(digest, canonical.to_base64url(leaf.salt), leaf.order) if shown else cls(digest)

    def leaf(self) -> Leaf | None:
        """The leaf, when it is shown whole."""
        if self.salt is None or self.order is None:
            return None
        return Leaf(canonical.from_base64url(self.salt, "salt", 32), self.order)


class RecordedEnvelope(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The newest envelope of a seat at the cut: its signed header, and its leaves."""

    seat: Name
    header: StatementForm
    leaves: list[RecordedLeaf] | None


class RecordedOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order that was carried out, in the sequence in which the rules counted them."""

    seat: Name
    question: str
    source: Literal["envelope", "book", "default", "bot"]
    order: dict[str, Any]


class RecordedPhase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One phase: what had arrived at the cut, and what was carried out.

    `books` are those that the cut put in force in place of others, whole: what they answered must come out by itself.
    `position` stands where the rules changed: what the older ones led to, so that the phases after it can be recomputed
    by whoever has the newer rules only.
    """

    phase: Ordinal
    envelopes: list[RecordedEnvelope]
    orders: list[RecordedOrder]
    books: list[RecordedEnvelope] = []
    position: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The whole record of a finished game. `players` are the cards of the organiser and of who holds the seats."""

    format: Literal[1] = 1
    game: Name
    title: Name
    version: Version
    scenario: Name
    seats: Annotated[list[Name], Meta(min_length=1, max_length=64)]
    options: Options
    components: str | None
    """The file whose digest the options name, as it was laid over the title's components."""
    host_key: Bytes32
    secret: Bytes32
    players: list[StatementForm]
    log: list[StatementForm]
    phases: list[RecordedPhase]

    def to_json_value(self) -> dict[str, Any]:
        """The record as plain JSON values."""
        value: dict[str, Any] = msgspec.to_builtins(self)
        return value

    def to_json(self) -> bytes:
        """The record as it is served and saved: canonical JSON in UTF-8."""
        return canonical.dumps(self.to_json_value(), "record")

    @classmethod
    def from_json(cls, raw: bytes) -> Self:
        """Read a record, checking its form only; whether it is true is `verify_record`'s."""
        if len(raw) > MAX_BYTES:
            raise Malformed("record", f"{len(raw)} bytes where at most {MAX_BYTES} are read")
        try:
            return msgspec.convert(canonical.loads(raw, "record"), cls, strict=True)
        except msgspec.ValidationError as error:
            raise Malformed("record", str(error)) from error


prepare(Record)
