"""Events of every chapter: Honor, tokens, pieces."""

from typing import TYPE_CHECKING

from adjudicator.kernel import Event
from adjudicator.kernel.position.position import clause_and_words
from adjudicator.pericles.components import box
from adjudicator.pericles.words import FACTION_AT, SIDE_OF, PieceName, SideName


class Caused(Event, frozen=True):
    """An event whose `why` begins with a clause: its sentence says the words first."""

    if TYPE_CHECKING:
        why: str

    def wording(self) -> dict[str, str]:
        clause, words = clause_and_words(self.why)
        play = box().plays.get(words)
        return {"why": "; ".join(filter(None, (play.play if play else words, clause)))}


class OfFaction(Event, frozen=True):
    """What a Faction does or gets, on its Side."""

    if TYPE_CHECKING:
        faction: str

    @property
    def side(self) -> SideName:
        """The Side."""
        return SIDE_OF[FACTION_AT[self.faction]]


class HonorGained(Caused, frozen=True, tag="honor-gained", clause="10"):
    """Section 10. `why` begins with the clause."""

    sentence = "{faction:gain} {honor} Honor and now {faction.have} {total} ({why})."

    faction: str
    honor: int
    total: int
    why: str


class HonorLost(Caused, frozen=True, tag="honor-lost", clause="3.2-I"):
    """What was lost; a loss that would pass 0 stops there."""

    sentence = "{faction:lose} {honor} Honor and now {faction.have} {total} ({why})."

    faction: str
    honor: int
    total: int
    why: str


class TokensReceived(Caused, OfFaction, frozen=True, tag="tokens-received", clause="2.2-A"):
    """6.21-A and others: tokens from the Stock or the Strategy Board behind a shield."""

    sentence = "{faction:receive} {tokens:Strategos token} ({why})."

    faction: str
    tokens: int
    why: str


class TokensSpent(Caused, OfFaction, frozen=True, tag="tokens-spent", clause="8.5-E"):
    sentence = "{faction:spend} {tokens:Strategos token} ({why})."

    faction: str
    tokens: int
    why: str


class TokensSetAside(Caused, frozen=True, tag="tokens-set-aside", clause="2.2-A"):
    # 2.2-A, 5.11-G, 11.4-D
    """Tokens of the Stock that are out for a turn."""

    sentence = "{side} sets aside {tokens:token} ({why})."

    side: str
    tokens: int
    why: str


class PiecesPlaced(Caused, frozen=True, tag="pieces-placed", clause="2.1-A"):
    sentence = "Placed in {theater}: {pieces} ({why})."

    theater: str
    pieces: dict[PieceName, int]
    why: str


class PiecesRemoved(Caused, frozen=True, tag="pieces-removed", clause="2.1-B"):
    sentence = "Removed from {theater}: {pieces} ({why})."

    theater: str
    pieces: dict[PieceName, int]
    why: str


class PiecesMoved(Caused, frozen=True, tag="pieces-moved", clause="11.3"):
    """Pieces from one theater to another, outside of an expedition (7.41-D, 11.3, 13.21-A)."""

    sentence = "Moved from {origin} to {target}: {pieces} ({why})."

    origin: str
    target: str
    pieces: dict[PieceName, int]
    why: str


class TreacheryPlaced(Caused, frozen=True, tag="treachery-placed", clause="9.8-A"):
    sentence = "Placed in {theater}: {markers:Treachery marker} of {side} ({why})."

    theater: str
    side: str
    markers: int
    why: str


class TreacheryRemoved(Caused, frozen=True, tag="treachery-removed", clause="9.8-A"):
    sentence = "Removed from {theater}: {markers:Treachery marker} of {side} ({why})."

    theater: str
    side: str
    markers: int
    why: str


class CardDrawn(Caused, frozen=True, tag="card-drawn", clause="5.23-B"):
    sentence = "{side} draws {card} ({why})."

    side: str
    card: str
    value: int
    why: str


class DeckMade(Event, frozen=True, tag="deck-made", clause="5.23-C"):
    # RULING-13
    """The discards of the turn become a new Battle Deck."""

    sentence = "The Battle Deck of {side} has run out: its {cards:discard} become a new one."

    side: str
    cards: int
