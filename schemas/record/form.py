"""The record as it is published when a game is over.

Of every envelope that counted, and of every book, the signed header is shown, and its leaves: with salt and order those
of which a part counted, as a bare hash those that stay unread. Of a book those entries have counted on which something
rests (`Resolution.used`). `leaves` is null where the envelope did not open: none of it counted.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, Literal, Self

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from schemas.envelopes import Leaf
from schemas.errors import Malformed
from schemas.statements import canonical
from schemas.statements.forms import StatementForm, prepare
from schemas.statements.payloads import Bytes32, Name, Options, Ordinal, Version

NOT_RECOMPUTED: Final = "not-recomputed"
"""The code of what accuses nobody: phases whose rules are not installed here."""


class Finding(msgspec.Struct, frozen=True):
    """One thing that does not hold, or (`NOT_RECOMPUTED`) that could not be looked at for want of rules.

    The code of the check, the phase it is about (None: the whole), the sentence.
    """

    code: str
    phase: int | None
    message: str

    def __str__(self) -> str:
        """The finding as people read it."""
        where = "record" if self.phase is None else f"phase {self.phase}"
        return f"{where}: {self.message}"


MAX_BYTES = 64 * 1024 * 1024
NOT_SHOWN: Final[dict[str, Any]] = {"question": ""}
"""What stands for an entry that is not shown in the books of a recorded position."""


class RecordedLeaf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A leaf of an envelope: its hash, and both salt and order where the order counted."""

    hash: Bytes32
    salt: Bytes32 | None = None
    order: dict[str, Any] | None = None

    def __post_init__(self) -> None:
        """An order without its salt would be nobody's word, a salt without its order would help to guess it."""
        if (self.salt is None) != (self.order is None):
            raise ValueError("a leaf has both salt and order, or neither")

    @classmethod
    def of(cls, leaf: Leaf, *, shown: bool) -> Self:
        """A leaf as it is published: whole, or its hash alone."""
        digest = canonical.to_base64url(leaf.hash)
        return cls(digest, canonical.to_base64url(leaf.salt), leaf.order) if shown else cls(digest)

    def opened(self, leaves: Mapping[str, Leaf]) -> Self:
        """The leaf shown whole, where it is one of these (by hash)."""
        known = leaves.get(self.hash)
        return self if self.order is not None or known is None else self.of(known, shown=True)

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

    @property
    def shown(self) -> list[int]:
        """The numbers of the leaves that are shown, from 0."""
        return [number for number, leaf in enumerate(self.leaves or ()) if leaf.order is not None]

    def opened(self, leaves: Mapping[str, Leaf]) -> Self:
        """The envelope with these leaves shown too."""
        return replace(self, leaves=self.leaves and [leaf.opened(leaves) for leaf in self.leaves])

    def in_part(self, shown: Collection[int]) -> Self:
        """The envelope with the leaves of these numbers shown, and of the others the hashes."""
        leaves = [leaf if n in shown else RecordedLeaf(leaf.hash) for n, leaf in enumerate(self.leaves or ())]
        return replace(self, leaves=self.leaves and leaves)


class RecordedOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order that was carried out, in the sequence in which the rules counted them."""

    seat: Name
    question: str
    source: Literal["envelope", "book", "default", "bot"]
    order: dict[str, Any]


class RecordedPhase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One phase: what had arrived at the cut, and what was carried out.

    `books` are those that the cut put in force in place of others: what they answered must come out by itself.
    `position` stands where the rules changed: what the older ones led to, so that the phases after it can be recomputed
    by whoever has the newer rules only. Of the books it has those that the newer rules could read, as far as shown.
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

    def opened(self, leaves: Mapping[str, Leaf]) -> Self:
        """The record with these leaves (by hash) shown too, of whomever has them."""
        if not leaves:
            return self
        phases = [
            replace(
                phase,
                envelopes=[envelope.opened(leaves) for envelope in phase.envelopes],
                books=[book.opened(leaves) for book in phase.books],
            )
            for phase in self.phases
        ]
        return replace(self, phases=phases)

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
            raise Malformed("record", f"{len(raw)} bytes; at most {MAX_BYTES} are read")
        try:
            return msgspec.convert(canonical.loads(raw, "record"), cls, strict=True)
        except msgspec.ValidationError as error:
            raise Malformed("record", str(error)) from error


prepare(Record)


def published(phases: Sequence[RecordedPhase], used: Sequence[Mapping[str, Iterable[int]]]) -> list[RecordedPhase]:
    """The phases as they are published, from phases with whole books and the entries on which something rested in each.

    An entry is shown if anything rested on it before another book took the place of its own.
    """
    later: dict[str, set[int]] = {}
    shown: list[dict[str, set[int]]] = []
    for phase, entries in zip(reversed(phases), reversed(used), strict=True):
        for seat, numbers in entries.items():
            later.setdefault(seat, set()).update(numbers)
        shown.insert(0, {book.seat: later.pop(book.seat, set()) for book in phase.books})
    in_force: dict[str, set[int]] = {}
    public = []
    for phase, entries in zip(phases, shown, strict=True):
        in_force |= entries
        books, position = [book.in_part(entries[book.seat]) for book in phase.books], phase.position
        if isinstance(position, dict):
            position = {**position, "books": books_in_part(position["books"], in_force)}
        public.append(replace(phase, books=books, position=position))
    return public


def books_in_part(
    books: Mapping[str, Sequence[dict[str, Any]]], shown: Mapping[str, Collection[int]]
) -> dict[str, list[dict[str, Any]]]:
    """The books of a position as a record has them: an entry that is not shown, or used up, keeps its place, empty.

    But not at the end: how long the book is it does not say.
    """
    parts: dict[str, list[dict[str, Any]]] = {}
    for seat, book in books.items():
        seen = [n for n in shown.get(seat, ()) if n < len(book) and set(book[n]) != {"question"}]
        parts[seat] = [book[n] if n in seen else NOT_SHOWN for n in range(max(seen, default=-1) + 1)]
    return parts
