"""Influence tiles: the display of ten slots, and how a tile in front of a seat looks."""

from __future__ import annotations

from adjudicator.kernel.subjects import count_of, subject
from adjudicator.perikles.components import InfluenceTile, influence_tile
from adjudicator.perikles.names import name_of
from adjudicator.perikles.state.position import Perikles
from adjudicator.pictures.shapes import INNER, LINE, MARGIN, PADDING, WIDTH, Card, Flow

_ACROSS = 5
_GAP = 8
_WIDTH = (INNER - (_ACROSS - 1) * _GAP) // _ACROSS
_HEIGHT = 92


def display(view: Perikles, top: int) -> list[Card]:
    """C.11: ten slots in two rows, then what the signs mean and how many tiles are in the deck."""
    cards = []
    for slot, tile in enumerate(view.influence_display):
        row, column = divmod(slot, _ACROSS)
        cards.append(_slot(slot + 1, tile, MARGIN + column * (_WIDTH + _GAP), top + row * (_HEIGHT + _GAP)))
    bottom = max([top, *(card.bottom for card in cards)])
    deck = count_of(len(view.influence_deck), "tile")
    legend = Card(f"{deck} in the deck", bottom + 4)
    flow = Flow(legend, MARGIN, bottom + 4, INNER)
    for name, word in (("shard", "shard"), ("candidate", "Candidate"), ("assassin", "Assassin")):
        flow.sign(name).words(word, "faint").gap()
    legend.words(f"Deck {len(view.influence_deck)}", WIDTH - MARGIN, flow.y, "faint", "end")
    legend.bottom = flow.bottom
    return [*cards, legend]


def _slot(slot: int, tile: str | None, x: int, top: int) -> Card:
    said = f"Slot {slot}: {name_of(tile) if tile else 'empty'}"
    card = Card(said, top, subject=subject("tile", slot))
    card.box(x, top, _WIDTH, _HEIGHT, "card" if tile else "step")
    if tile:
        with card.thing(subject("tile", tile), name_of(tile)):
            printed = influence_tile(tile)
            card.words(colour_of(printed), x + PADDING, top + 6 + LINE // 2, "strong")
            Flow(card, x + PADDING - 4, top + 4 + LINE, _WIDTH - PADDING).sign(*signs_of(printed))
    card.words(str(slot), x + _WIDTH - 8, top + 4 + LINE + LINE // 2, "faint", "end")
    card.bottom = top + _HEIGHT
    return card


def colour_of(tile: InfluenceTile) -> str:
    """The city whose colour it has, or any."""
    return "Any" if tile.colour == "any" else name_of(tile.colour)


def signs_of(tile: InfluenceTile) -> list[str]:
    """Its shards, and its symbol."""
    return ["shard"] * tile.shards + ([tile.symbol] if tile.symbol != "none" else [])
