"""Influence tiles: the display of ten slots, and how a tile in front of a seat looks."""

from __future__ import annotations

from adjudicator.kernel.subjects import count_of, subject
from adjudicator.perikles.components import InfluenceTile, influence_tile
from adjudicator.perikles.names import name_of
from adjudicator.perikles.state.position import Perikles
from adjudicator.pictures.shapes import Card, Frame

HEIGHT = 44
_GAP = 4


def display(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """C.11: ten slots, on a phone in two rows."""
    across = 10 if frame.shape == "wide" else 5
    width = (frame.inner - (across - 1) * _GAP) // across
    cards = []
    for number, tile in enumerate(view.influence_display):
        row, column = divmod(number, across)
        left = frame.edge + column * (width + _GAP)
        cards.append(_slot(number + 1, tile, left, top + row * (HEIGHT + _GAP), width))
    return cards


def signs(view: Perikles, frame: Frame, top: int) -> list[Card]:
    """How many tiles are in the deck, and what the signs mean."""
    deck = f"Influence deck {count_of(len(view.influence_deck), 'tile')}"
    card = Card(deck, top)
    flow = frame.flow(card, top, 8).words(deck, "line").gap(14)
    meant = (("shard", "shard"), ("candidate", "Candidate"), ("assassin", "Assassin"), ("hoplite-small", "hoplite"))
    for name, word in (*meant, ("trireme-small", "trireme"), ("token", "Battle Token")):
        flow.keep(30 + len(word) * 9).sign(name).words(word, "weak").gap()
    for text in ("?: face down", "dashed: militia or rebels", "D: Defeats"):
        flow.words(text, "weak").gap()
    card.bottom = flow.bottom
    return [card]


def _slot(slot: int, tile: str | None, x: int, top: int, width: int) -> Card:
    said = f"Slot {slot}: {name_of(tile) if tile else 'empty'}"
    card = Card(said, top, subject=subject("tile", slot))
    card.bottom = top + HEIGHT
    card.box(x, top, width, HEIGHT, "card" if tile else "empty")
    if tile:
        with card.thing(subject("tile", tile), name_of(tile)):
            printed = influence_tile(tile)
            card.words(colour_of(printed), x + 6, top + 13, "tile-name")
            for number, sign in enumerate(signs_of(printed)):
                card.sign(sign, x + 15 + 20 * number, top + 32)
    card.words(str(slot), x + width - 6, top + 33, "mini", "end")
    return card


def colour_of(tile: InfluenceTile) -> str:
    """The city whose colour it has, or any."""
    return "Any" if tile.colour == "any" else name_of(tile.colour)


def signs_of(tile: InfluenceTile) -> list[str]:
    """Its shards, and its symbol."""
    return ["shard"] * tile.shards + ([tile.symbol] if tile.symbol != "none" else [])
