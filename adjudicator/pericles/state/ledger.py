"""Changes to Honor, tokens, pieces, Treachery and Battle Decks, each with its event. `why` begins with the clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from adjudicator.kernel import Unknown
from adjudicator.pericles.events import common as events
from adjudicator.pericles.state.decision import watch_persia
from adjudicator.pericles.state.position import Spot
from adjudicator.pericles.words import BASES_OF, PERSIA, PIECES, SIDE_OF, FactionName, PieceName, SideName, TheaterName

if TYPE_CHECKING:
    from adjudicator.pericles.state.decision import Running


def gain_honor(running: Running, faction: FactionName, honor: int, why: str) -> None:
    """Section 10: a Faction gains Honor."""
    if honor > 0:
        running.position.honor[faction] += honor
        running.emit(events.HonorGained(faction=faction, honor=honor, total=running.position.honor[faction], why=why))


def lose_honor(running: Running, faction: FactionName, honor: int, why: str) -> int:
    """3.2-I: a Faction loses Honor, down to 0. Returns how much it lost."""
    lost = min(honor, running.position.honor[faction])
    if lost > 0:
        running.position.honor[faction] -= lost
        running.emit(events.HonorLost(faction=faction, honor=lost, total=running.position.honor[faction], why=why))
    return lost


def receive(running: Running, faction: FactionName, tokens: int, why: str) -> int:
    """2.2-A: tokens go from the Stock behind a shield, as many as there are. Returns how many."""
    position, side = running.position, SIDE_OF[faction]
    came = min(tokens, position.stock[side])
    if came > 0:
        position.stock[side] -= came
        position.shields[faction] = position.tokens(faction) + came
        running.emit(events.TokensReceived(faction=faction, tokens=came, why=why))
    return came


def spend(running: Running, faction: FactionName, tokens: int, why: str) -> int:
    """8.5-E: tokens go from behind a shield to the Stock, as many as there are. Returns how many."""
    position = running.position
    went = min(tokens, position.tokens(faction))
    if went > 0:
        position.shields[faction] = position.tokens(faction) - went
        position.stock[SIDE_OF[faction]] += went
        running.emit(events.TokensSpent(faction=faction, tokens=went, why=why))
    return went


def place(running: Running, spot: Spot, pieces: Mapping[PieceName, int], why: str) -> dict[PieceName, int]:
    """2.1-A: pieces come from the reserve, as far as it goes. Returns those placed."""
    put = {piece: running.position.place(spot, piece, pieces[piece]) for piece in PIECES if pieces.get(piece)}
    put = {piece: number for piece, number in put.items() if number}
    if put:
        running.emit(events.PiecesPlaced(theater=spot, pieces=put, why=why))
        note_bases(running, spot, put)
    return put


def note_bases(running: Running, spot: Spot, put: Mapping[PieceName, int]) -> None:
    """11.41-A, RULING-52: a base built or converted by any means counts; RULING-57: it may open Persia."""
    for side in running.position.sides:
        built = running.position.built[side]
        if spot != PERSIA and spot not in built and any(put.get(base) for base in BASES_OF[side]):
            built.append(spot)
    watch_persia(running)


def remove(running: Running, spot: Spot, pieces: Mapping[PieceName, int], why: str) -> dict[PieceName, int]:
    """2.1-B: pieces go back to the reserve. Returns those removed."""
    gone = {piece: running.position.take_off(spot, piece, pieces[piece]) for piece in PIECES if pieces.get(piece)}
    gone = {piece: number for piece, number in gone.items() if number}
    if gone:
        running.emit(events.PiecesRemoved(theater=spot, pieces=gone, why=why))
    return gone


def move(running: Running, origin: TheaterName, target: TheaterName, pieces: Mapping[PieceName, int], why: str) -> None:
    """Pieces go from one theater to another (7.41-D, 11.3, 13.21-A)."""
    moved = {piece: running.position.take_off(origin, piece, pieces[piece]) for piece in PIECES if pieces.get(piece)}
    there = running.position.theaters[target].pieces
    for piece, number in moved.items():
        if number:
            there[piece] = there.get(piece, 0) + number
    moved = {piece: number for piece, number in moved.items() if number}
    if moved and origin != target:
        running.emit(events.PiecesMoved(origin=origin, target=target, pieces=moved, why=why))


def add_treachery(running: Running, theater: TheaterName, side: SideName, markers: int, why: str) -> int:
    """9.8-A: place Treachery markers of a Side, as many as there are. Returns how many."""
    put = min(markers, running.position.treachery_left(side))
    if put > 0:
        there = running.position.theaters[theater].treachery
        there[side] = there.get(side, 0) + put
        running.emit(events.TreacheryPlaced(theater=theater, side=side, markers=put, why=why))
    return put


def drop_treachery(running: Running, theater: TheaterName, side: SideName, markers: int, why: str) -> int:
    """9.8-A: remove Treachery markers of a Side, as many as lie there. Returns how many."""
    there = running.position.theaters[theater].treachery
    gone = min(markers, there.get(side, 0))
    if gone > 0:
        there[side] -= gone
        if not there[side]:
            del there[side]
        running.emit(events.TreacheryRemoved(theater=theater, side=side, markers=gone, why=why))
    return gone


def draw_battle_card(running: Running, side: SideName, why: str) -> int:
    """3.2-H, 5.23-B, RULING-13: reveal and discard the top card of a Side's Battle Deck. Returns its value."""
    position = running.position
    if not position.decks[side]:
        position.decks[side] = [*running.chance.shuffle(sorted(position.discards[side]), f"5.23-C Battle Deck {side}")]
        position.remade[side], position.discards[side] = sorted(position.discards[side]), []
        running.emit(events.DeckMade(side=side, cards=len(position.decks[side])))
    card = position.decks[side].pop(0)
    if isinstance(card, Unknown):
        raise ValueError(f"the Battle Deck of {side} is hidden here")
    position.discards[side].append(card)
    value = position.box.cards[card].value
    running.emit(events.CardDrawn(side=side, card=card, value=value, why=why))
    return value
