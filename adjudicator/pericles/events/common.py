"""Events of every chapter: Honor, tokens, pieces."""

from __future__ import annotations

from typing import ClassVar

from adjudicator.pericles.events.base import Happening
from adjudicator.pericles.words import PieceName


class HonorGained(Happening, frozen=True, tag="honor-gained"):
    """Section 10. `why` begins with the clause."""

    clause: ClassVar[str] = "10"
    sentence: ClassVar[str] = "{faction} gain {honor} Honor and have {total} ({why})."

    faction: str
    honor: int
    total: int
    why: str


class HonorLost(Happening, frozen=True, tag="honor-lost"):
    """3.2-I: what was lost; a loss that would pass 0 stops there."""

    clause: ClassVar[str] = "3.2-I"
    sentence: ClassVar[str] = "{faction} lose {honor} Honor and have {total} ({why})."

    faction: str
    honor: int
    total: int
    why: str


class TokensReceived(Happening, frozen=True, tag="tokens-received"):
    """6.21-A and others: tokens from the Stock or the Strategy Board behind a shield."""

    clause: ClassVar[str] = "2.2-A"
    sentence: ClassVar[str] = "{faction} receive {tokens:Strategos token} ({why})."

    faction: str
    tokens: int
    why: str


class TokensSpent(Happening, frozen=True, tag="tokens-spent"):
    """8.5-E: tokens from a shield to the Stock."""

    clause: ClassVar[str] = "8.5-E"
    sentence: ClassVar[str] = "{faction} spend {tokens:Strategos token} ({why})."

    faction: str
    tokens: int
    why: str


class TokensSetAside(Happening, frozen=True, tag="tokens-set-aside"):
    """2.2-A, 5.11-G, 11.4-D: tokens of the Stock that are out for a turn."""

    clause: ClassVar[str] = "2.2-A"
    sentence: ClassVar[str] = "{side} sets {tokens:token} aside ({why})."

    side: str
    tokens: int
    why: str


class PiecesPlaced(Happening, frozen=True, tag="pieces-placed"):
    """2.1-A: pieces from the reserve on the map."""

    clause: ClassVar[str] = "2.1-A"
    sentence: ClassVar[str] = "{theater}: {pieces} placed ({why})."

    theater: str
    pieces: dict[PieceName, int]
    why: str


class PiecesRemoved(Happening, frozen=True, tag="pieces-removed"):
    """2.1-B: pieces from the map."""

    clause: ClassVar[str] = "2.1-B"
    sentence: ClassVar[str] = "{theater}: {pieces} removed ({why})."

    theater: str
    pieces: dict[PieceName, int]
    why: str


class PiecesMoved(Happening, frozen=True, tag="pieces-moved"):
    """Pieces from one theater to another, outside of an expedition (7.41-D, 11.3, 13.21-A)."""

    clause: ClassVar[str] = "11.3"
    sentence: ClassVar[str] = "{pieces} go from {origin} to {target} ({why})."

    origin: str
    target: str
    pieces: dict[PieceName, int]
    why: str


class TreacheryPlaced(Happening, frozen=True, tag="treachery-placed"):
    """9.8-A."""

    clause: ClassVar[str] = "9.8-A"
    sentence: ClassVar[str] = "{theater}: {markers:Treachery marker} of {side} placed ({why})."

    theater: str
    side: str
    markers: int
    why: str


class TreacheryRemoved(Happening, frozen=True, tag="treachery-removed"):
    """9.8-A."""

    clause: ClassVar[str] = "9.8-A"
    sentence: ClassVar[str] = "{theater}: {markers:Treachery marker} of {side} removed ({why})."

    theater: str
    side: str
    markers: int
    why: str


class CardDrawn(Happening, frozen=True, tag="card-drawn"):
    """5.23-B: the top card of a Battle Deck, revealed and discarded."""

    clause: ClassVar[str] = "5.23-B"
    sentence: ClassVar[str] = "{side} draws {card}, value {value} ({why})."

    side: str
    card: str
    value: int
    why: str


class DeckMade(Happening, frozen=True, tag="deck-made"):
    """RULING-13: the discards of the turn become a new Battle Deck."""

    clause: ClassVar[str] = "5.23-C"
    sentence: ClassVar[str] = "The Battle Deck of {side} ran out: {cards} discards are shuffled into a new one."

    side: str
    cards: int


COMMON = (
    HonorGained,
    HonorLost,
    TokensReceived,
    TokensSpent,
    TokensSetAside,
    PiecesPlaced,
    PiecesRemoved,
    PiecesMoved,
    TreacheryPlaced,
    TreacheryRemoved,
    CardDrawn,
    DeckMade,
)
