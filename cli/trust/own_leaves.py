"""What a record hides, and its author has: orders and entries of books that did not count.

Nobody else can tell whether one of them would have counted. So who checks a record with their own home checks it with
the envelopes that they sealed there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from cli.errors import Misuse
from cli.home.aliases import ALIASES, find_alias
from cli.home.kept_envelopes import envelopes_of_game
from schemas.envelopes import Envelope, Leaf, open_copy
from schemas.errors import ProtocolError
from schemas.keys.identities import Card
from schemas.statements.canonical import to_base64url
from schemas.statements.statements import Statement

if TYPE_CHECKING:
    from cli.home.home import Home
    from schemas.keys.identities import Identity
    from schemas.record import Record, RecordedEnvelope


class OwnLeaves(msgspec.Struct):
    """Leaves that records hide, by hash, opened with the keys of this home; `locked` are the names of keys that were
    not opened. `denied` says of which envelopes a record tells that they did not open, though their copies do.
    """

    leaves: dict[str, Leaf] = {}
    locked: list[str] = []
    denied: list[str] = []

    def add(self, home: Home, record: Record, given: Iterable[Envelope] = ()) -> None:
        """Those of one record, from the envelopes that the home keeps, and from others that were `given`."""
        kept = {envelope.digest: envelope for envelope in (*envelopes_of_game(home, record.game), *given)}
        cards = [Card.from_statement(Statement.from_form(form)) for form in record.players]
        keys = _Keys(home, record.game, {card.key_id: card.handle for card in cards})
        for phase, recorded in not_whole(record):
            envelope = kept.get(Statement.from_form(recorded.header).digest)
            if envelope is None or (identity := keys.of(envelope.header.signer)) is None:
                continue
            try:
                leaves = open_copy(envelope, identity)
            except ProtocolError:
                continue
            if recorded.leaves is None:
                what = "envelope" if envelope.header.phase else "book"
                said = f"the {what} of {recorded.seat} is said not to have opened, and your copy of it opens"
                self.denied.append(f"phase {phase}: {said}")
            self.leaves |= {to_base64url(leaf.hash): leaf for leaf in leaves}
        self.locked += [name for name in keys.locked if name not in self.locked]


def not_whole(record: Record) -> Iterator[tuple[int, RecordedEnvelope]]:
    """The envelopes and books of a record of which not every leaf is shown, each with its phase."""
    for phase in record.phases:
        for recorded in (*phase.envelopes, *phase.books):
            if recorded.leaves is None or len(recorded.shown) < len(recorded.leaves):
                yield phase.phase, recorded


def hidden_leaves(record: Record, known: Mapping[str, Leaf]) -> tuple[int, int]:
    """How many leaves a record hides, and how many of these are known."""
    hidden = [leaf.hash for _, one in not_whole(record) for leaf in one.leaves or () if leaf.order is None]
    return len(hidden), sum(leaf in known for leaf in hidden)


class _Keys:
    """The keys of this home that sealed something for a game, each opened once, when it is needed."""

    def __init__(self, home: Home, game: str, handles: Mapping[str, str]) -> None:
        self.home, self.game, self.handles = home, game, handles
        self.found: dict[str, Identity | None] = {}
        self.locked: list[str] = []

    def of(self, signer: str) -> Identity | None:
        """The keys with this id; None where they are not here, or stay locked."""
        if signer not in self.found:
            self.found[signer] = next((one for one in self._likely(signer) if one.key_id == signer), None)
        return self.found[signer]

    def _likely(self, signer: str) -> Iterator[Identity]:
        handle = self.handles.get(signer, "")
        if handle in self.home.key_names():
            yield from self._opened(handle)
        try:
            former = self.home.former_identity(signer)
        except (Misuse, ProtocolError):
            self.locked.append(handle)
            former = None
        if former is not None:
            yield former
        if any(handle in known.get(ALIASES, {}).values() for known in self.home.hosts().values()):
            for name in self.home.key_names():
                for identity in self._opened(name):
                    found = find_alias(self.home, identity, signer, self.game)
                    yield from [found[0]] if found else []

    def _opened(self, name: str) -> Iterator[Identity]:
        try:
            yield self.home.open_key(self.home.key_path(name))
        except (Misuse, ProtocolError):
            self.locked.append(name)
